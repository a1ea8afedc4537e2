"""Tables only, in the normal form of `texto.plegar`: lower case, no accents, ñ kept.

A test checks that every entry equals its own fold, so no entry can fail to match.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final


def palabras(texto: str) -> frozenset[str]:
    """Return the words of a table that is written as text."""
    return frozenset(texto.split())


def _frases(texto: str) -> tuple[str, ...]:
    """Split at semicolons: a phrase may have several words."""
    return tuple(" ".join(frase.split()) for frase in texto.split(";"))


STOPWORDS_ES: Final = palabras(
    """
    a al ante bajo cabe con contra de del desde durante e el en entre excepto hacia hasta incluso la
    las lo los mediante o para por salvo segun sin so sobre tras u un una unas uno unos versus via y

    algo alguien algun alguna algunas alguno algunos ambas ambos aquel aquella aquellas aquello
    aquellos cada conmigo consigo contigo cual cuales cualesquiera cualquier cualquiera cuan cuanta
    cuantas cuanto cuantos cuya cuyas cuyo cuyos ella ellas ello ellos esa esas ese eso esos esta
    estas este esto estos demas le les me mi mia mias mio mios mis misma mismas mismo mismos mucha
    muchas mucho muchos nada nadie ningun ninguna ningunas ninguno ningunos nos nosotras nosotros
    nuestra nuestras nuestro nuestros otra otras otro otros poca pocas poco pocos que quien quienes
    quienquiera se si su sus suya suyas suyo suyos tal tales tanta tantas tanto tantos te ti toda
    todas todo todos tu tus tuya tuyas tuyo tuyos usted ustedes varias varios vosotras vosotros vos
    yo vuestra vuestras vuestro vuestros

    ademas ahi ahora alla alli antes apenas aqui asi aun aunque bien casi como conforme
    despues donde adonde entonces igual igualmente jamas luego mas mal mejor mientras muy ni no
    nunca pero peor pues quiza quizas sea sean sino siempre solamente solo tambien tampoco tan
    todavia ya porque

    era eran eras eres es esta estaba estaban estamos estan estar estas este esten estoy estuvo
    estuvieron fue fueron fui ha habia habian han has hay haya hayan he hemos hubo hubiera hubiese
    sera seran seria serian ser siendo sido soy somos son
    """
)
"""Function words: articles and prepositions; pronouns; conjunctions and adverbs; auxiliaries.

Words that carry the question (*cuando*, *debo*, *explica*) are not here.
"""

TERMINOS_PRIORITARIOS: Final = palabras(
    """
    capacitacion competencia consecuencia disciplinaria disciplinario formulario funcionario
    habil incumplimiento juez magistrado obligacion obligaciones periodicidad plazo plazos
    procedimiento prohibicion quinto reportar reporte requisito requisitos responsabilidad
    responsable responsables roles sancion sanciones sierju termino terminos vigencia
    """
)
"""Words that weigh three times in a chunk: what norms are asked about in a court office."""

PATRONES_LISTADO: Final = _frases(
    """
    cuales son; que tipos; que clases; que secciones; cuantas secciones; enumera; enumere; lista;
    liste; nombra; menciona; mencione
    """
)
"""What makes a question ask for a list; matched as whole words of the folded question."""

SALUDOS: Final = _frases(
    """
    hola; buenas; muy buenos dias; muy buenas; muy buenas tardes; muy buenas noches; amigo; amiga;
    a todos; buenos dias; buen dia; buenas tardes; buenas noches; saludos; cordial saludo; que tal;
    como esta; como esta usted; como estas; como le va; como vas
    """
)
"""Openings that carry no question of their own; a question may follow them."""

CORTESIAS: Final = _frases(
    """
    gracias; muchas gracias; mil gracias; muchisimas gracias; por su ayuda; por tu ayuda;
    por la informacion; muy bien; bueno; excelente; muy amable; ok; okay; listo; perfecto;
    entendido; de acuerdo; vale; adios; chao; hasta luego; hasta pronto; hasta manana; por la ayuda;
    por todo; super; que tenga buen dia; bien; si gracias; no gracias; claro; muy claro; doctor;
    doctora; feliz dia; feliz tarde
    """
)
"""Closings and thanks."""

SOBRE_SIAA: Final = _frases(
    """
    quien eres; quien eres tu; quien es usted; como te llamas; cual es tu nombre; presentate;
    tu quien eres; usted quien es; que eres tu; eres un robot; eres una persona;
    eres una inteligencia artificial; eres una ia; que eres; que es usted; que es siaa;
    que es el siaa; que significa siaa; como funciona siaa; como funciona el siaa; como funcionas;
    como funciona esto; para que sirves; para que sirve siaa; para que sirve esto; que puedes hacer;
    que puedes hacer por mi; que puede hacer siaa; que sabes hacer; que sabes;
    en que me puedes ayudar; en que me puede ayudar; en que puedes ayudarme; como me puedes ayudar;
    puedes ayudarme; me puedes ayudar; me puede ayudar; ayuda; ayudame; necesito ayuda;
    como se usa siaa; como se usa esto; de donde sacas las respuestas;
    de donde sacas la informacion; que preguntas puedo hacer; que tipo de preguntas puedo hacer;
    en que me puede ayudar usted; que es siaa y para que sirve; que temas conoces;
    que documentos hay en la biblioteca; que te puedo preguntar; que le puedo preguntar;
    que puedo preguntar; que puedo preguntarte; que documentos tienes; que documentos conoces;
    que documentos manejas; que informacion tienes; que documentos hay; que documentos tiene;
    que documentos tiene cargados; que documentos tienes cargados; que documentos consultas;
    cuales documentos tienes; cuales son tus documentos; cuales son tus fuentes; que normas tienes;
    que normas conoces
    """
)
"""Questions about SIAA itself, compared with the whole question once greetings are taken off."""

ANAFORAS: Final = palabras(
    """
    eso esto ello aquello ese esa esos esas este esta estos estas dicho dicha dichos dichas
    mismo misma mismos mismas ahi alli entonces tambien anterior anteriores
    """
)
"""Words that point back at what was said before."""

TIPOS_NORMA: Final = _frases(
    """
    acto legislativo; acuerdo; circular; decreto; ley; resolucion; sentencia
    """
)
"""Kinds of norm that a question may cite by number."""

PALABRAS_GENERICAS: Final = palabras(
    """
    alcance amplia ampliar aplica articulo año años breve caso casos claro comienza comienzan
    condiciones consecuencia consecuencias continua continue corta corto costo costos cuando
    cuesta dame dar debe deben debo dejar deme demora denme detalle detalles dia dias dice dicho
    diferencia documento documentos dos ejemplo ejemplos empieza empiezan encargado enlace
    entendi entiendo enviame envieme excepcion excepciones explica explicame explicamelo
    explicar explique expliqueme expliquemelo favor fecha fechas formato formatos fuente haber
    hace hacen hacer hago hora horas lado link llevar lugar mes meses muestrame muestreme multa
    multas necesita necesitan necesito norma objetivo objeto partir pasa pasame paseme pasos
    plazo plazos primera primeras primero procedimiento proceso prorroga prorrogar puede pueden
    puedes puedo punto puntos queda quedan quedar repetir repite requisito requisitos
    responsable responsables respuesta resume resumelo resumen sale sancion sanciones segunda
    segundo seguro semana semanas sencilla sencillo siga sigue sirve sirven tengo tercer tercera
    tercero termino terminos tiempo tiene tienen ultima ultimo valor vence vencen
    """
)
"""Words that ask about something without saying about what: alone, they lean on the talk."""

PREGUNTAS_DE_MEDIDA: Final = palabras("cuando cuanto cuanta cuantos cuantas")
"""Question words of time and quantity: they ask for something that the passage does not name."""

AUXILIARES: Final = palabras(
    """
    aparece debe debo deberia dice dime encuentra encuentro entender entiende entiendo explica
    explique favor hacer hace hago necesita necesito pone poner pongo puede puedo quiere quiero
    refiere sabe significa significado sirve tener tengo tiene va van voy vamos ir pa toca tocan
    podia podian podria
    """
)
"""How people ask about anything at all; it never says about what."""

ANDAMIAJE: Final = AUXILIARES | palabras(
    """
    anotar anoto apunto campo casilla coloco colocar columna corresponde diligenciar escribe
    escribir escribo formulario incluir incluyo llenar lleno reportar trabajo
    """
)
"""And how they ask about a field of a form; it says little about which."""

SIN_FINAL: Final = palabras(
    """
    de del la el los las y e o u a al en por para con que un una unos unas su sus se lo como si no
    ni sobre entre hasta desde segun cual cuales cuyo cuya este esta dicho dicha cada
    """
)
"""Words that end no sentence: a line that breaks off at one goes on."""

STOPWORDS_REORDENAMIENTO: Final = STOPWORDS_ES | palabras(
    """
    busco cuando da dar deben debemos debera deberia debes debo debe dice dicen dime favor gustaria
    hace hacen hacer hago haber necesita necesitamos necesitan necesitas necesito podemos poder
    podria puede pueden puedes puedo quiere quiero quisiera saber tenemos tener tengo tiene tienen
    """
)
"""Words of a question that the reranker does not look for: function words, and how one asks."""

PLURALES_EN_MOS: Final = palabras(
    """
    extremos gramos kilogramos paramos prestamos racimos ramos reclamos remos supremos tramos
    """
)
"""Nouns and adjectives whose plural looks like a verb in the first person plural."""

TALLOS_IRREGULARES: Final = MappingProxyType(
    {"deberes": "deberes", "pagares": "pagar", "jueza": "juec", "juezas": "juec"}
)
"""Words whose stem would be that of another: *debe* is everywhere, *pagaré* is not *pago*."""

ORDINALES: Final = _frases(
    """
    primero; segundo; tercero; cuarto; quinto; sexto; septimo; octavo; noveno
    """
)
"""One to nine."""

DECENAS_ORDINALES: Final = _frases(
    """
    decimo; vigesimo; trigesimo; cuadragesimo; quincuagesimo; sexagesimo; septuagesimo; octogesimo;
    nonagesimo
    """
)
"""Ten to ninety."""

CARDINALES: Final = _frases(
    """
    uno; dos; tres; cuatro; cinco; seis; siete; ocho; nueve; diez; once; doce; trece; catorce;
    quince; dieciseis; diecisiete; dieciocho; diecinueve; veinte; veintiuno; veintidos; veintitres;
    veinticuatro; veinticinco; veintiseis; veintisiete; veintiocho; veintinueve; treinta
    """
)
"""One to thirty."""

SINONIMOS_ES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "vigencia": ("rige", "regira"),
        "ambito de aplicacion": ("se aplica", "esta dirigido", "aplicable"),
        "campo de aplicacion": ("se aplica", "esta dirigido", "aplicable"),
        "sueldo": ("salario", "asignacion", "remuneracion"),
        "salario": ("sueldo", "asignacion", "remuneracion"),
        "remuneracion": ("salario", "sueldo", "asignacion"),
        "vacaciones": ("vacancia",),
        "vacancia": ("vacaciones",),
        "plazo": ("termino", "fecha limite", "a mas tardar"),
        "multa": ("sancion",),
        "castigo": ("sancion",),
        "definicion": ("se entiende", "entiendese"),
        "errores": ("inconsistencias", "correccion", "ajustes"),
        "jubilacion": ("pension",),
        "obligado": ("debera", "responsable"),
        "encargado": ("responsable",),
    }
)
"""What people and norms call by different names; `catalogo.toml` adds those of a library."""
