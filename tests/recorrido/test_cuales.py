"""Where documents are asked for, those that hold the matter are answered with, each by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from config import Config
from siaa.armado import ajustes_consulta
from siaa.biblioteca.cargador import cargar_biblioteca
from siaa.biblioteca.indice import Indice
from siaa.eventos import Etapa
from siaa.recorrido.hallazgo import Preparacion, fuentes_de
from siaa.recorrido.localizacion import MOSTRADOS
from siaa.recorrido.preparacion import reunir
from siaa.recuperacion.hibrida.busqueda import CANDIDATOS
from siaa.valores import Mensaje

DE_FAROS = tuple(f"decreto-{n}-1950.md" for n in range(11, 20))
RELLENO = "Los funcionarios de la oficina cumplen el horario que fije el jefe de cada dependencia."


@pytest.fixture
def indice(tmp_path: Path) -> Indice:
    for n, nombre in enumerate(DE_FAROS):
        texto = f"# Decreto {n + 11} de 1950\n\nArtículo 1°. El faro {n} del puerto se reparará.\n"
        (tmp_path / nombre).write_text(f"{texto}\nArtículo 2°. {RELLENO}\n", encoding="utf-8")
    otros = {
        "ley-5-1951.md": "# Ley 5 de 1951\n\nArtículo 1°. Cada faro tendrá un guarda.\n",
        "ley-6-1951.md": f"# Ley 6 de 1951\n\nArtículo 1°. El puente se pintará.\n\n{RELLENO}\n",
        "puentes.md": f"# Manual de obras\n\nEl puente se revisa.\n\n{RELLENO}\n",
        "circular-7-1951.md": "# Circular 7 de 1951\n\nEl puente del río se cierra de noche.\n",
    }
    for nombre, texto in otros.items():
        (tmp_path / nombre).write_text(texto, encoding="utf-8")
    return cargar_biblioteca(tmp_path)


def preparada(indice: Indice, pregunta: str, **ajustes: str) -> Preparacion:
    elegidos = ajustes_consulta(Config(**ajustes))  # type: ignore[arg-type]
    return reunir(indice, [Mensaje("user", pregunta)], elegidos, 3.0)


def documentos(lista: Preparacion) -> list[str]:
    return [fuente.doc for fuente in lista.contexto.fuentes]


def test_un_pasaje_de_cada_documento_y_los_demas_por_su_nombre(indice: Indice) -> None:
    lista = preparada(indice, "¿Qué decretos hablan de faros?")
    suyos, avisos = documentos(lista), " ".join(lista.avisos)
    assert len(suyos) == len({*suyos}) == MOSTRADOS and {*suyos} < {*DE_FAROS}
    assert all("faro" in lista.contexto.fragmento(f) for f in lista.contexto.fuentes)
    nombrados = {d for d in DE_FAROS if indice.documentos[d].titulo in avisos}
    assert nombrados == {*DE_FAROS} - {*suyos} and "También hablan de esto" in avisos
    assert "puede haber más" not in avisos
    assert all(d.removesuffix(".md").upper() in lista.mensajes[0].contenido for d in suyos)
    assert len(lista.contexto.texto) <= lista.ajustes.presupuesto.escopeta


def test_los_documentos_que_se_piden_no_los_cambian_las_busquedas_de_un_modelo(
    indice: Indice,
) -> None:
    conversacion = [Mensaje("user", "¿Qué decretos hablan de faros?")]
    pide = ajustes_consulta(Config(descomponer="siempre"))
    sola = reunir(indice, conversacion, pide, 3.0)
    assert sola.encargo is None and sola.hallazgo.hablan
    hecha = Etapa("descomposición", "hecha", "", 1.0, 1, "", ("pintar el puente",))
    assert reunir(indice, conversacion, pide, 3.0, etapas=[hecha]).contexto == sola.contexto
    otra = [Mensaje("user", "¿Quién pinta el puente?")]
    assert reunir(indice, otra, pide, 3.0).encargo is not None


def test_si_todos_los_que_se_miran_hablan_de_eso_se_dice_que_puede_haber_mas(
    tmp_path: Path,
) -> None:
    for n in range(CANDIDATOS + 6):
        texto = f"# Decreto {n + 11} de 1950\n\nArtículo 1°. El faro del puerto se reparará.\n"
        (tmp_path / f"decreto-{n + 11}-1950.md").write_text(texto, encoding="utf-8")
    lista = preparada(cargar_biblioteca(tmp_path), "¿Qué decretos hablan de faros?")
    assert any(aviso.endswith("; puede haber más.") for aviso in lista.avisos)


@pytest.mark.parametrize(
    ("pregunta", "suyos"),
    [
        ("¿Qué leyes hablan de faros?", {"ley-5-1951.md"}),
        ("documentos sobre puentes", {"ley-6-1951.md", "circular-7-1951.md", "puentes.md"}),
        ("¿Qué manual habla de puentes?", {"puentes.md"}),
        ("¿Hay alguna circular sobre puentes?", {"circular-7-1951.md"}),
        (
            "¿Qué acuerdos hablan de puentes?",
            {"ley-6-1951.md", "circular-7-1951.md", "puentes.md"},
        ),
    ],
)
def test_los_de_la_clase_que_se_nombra_si_hay_alguno(
    indice: Indice, pregunta: str, suyos: set[str]
) -> None:
    lista = preparada(indice, pregunta)
    assert {*documentos(lista)} == suyos and not any("También" in a for a in lista.avisos)


def test_lo_que_ninguno_dice_entero_es_dudoso(indice: Indice) -> None:
    sabida = fuentes_de(preparada(indice, "¿Qué leyes hablan de guardas de faro?"))
    a_medias = fuentes_de(preparada(indice, "¿Qué leyes hablan de faros y de puentes?"))
    assert (sabida.certeza, a_medias.certeza) == ("segura", "dudosa")


def test_quien_pregunta_por_lo_que_dicen_recibe_los_pasajes_de_siempre(indice: Indice) -> None:
    lista = preparada(indice, "¿Quién cuida cada faro?")
    assert not lista.hallazgo.hablan and documentos(lista)[0] == "ley-5-1951.md"
    clasica = preparada(indice, "¿Qué decretos hablan de faros?", estrategia="clasica")
    assert not clasica.hallazgo.hablan and len({*documentos(clasica)}) <= 2
