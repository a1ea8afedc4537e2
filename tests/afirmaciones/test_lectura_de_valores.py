"""Values with what they count, their limits and their place: dates, money, terms, norms."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siaa.redaccion.afirmaciones.lectura.dicho import leer
from siaa.redaccion.afirmaciones.lectura.fechas import Fecha
from siaa.redaccion.afirmaciones.lectura.valores import Valor

MESES = (
    *("enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre"),
    *("octubre", "noviembre", "diciembre"),
)


def unico(texto: str) -> Valor:
    (valor,) = leer(texto).valores
    return valor


FORMAS_DE_FECHA = (
    lambda f: f"{f.day} de {MESES[f.month - 1]} de {f.year}",
    lambda f: f"{f.day}.º de {MESES[f.month - 1]} del año {f.year}",
    lambda f: f"{f.day} de {MESES[f.month - 1].capitalize()} del {f.year}",
    lambda f: f"{f.day:02}/{f.month:02}/{f.year}",
    lambda f: f.isoformat(),
    lambda f: f"{MESES[f.month - 1]} {f.day} de {f.year}",
)


@given(st.dates(date(1820, 1, 1), date(2099, 12, 31)), st.sampled_from(FORMAS_DE_FECHA))
def test_toda_fecha_se_lee(fecha: date, forma: object) -> None:
    escrita = forma(fecha)  # type: ignore[operator]
    valor = unico(f"Rige desde el {escrita}.")
    assert valor.tipo == "fecha"
    assert valor.dato == Fecha(fecha.day, fecha.month, fecha.year)


NORMAS = st.tuples(
    st.sampled_from(["Ley", "Decreto", "Resolución", "Acuerdo"]),
    st.integers(1, 9999),
    st.integers(1900, 2030),
)
FORMAS_DE_NORMA = ("{} {} de {}", "{} n.º {} de {}", "{} No. {} de {}", "{} número {} del {}")


@given(NORMAS, st.sampled_from(FORMAS_DE_NORMA), st.booleans())
def test_toda_norma_se_lee_igual(norma: tuple[str, int, int], forma: str, miles: bool) -> None:
    tipo, numero, anio = norma
    cifras = f"{numero:,}".replace(",", ".") if miles else str(numero)
    (escrita,) = leer(f"Lo dice la {forma.format(tipo, cifras, anio)}.").valores
    (llana,) = leer(f"Lo dice la {tipo} {numero} de {anio}.").valores
    assert (escrita.tipo, escrita.dato) == ("norma", llana.dato)


@given(
    st.integers(1, 30), st.sampled_from(["artículo {}", "art. {}", "Artículo {}.º", "ARTÍCULO {}"])
)
def test_todo_articulo_se_lee_igual(numero: int, forma: str) -> None:
    valor = unico(f"Véase el {forma.format(numero)} citado")
    assert (valor.tipo, valor.dato) == ("articulo", f"§art{numero}")


@pytest.mark.parametrize(
    ("texto", "tipo", "dato", "unidad", "matiz"),
    [
        ("a más tardar el quinto (5.º) día hábil del mes", "orden", 5, "dia", "habil"),
        ("veinte días calendario", "plazo", 20, "dia", "calendario"),
        ("los 10 primeros días", "plazo", 10, "dia", ""),
        ("un (1) año", "plazo", 1, "año", ""),
        ("una hora", "plazo", 1, "hora", ""),
        ("tres salarios mínimos legales mensuales", "dinero", 3, "salario", "mensual"),
        ("diez veces el salario mínimo mensual", "dinero", 10, "salario", "mensual"),
        ("cuatro veces al año", "periodo", "año", "", ""),
        ("turnos de seis horas diarias", "periodo", "dia", "", ""),
        ("tres días a la semana", "periodo", "semana", "", ""),
        ("14 smdlv", "dinero", 14, "salario", "diario"),
        ("$ 1.200.000", "dinero", 1_200_000, "peso", ""),
        ("dos millones de pesos", "dinero", 2_000_000, "peso", ""),
        ("cien pesos con veinte centavos", "dinero", 100.2, "peso", ""),
        ("el 7", "fecha", Fecha(7, None, None), "", ""),
        ("veinte por ciento (20%)", "porcentaje", 20, "", ""),
        ("la mitad", "porcentaje", 50, "", ""),
        ("la cuarta parte", "porcentaje", 25, "", ""),
        ("las tres cuartas partes", "porcentaje", 75, "", ""),
        ("la cuarta parte", "porcentaje", 25, "", ""),
        ("cada mes", "periodo", "mes", "", ""),
        ("veinte pesos por quincena", "periodo", "quincena", "", ""),
        ("mensualmente", "periodo", "mes", "", ""),
        ("8:30 a. m.", "hora", "08:30", "", ""),
        ("5 p. m.", "hora", "17:00", "", ""),
        ("en marzo", "fecha", Fecha(None, 3, None), "", ""),
        ("en 2019", "fecha", Fecha(None, None, 2019), "", ""),
        ("artículo cuarenta y cinco", "articulo", "§art45", "", ""),
        ("Acuerdo PSAA16-10476", "norma", "psaa1610476", "", ""),
        ("acuerdo PSAA 16-10476", "norma", "psaa1610476", "", ""),
        ("la Sala 2ª de Decisión", "orden", 2, "sala", ""),
        ("el 3º del presente mes", "fecha", Fecha(3, None, None), "", ""),
        ("radicado 2020-00123", "codigo", "202000123", "", ""),
        ("proceso 11001-31-03-012-2020-00123-00", "codigo", "11001310301220200012300", "", ""),
        ("proceso 11001310301220200012300", "codigo", "11001310301220200012300", "", ""),
        ("subpartida 1201.00.90.00", "codigo", "1201009000", "", ""),
        ("NIT 800.165.862-2", "codigo", "8001658622", "", ""),
        ("formato F-12", "codigo", "f12", "", ""),
        ("placas ABC123", "codigo", "abc123", "", ""),
    ],
)
def test_cada_clase_de_valor(texto: str, tipo: str, dato: object, unidad: str, matiz: str) -> None:
    valor = next(v for v in leer(texto).valores if v.tipo == tipo)
    assert (valor.dato, valor.unidad, valor.matiz) == (dato, unidad, matiz)


@pytest.mark.parametrize("texto", ["un informe", "en primer lugar", "terceros"])
def test_lo_que_no_es_un_valor(texto: str) -> None:
    assert leer(texto).valores == ()


LIMITES = {
    "tope": """dentro de los # siguientes|en un término máximo de #|en un plazo no mayor a #
        que no podrá exceder de #|no superior a #|hasta por #|por un máximo de #|# como máximo
        a más tardar a los #|menos de #|no más de #|antes de #|el plazo máximo es de #
        no puede pasar de #|no podrá ser superior a #|# o menos|en los # siguientes
        sin que puedan contemplarse plazos superiores a #|entre tantos y #
        en ningún caso, dentro del año, los socios podrán pedir licencias por más de #
        igual o inferior a #|por debajo de #|no podrá exceder en ningún caso #|# en el mes a lo sumo
        prohibido a más de #|con un plazo máximo para su entrega, contado desde la firma, de #
        se hará hasta su cierre, #|nunca más del #""",
    "piso": """a partir de los #|desde los #|después de #|pasados #|transcurridos los #|al cabo de #
        un mínimo de #|# como mínimo|al menos #|por lo menos #|no menos de #|no inferior a #
        no podrá ser inferior a #|más de #
        no cobra quien pase de #|superior a #|# o más|igual o superior a #|por encima de #
        nunca menos de #|# en el mes como mínimo|# de trabajo en adelante|prohibido a menos de #
        con un plazo mínimo para su entrega contado a partir de la firma de #
        una vez por lo menos #""",
    "antes": """# antes de la audiencia|con # de anticipación|con una antelación de #
        los # anteriores a la audiencia""",
    "despues": """# después de la audiencia|los # siguientes a la audiencia
        # contados desde la firma
        # a partir de la firma""",
}


@pytest.mark.parametrize(
    ("esperado", "frase"),
    [
        (lado, forma.strip().replace("#", "cinco días"))
        for lado, formas in LIMITES.items()
        for linea in formas.splitlines()
        for forma in linea.split("|")
    ],
)
def test_de_que_lado_del_valor(esperado: str, frase: str) -> None:
    limite = unico(frase).limite
    assert esperado in (limite.lado, limite.sentido)
    assert "" in (limite.lado, limite.sentido) or esperado in ("tope", "despues")


def test_por_dias_no_es_cada_dia() -> None:
    assert leer("se pagará por días, meses o años").valores == ()
    assert unico("se pagará por día").tipo == "periodo"


def test_el_salario_minimo_no_es_un_minimo() -> None:
    assert unico("el salario mínimo de cinco trabajadores").limite.lado == ""


palabras = st.sampled_from(
    [
        *(
            "El",
            "plazo",
            "es",
            "de",
            "cinco",
            "(5)",
            "días",
            "hábiles",
            ",",
            "el",
            "3",
            "de",
            "mayo",
        ),
        *("2019", "hasta", "20", "%", "no", "art.", "4", "y", "(", "más", "al", "menos"),
    ]
)


@given(st.lists(palabras, max_size=20).map(" ".join))
def test_cada_valor_esta_donde_dice(texto: str) -> None:
    valores = leer(texto).valores
    assert all(0 <= v.desde < v.hasta <= len(texto) for v in valores)
    assert all(v.limite.desde <= v.desde and v.hasta <= v.limite.hasta for v in valores)
    assert [v.desde for v in valores] == sorted(v.desde for v in valores)


def test_las_letras_que_cambian_de_largo_no_mueven_nada() -> None:
    texto = "İİİ el plazo es de cinco días"
    valor = unico(texto)
    assert texto[valor.desde : valor.hasta] == "cinco días"


def test_las_cifras_delante_de_las_palabras_son_un_valor() -> None:
    valor = unico("saldos superiores a ($1.000.000) un millón de pesos")
    assert (valor.dato, valor.limite.lado) == (1_000_000, "piso")


def test_los_miles_se_escriben_tambien_con_espacio() -> None:
    assert unico("hasta $ 6 000").dato == 6_000


def test_lo_que_se_escribe_en_palabras_es_un_anio_solo_si_se_dice() -> None:
    assert unico("se pagarán mil novecientos cincuenta remos").tipo == "numero"
    assert unico("rige desde el año de mil novecientos cincuenta").dato == Fecha(None, None, 1950)


@pytest.mark.parametrize(
    ("texto", "pesos"),
    [
        ("ochocientos dólares con 19/100 de sueldo", 800.19),
        ("ochocientos dólares 19 100 de sueldo", 800.19),
        ("la suma de $ 785- 60 que consignó", 785.6),
        ("| Saldos | $ | 47,202 70 |", 47202.7),
        ("| Saldos | 47,202 70 |", 47202.7),
        ("por $ 785, que", 785),
    ],
)
def test_los_centavos_como_se_escriban_son_de_su_suma(texto: str, pesos: float) -> None:
    assert (unico(texto).tipo, unico(texto).dato) == ("dinero", pesos)


def test_lo_que_sigue_a_una_suma_puede_ser_otra_cosa() -> None:
    for texto in ("se dan $ 100 20 días antes", "se dan $ 100- 20 días antes"):
        assert [v.dato for v in leer(texto).valores] == [100, 20]


def test_lo_repetido_entre_parentesis_es_un_valor() -> None:
    assert unico("diez millones de pesos ($ 10.000.000.00)").dato == 10_000_000
    assert len(leer("diez millones de pesos ($ 12.000.000)").valores) == 2


def test_un_orden_se_lee_tras_un_nombre_que_no_pesa() -> None:
    valor = unico("Lo hará la Sección tercera del Ministerio.")
    assert (valor.tipo, valor.dato, valor.unidad) == ("orden", 3, "seccion")
