"""Which lines are headings, and what they are called."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siaa.biblioteca.estructura.analisis import analizar_estructura
from siaa.biblioteca.estructura.epigrafes import (
    LARGO_APERTURA,
    LARGO_TITULO,
    cortar,
    es_negrita,
    nombre_solo,
)
from siaa.biblioteca.estructura.rotulos import (
    Rango,
    Rotulo,
    con_nombre,
    rotulo_de,
)


@pytest.mark.parametrize(
    ("linea", "marca", "titulo"),
    [
        ("# Uno", 1, "Uno"),
        ("###### Seis", 6, "Seis"),
        ("##\tTabulado", 2, "Tabulado"),
        ("## **Plazo** de _entrega_ `x`", 2, "Plazo de entrega x"),
        ("## Cerrado ##", 2, "Cerrado"),
        ("### 3.2.  Con   espacios", 3, "3.2. Con espacios"),
        ("### “De la custodia”", 3, "De la custodia"),
    ],
)
def test_encabezados_con_almohadillas(linea: str, marca: int, titulo: str) -> None:
    assert rotulo_de(linea, "") == Rotulo(Rango.COMUN, marca, titulo)


def test_una_marca_suelta_no_corre_el_encabezado() -> None:
    """Folding takes it out, and what comes after it would stand one place before."""
    subrayado = rotulo_de("## A\u0332rtículo 5. Plazos. Son dos.", "")
    assert subrayado and subrayado.titulo == "A\u0332rtículo 5. Plazos. Son dos."


@pytest.mark.parametrize(
    "linea", ["#sin espacio", "####### siete", "##", "# **", "### El alcalde del municipio,"]
)
def test_almohadillas_que_no_son_encabezado(linea: str) -> None:
    assert rotulo_de(linea, "") is None


@pytest.mark.parametrize(
    ("linea", "numero", "titulo"),
    [
        ("ARTÍCULO 7°.- Plazos. La entrega se hace en marzo.", "7", "ARTÍCULO 7°. Plazos."),
        ("**ARTÍCULO 7°.-** _Plazos._ La entrega va así", "7", "ARTÍCULO 7°. Plazos."),
        ("Artículo 1.° Crear el comité.", "1", "Artículo 1.°. Crear el comité."),
        ("**Art. 3. °** Nombrar al tesorero", "3", "Art. 3. °. Nombrar al tesorero"),
        ("Artículo 2ºLos socios pagan", "2", "Artículo 2º. Los socios pagan"),
        ("Art. 3o. Quórum. Basta la mitad.", "3", "Art. 3o. Quórum."),
        ("ARTICULO 12. Plazos.", "12", "ARTICULO 12. Plazos."),
        ("ARTÍCULO PRIMERO. Objeto. Se crea el fondo.", "PRIMERO", "ARTÍCULO PRIMERO. Objeto."),
        ("**Artículo décimo segundo.** Fin", "DÉCIMO SEGUNDO", "Artículo décimo segundo. Fin"),
        ("ARTÍCULO SÉPTIMO", "SÉPTIMO", "ARTÍCULO SÉPTIMO"),
        ("ARTÍCULO ÚNICO.", "ÚNICO", "ARTÍCULO ÚNICO"),
        ("Artículo once. Multas. Son de dos clases.", "ONCE", "Artículo once. Multas."),
        ("Artículo ciento dos. Multas", "CIENTO DOS", "Artículo ciento dos. Multas"),
        ("Artículo diez y seis. Multas", "DIEZ Y SEIS", "Artículo diez y seis. Multas"),
        ("ARTÍCULO VII", "VII", "ARTÍCULO VII"),
        ("Artículo 2.1.3.4. Ámbito. Rige en todo el país.", "2.1.3.4", "Artículo 2.1.3.4. Ámbito."),
        ("Artículo 5 bis. Turnos. Los fija el juez.", "5", "Artículo 5 bis. Turnos."),
        ("Artículo 8 A. Turnos. Los fija el juez.", "8", "Artículo 8 A. Turnos."),
        ("Artículo 8. A falta de turno", "8", "Artículo 8. A falta de turno"),
        ("Artículo transitorio. Cierre", "TRANSITORIO", "Artículo transitorio. Cierre"),
        ("**Artículo 10****.****Del cobro.** El cobro", "10", "Artículo 10. Del cobro."),
        ("**Artículo 4** *.- Del* *uso* **.** El uso va", "4", "Artículo 4. Del uso."),
        ("**Artículo 9º** cuando falte el título", "9", "Artículo 9º. cuando falte el título"),
        ("Artículo 6. obligatoriedad del registro", "6", "Artículo 6. obligatoriedad del registro"),
        ("> Artículo 3. Sede", "3", "Artículo 3. Sede"),
        ("| **Artículo 3°** Sede | | |", "3", "Artículo 3°. Sede | | |"),
        ("### Artículo 5. Sede", "5", "Artículo 5. Sede"),
        ("## ARTÍCULO 5º", "5", "ARTÍCULO 5º"),
    ],
)  # fmt: skip
def test_articulos(linea: str, numero: str, titulo: str) -> None:
    rotulo = rotulo_de(linea, "")
    assert rotulo is not None
    assert (rotulo.rango, rotulo.numero, rotulo.titulo) == (Rango.ARTICULO, numero, titulo)
    assert rotulo.marca == len(linea) - len(linea.lstrip("#"))


@pytest.mark.parametrize(
    "linea",
    [
        "Artículo 6 del reglamento vigente",
        "Artículo 7º de la ley anterior",
        "artículo 6 del reglamento vigente",
        "Artículo 6, inciso segundo",
        "Artículos 5 y 6",
        "Articulación 5. Del cuerpo",
        "Arte 5. De pintar",
        "Según el Artículo 5. del reglamento",
        "| Artículo 3 | 500 |",
    ],
)
def test_citas_de_articulos_que_no_los_abren(linea: str) -> None:
    assert rotulo_de(linea, "") is None


def test_un_articulo_citado_dentro_de_otro() -> None:
    rotulo = rotulo_de("“Artículo 9. Sede. La sede está en la capital.”", "")
    assert rotulo == Rotulo(Rango.CITADO, 0, "Artículo 9. Sede.", "9")


@pytest.mark.parametrize("cita", ["Artículo 6. Así consta", "ARTÍCULO 6. Así consta"])
def test_un_renglon_que_sigue_una_frase_no_abre_articulo(cita: str) -> None:
    assert rotulo_de(cita, "como lo ordenó la junta en el") is None
    assert rotulo_de(cita, "Así lo ordenó la junta:") is not None
    assert rotulo_de(f"**{cita}**", "como lo ordenó la junta en el") is not None


def test_sin_epigrafe_valen_las_primeras_palabras() -> None:
    cuerpo = (
        "La persona encargada de la biblioteca entregará cada lunes la lista de los libros " * 3
    )
    rotulo = rotulo_de(f"ARTÍCULO 4. {cuerpo}", "")
    assert rotulo is not None
    assert rotulo.titulo.startswith("ARTÍCULO 4. La persona encargada de la biblioteca")
    assert rotulo.titulo.endswith("…")
    assert len(rotulo.titulo) <= len("ARTÍCULO 4. ") + LARGO_APERTURA + 1


@pytest.mark.parametrize(
    ("linea", "numero"),
    [
        ("PARÁGRAFO. El comité se reúne.", ""),
        ("Parágrafo.El comité se reúne.", ""),
        ("**PARÁGRAFO 1°:** Cuando falte", "1"),
        ("Parágrafo. 2º. Cuando falte", "2"),
        ("PARÁGRAFO PRIMERO. Cuando falte", "PRIMERO"),
        ("“PARÁGRAFO 3: Los socios", "3"),
        ("Parágrafo transitorio. Los socios", "TRANSITORIO"),
        ("**Parágrafo** : En cualquier momento", ""),
        ("Parágrafo Cuando falte", ""),
    ],
)
def test_paragrafos(linea: str, numero: str) -> None:
    rotulo = rotulo_de(linea, "")
    assert rotulo is not None
    assert (rotulo.rango, rotulo.numero) == (Rango.PARAGRAFO, numero)


def test_hablar_de_un_paragrafo_no_lo_abre() -> None:
    assert rotulo_de("Parágrafo del artículo anterior", "") is None


@pytest.mark.parametrize(
    ("linea", "rango", "numero", "desnudo"),
    [
        ("LIBRO PRIMERO.", Rango.LIBRO, "PRIMERO", True),
        ("ANEXO 2", Rango.LIBRO, "2", True),
        ("**TÍTULO III**", Rango.TITULO, "III", True),
        ("TITULO PRELIMINAR", Rango.TITULO, "PRELIMINAR", True),
        ("CAPÍTULO II", Rango.CAPITULO, "II", True),
        ("Capítulo 4. De los turnos", Rango.CAPITULO, "4", False),
        ("CAPÍTULO V DE LOS TURNOS", Rango.CAPITULO, "V", False),
        ("## Capítulo único", Rango.CAPITULO, "ÚNICO", True),
        ("*Sección 3ª*", Rango.SECCION, "3", True),
        ("SUBSECCIÓN 1.", Rango.SECCION, "1", True),
    ],
)
def test_divisiones(linea: str, rango: Rango, numero: str, desnudo: bool) -> None:
    rotulo = rotulo_de(linea, "")
    assert rotulo is not None
    assert (rotulo.rango, rotulo.numero, rotulo.desnudo) == (rango, numero, desnudo)


@pytest.mark.parametrize(
    "linea",
    [
        "Título II del libro de actas",
        "Capítulo 5, numeral 2",
        "Parte 2 de la tarea",
        "Libro de actas",
        "Sección de archivo",
        "CAPÍTULO IV " + "palabras y más palabras " * 8,
    ],
)
def test_no_son_divisiones(linea: str) -> None:
    assert rotulo_de(linea, "") is None


def test_una_linea_en_negrita_es_encabezado_si_esta_sola() -> None:
    esperado = Rotulo(Rango.NEGRITA, 0, "Uso de la sala")
    assert rotulo_de("**Uso de la sala**", "") == esperado
    assert rotulo_de("__Uso de la sala__", "") == esperado
    assert rotulo_de("**Uso de la sala**", "una línea encima") is None
    assert rotulo_de("**La sala se usa los lunes.**", "") is None
    assert rotulo_de("**Sala** de **juntas", "") is None
    assert rotulo_de("**" + "Uso de la sala " * 8 + "**", "") is None


@pytest.mark.parametrize("linea", ["CONSIDERANDO:", "**RESUELVE:**", "### Decreta:", "acuerda"])
def test_formulas(linea: str) -> None:
    rotulo = rotulo_de(linea, "")
    assert rotulo is not None
    assert rotulo.rango == Rango.FORMULA


@pytest.mark.parametrize(
    ("linea", "nombre"),
    [
        ("GENERALIDADES", "CAPÍTULO II. GENERALIDADES"),
        ("**De los turnos**", "CAPÍTULO II. De los turnos"),
        ("*De los turnos.*", "CAPÍTULO II. De los turnos."),
        ("### De los turnos.", "CAPÍTULO II. De los turnos."),
        ("Turnos y descansos", "CAPÍTULO II. Turnos y descansos"),
        ("Los turnos se fijan cada mes.", None),
        ("Los turnos se fijan así:", None),
        ("los turnos", None),
        ("- turnos", None),
        ("12 turnos", None),
        ("ARTÍCULO 3. Turnos", None),
        ("Turnos " * 20, None),
        ("### " + "Turnos " * 20, f"CAPÍTULO II. {'Turnos ' * 15}".strip()),
        ("### " + "Turnos " * 20 + "de la casa.", None),
    ],
)
def test_el_nombre_de_un_capitulo_en_la_linea_siguiente(linea: str, nombre: str | None) -> None:
    capitulo = rotulo_de("CAPÍTULO II.", "")
    assert capitulo is not None
    nombrado = con_nombre(capitulo, linea, rotulo_de(linea, ""), solo=True, entre=False)
    assert (nombrado and nombrado.titulo) == nombre
    assert nombrado is None or not nombrado.desnudo


def test_el_primer_renglon_de_un_parrafo_no_es_el_nombre_del_capitulo() -> None:
    capitulo = rotulo_de("CAPÍTULO II", "")
    assert capitulo is not None
    assert (
        con_nombre(capitulo, "Los turnos se fijan cada mes según", None, solo=False, entre=False)
        is None
    )
    assert con_nombre(capitulo, "TURNOS", None, solo=False, entre=False) is not None


@pytest.mark.parametrize(
    ("linea", "nombre"),
    [
        ("de los turnos.", "CAPÍTULO II. de los turnos."),
        ("Los turnos de noche.", "CAPÍTULO II. Los turnos de noche."),
        ("- turnos", None),
        ("12 turnos", None),
        ("los turnos se fijan así:", None),
        ("los turnos " * 12, None),
    ],
)
def test_lo_que_va_entre_un_capitulo_y_su_articulo_es_su_nombre(
    linea: str, nombre: str | None
) -> None:
    """As old codes write it; where text follows («Los turnos se fijan cada mes.»), it is text."""
    for sigue in ("**Artículo 5.** El farero duerme de día.", "Los turnos son de seis horas."):
        texto = f"# Código\n\nCAPÍTULO II.\n\n{linea}\n\n{sigue}\n\n**Artículo 6.** Y come.\n"
        rutas = {
            parte for seccion in analizar_estructura(texto)[0].secciones for parte in seccion.ruta
        }
        assert (nombre in rutas) is (nombre is not None and sigue.startswith("**"))


def test_cortar_entre_palabras() -> None:
    assert cortar("corto") == "corto"
    assert cortar("palabra " * 30) == ("palabra " * 15).strip()
    assert cortar("x" * 500) == "x" * LARGO_TITULO
    assert cortar("-" * 500 + "x") == "-" * LARGO_TITULO


PEDAZOS = st.sampled_from(
    (
        *("ARTÍCULO ", "Art. ", "PARÁGRAFO ", "CAPÍTULO ", "7", "1.2", "IV", "primero", "bis", "A"),
        *("°", ".", ".-", " ", "**", "_", "#", "# ", '"', "“", "|", "> ", ":", ",", "\t"),
        *("Plazos", "los "),
    )
)


@given(st.lists(PEDAZOS, min_size=1, max_size=40).map("".join).map(str.strip).filter(bool))
def test_todo_titulo_es_limpio_y_corto(linea: str) -> None:
    if rotulo := rotulo_de(linea, ""):
        assert 0 < len(rotulo.titulo) <= LARGO_TITULO
        assert rotulo.titulo == " ".join(rotulo.titulo.split())
        assert not set(rotulo.titulo) & set("*_`")


@pytest.mark.parametrize(
    ("linea", "es"),
    [
        *(("**Uso de las salas**", True), ("__Uso__", True), ("**Uso** **de salas**", True)),
        *(("**1.** — **Uso**", True), ("**Uso.** Lo fija la **Junta**", False)),
        *(("**Uso", False), ("**Uso__", False), ("*Uso*", False), ("Uso", False), ("**", True)),
    ],
)
def test_una_linea_es_nombre_si_toda_va_en_negrita(linea: str, es: bool) -> None:
    assert es_negrita(linea) is es


def test_una_frase_entre_dos_negritas_no_es_encabezado() -> None:
    assert rotulo_de("**Uso.** Lo fija la **Junta**", "") is None
    hallado = rotulo_de("**Uso** **de salas**", "")
    assert hallado is not None and hallado.rango == Rango.NEGRITA


@pytest.mark.parametrize(
    ("titulo", "nombre"),
    [
        ("ARTÍCULO 20. Sanciones.", "Sanciones."),
        ("CAPÍTULO IV. SANCIONES", "SANCIONES"),
        ("Artículo 6°. El plazo para reportar…", "Artículo 6°. El plazo para reportar…"),
        ("Artículo 6°.", "Artículo 6°."),
        ("Art. 2º. Plazos.", "Plazos."),
        ("ART 2. Plazos.", "Plazos."),
        ("Art. 2º", "Art. 2º"),
        ("Artes y oficios. Tarifas", "Artes y oficios. Tarifas"),
        ("3.2. Ingresos", "3.2. Ingresos"),
    ],
)
def test_una_unidad_por_su_solo_nombre(titulo: str, nombre: str) -> None:
    assert nombre_solo(titulo) == nombre
