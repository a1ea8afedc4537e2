"""The words that a checker has to know: tables only, folded.

Sets are parted by semicolons. What differs in law (juez and magistrado, día hábil and calendario)
is never said to be the same: a paraphrase changes the word, and an error changes the thing.
"""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Final

from siaa.biblioteca.lengua.terminos import terminos_de_corrida
from siaa.biblioteca.lengua.vocabulario import CARDINALES, ORDINALES


def conjunto(palabras: str) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(palabras.split())


_IGUALES: Final = """
    aplazar posponer diferir ; arrendar alquilar arriendo alquiler ; base fundamento sustento ;
    calidad condicion caracter ; comprar adquirir compra adquisicion ; continuar proseguir sigue
    seguir ; estimar considerar juzgar ; fabricar producir elaborar ; morir muere muerte fallecer
    fallecimiento deceso ; ganancia utilidad rendimiento ; ilegal ilicito ; incapacidad
    incapacitado ; manejar manejo administrar ; obtener conseguir lograr ; oponerse objetar ;
    prestamo emprestito credito ; valido validez ; vecino colindante ; abarcar cubrir cobijar
    amparar comprender alcanzar cobertura ; abono pago pagar cancelacion desembolso sufragar
    financiar ; accion demanda ; aceptar admitir acoger ; acompanar anexar adjuntar allegar
    aportar ; acordar convenir pactar concertar ; acreditar demostrar probar comprobar justificar
    soportar ; actualizar renovar ; acudir recurrir comparecer presentarse asistir ; adelantar
    tramitar gestionar surtir ; aclarar precisar explicar ; adicional extra suplementario
    complementario ; agregar adicionar anadir incorporar ; ajustar corregir modificar corrige
    reformar variar cambiar alterar subsanar sanear rectificar ; allegados familiares parientes ;
    alojar hospedar albergar ; anunciar publicar divulgar difundir publicitar publicacion ;
    apoderado abogado ; apoyo ayuda colaboracion auxilio asistencia ; aprobar avalar ; archivo
    archivar ; aumento aumentar incremento incrementar subir reajustar elevar alza ; autorizar
    permitir facultar habilitar ; aviso avisar informar comunicar enterar noticia reportar ; banco
    bancario ; beneficio ventaja ; borrar eliminar suprimir ; buscar procurar pretender querer
    perseguir ; cada respectivo ; calcular liquidar computar ; cambio reemplazo reemplazar
    sustituir suplir ; capacitar formar entrenar instruir entrenamiento ; carcel penitenciario
    reclusion prision reclusorio ; causa motivo razon causal ; cerrar clausurar cierre ;
    certificar constancia ; cobrar recaudar recaudo percibir recibir ; colegio escuela educativo
    educacion ; comenzar iniciar empezar arrancar inicio ; concluir finalizar terminar culminar ;
    concurrir participar intervenir ; conducta comportamiento ; conformar integrar componer
    constituir ; conservar guardar mantener preservar ; consultar revisar examinar verificar
    inspeccionar constatar cerciorar ; contar computar ; contrario opuesto ; controlar vigilar
    supervisar fiscalizar ; convocar citar llamar ; copia duplicado ejemplar ; costo precio valor
    importe cuantia monto suma ; crear instituir fundar ; cuidar proteger salvaguardar ; culpa
    responsable responder responsabilidad ; cumplir acatar observar cumplimiento ; dano perjuicio
    afectar afectacion ; dato informacion cifra ; decidir resolver determinar definir fijar
    establecer ; demora retardo mora retraso tardanza ; denominar llamarse nombre ; derogar
    revocar invalidar ; desacuerdo diferencia controversia conflicto discrepancia disputa ;
    desarrollar ejecutar practicar ejecucion ; designar elige nombrar nombramiento elegir ;
    destinar dedicar asignar ; detener parar suspender interrumpir ; deuda adeudar ; devolver
    reembolsar reembolso reintegrar restituir regresar ; diligenciar llenar completar ; dinero
    recurso fondo ; dirigir orientar encaminar ; discutir debatir deliberar ; disfrutar gozar
    usufructuar ; disminuir recortar reducir rebajar bajar ; distribuir repartir reparto ; domingo
    dominical ; durar duracion ; efectuar practicar ; ejercer ejercitar desempenar ; empleo cargo
    puesto ; empresa sociedad compania ; encargar encomendar comisionar ; ensenar mostrar exhibir
    ; entregar remitir enviar mandar transferir trasladar allegar girar suministrar ; error
    equivocacion yerro ; escoger seleccionar optar ; especial particular especifico ; estudiante
    alumno ; evaluar calificar valorar calificacion ; evitar impedir prevenir ; exento exonerado
    libre eximir exencion ; exigir pedir pide piden solicitar requerir solicitud peticion ;
    expedir proferir dictar emitir dar dado ; extender prorrogar ampliar prolongar prorroga ;
    falta ausencia vacante carencia ; finalidad proposito objetivo fin meta ; firmar suscribir
    firma rubricar ; formato plantilla modelo ; frecuencia periodicidad ; funcion competencia
    atribucion facultad ; ganar devengar ; gasto egreso ; garantizar asegurar garantia ; grave
    gravedad ; grupo conjunto ; hijo descendiente ; impuesto tributo gravamen ; incluir contener
    figurar ; inconformidad objecion reparo ; incumplir desatender desobedecer incumplimiento
    infringir violar infraccion ; indicar senalar mencionar expresar ; inscribir registrar anotar
    matricular inscripcion ; inmueble predio ; judicial juez juzgado ; lapso periodo tiempo
    duracion termino plazo ; lectura leer ; libertad excarcelacion ; lista listado relacion nomina
    ; local sede oficina ; maestro docente profesor ; medida disposicion ; menor nino adolescente
    ; mes mensual mensualidad ; minero mineria ; modalidad tipo clase categoria ; multa sancion
    castigo penalidad pena ; negar rechazar denegar ; norma regla precepto regulacion reglamento
    reglamentar regular ; notificar notificacion enterar ; obligacion deber obligatorio ; obra
    construccion construir edificar ; ocupar atender encargarse ; omitir dejar ; orden ordenar
    mandato ; organizacion agremiacion asociacion ; otorgar conceder conferir ; pais nacion
    nacional colombia ; parcial incompleto ; patrimonio haber ; peligro riesgo ; pension
    jubilacion ; perder extinguir caducar ; persona individuo ciudadano ; plan programa proyecto ;
    prestar ofrecer brindar ; presidencia presidente presidir ; preguntar interrogar ;
    procedimiento tramite proceso ; producto articulo ; prohibir vedar prohibicion ; pronto
    brevedad inmediato ; propietario dueno ; propio personal ; queja reclamo reclamacion ; radicar
    presentar interponer formular ; regir rige rigen vigencia vigente vigor entrar ; renunciar
    dimitir renuncia ; reo recluso preso interno detenido ; repetir reiterar ; representar
    representante vocero ; residir domicilio residencia habitar vivir ; restablecer recuperar
    restaurar ; retirar retiro desvincular separar ; reunir reunion sesion encuentro audiencia ;
    salario sueldo remuneracion asignacion ; secuela consecuencia resultado ; seguro poliza ;
    sentencia fallo ; servidor funcionario empleado ; servir util ; siguiente posterior ; similar
    semejante parecido ; sitio ubicacion ubicar localizar situar ; someter sujetar sujecion ;
    superar exceder sobrepasar rebasar ; tarifa tasa ; tener contar ; todo totalidad integridad
    integro completo ; tope limite ; trabajador obrero ; unir juntar agrupar ; urgente urgencia ;
    usar utilizar emplear uso aprovechar ; vencer expirar vencimiento vencido ; vender enajenar
    venta enajenacion ; viajar desplazar ; vincular vinculo relacionar ; vivienda casa habitacion
    ; votar sufragio voto
    """

LIGERAS: Final = frozenset(
    tallo
    for palabra in (
        *CARDINALES,
        *ORDINALES,
        *conjunto(
            """
                su le les menos enero febrero marzo abril mayo junio julio agosto septiembre octubre
    noviembre diciembre
    persona cosa asunto hecho deber poder puede podra debe debera ser estar
    haber habra tener tiene tendra
    tenga hacer
    hace segun conforme presente siguiente correspondiente corresponder respectivo dicho efecto
    virtud forma manera cual cuando vez traves medio lugar asi decir tal disponer dispuesto
    prever previsto encontrar tratar realizar efectuar llevar cabo quedar ir necesario requerir
    necesitar acuerdo mediante sido dentro caso parte obligado favor sobre ademas tambien mismo
    documento fuente pasaje chunk contexto respecto mediar necesidad cuanto cuanta donde mayor
    menor total va
    """
        ),
    )
    for tallo in terminos_de_corrida(palabra)
)
"""Stems that carry no claim of their own."""


def _iguales() -> dict[str, str]:
    iguales: dict[str, str] = {}
    for grupo in _IGUALES.split(";"):
        tallos = [t for palabra in grupo.split() for t in terminos_de_corrida(palabra)]
        for tallo in tallos:
            iguales.setdefault(tallo, tallos[0])
    return iguales


IGUALES: Final = MappingProxyType(_iguales())
"""Stem → the one that stands for all of its meaning."""

_CONTRARIOS: Final = """
    habil / calendario ; previo anterior antes anticipado / posterior ; maximo / minimo ; mayor /
    menor ; superior / inferior ; publico / privado ; verbal oral / escrito ; parcial / total
    totalidad integralmente ; general colectivo conjunto / individual ; provisional temporal
    transitorio / definitivo permanente ; gratuito gratis / oneroso ; obligatorio / voluntario
    facultativo opcional ; presencial / virtual remoto ; fisico impreso / electronico digital ;
    directo / indirecto ; interno / externo ; ordinario / extraordinario ; urbano / rural ;
    demandante / demandado ; acreedor / deudor ; comprador / vendedor ; empleador patrono /
    trabajador ; arrendador / arrendatario ; ingreso / egreso ; aumenta aumentar / disminuye
    disminuir disminucion reduce reducir reduccion ; favorable / desfavorable ; admite admitir
    admision / inadmite inadmitir inadmision ; conceder concede / negar niega denegar ; primero /
    ultimo ; nacional / departamental / municipal / distrital ; penal / civil / laboral /
    disciplinario ; solidario / mancomunado ; anual / mensual / diario / semanal ; activo /
    inactivo pasivo ; principal / suplente subsidiario accesorio ; apertura comienzo comenzar
    inicio iniciar iniciada / cierre concluir conclusion terminar terminacion terminada finalizar
    finalizacion culminar
    """
_FINAL: Final = re.compile(r"[aeo]?(?:mente|s)?\Z")


def sin_final(forma: str) -> str:
    """Return a word without the endings of gender, plural and «-mente»."""
    return _FINAL.sub("", forma, count=1)


BANDOS: Final = MappingProxyType(
    {
        sin_final(forma): (conjunto, bando)
        for conjunto, bandos in enumerate(_CONTRARIOS.split(";"))
        for bando, formas in enumerate(bandos.split("/"))
        for forma in formas.split()
    }
)
"""Word, as `sin_final` leaves it → the set of contraries that it is of, and its side."""

CARGOS: Final = frozenset(
    palabra + final
    for palabra in conjunto(
        """
    juez juece magistrado secretario alcalde alcaldia gobernador gobernacion ministro ministerio
    presidente viceministro director superintendencia superintendente consejo consejero comision
    tribunal corte sala fiscal fiscalia procurador procuraduria contralor contraloria
    registrador registraduria notario notaria conciliador perito empleador trabajador demandante
    demandado abogado administrador administradora funcionario oficina despacho unidad gerente
    asamblea junta comite congreso senado camara gobierno policia banco alguacil oficial
    escribiente citador auxiliar relator coordinador jefe supervisor interventor contratista
    defensor defensoria personero personeria inspector comisario comisaria curador secuestre
    liquidador sindico arbitro veedor usuario ciudadano rector docente estudiante medico patrono
    sindicato propietario arrendador arrendatario acreedor deudor fiador heredero conyuge padre
    madre tutor nominador revisor tesorero tesoreria pagador almacenista ordenador rematante
    postor
    """
    )
    for final in ("", "s", "es", "a", "as")
)
"""Roles and bodies, in all their forms."""
