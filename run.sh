#!/usr/bin/env bash
# The one command of SIAA: prepares .venv on first use and starts whatever is asked for.
#
# Laws of this file:
#  - A start with nothing to prepare does no network work, takes no lock and writes nothing.
#  - .venv is usable only while its identity file (.siaa-entorno) names this Python version and this
#    folder. That file is removed before anything in .venv changes and written again afterwards, so
#    an interruption at any moment leaves a .venv that the next start rebuilds.
#  - No index is ever named: pip uses whatever this machine is configured with. In an unpacked
#    package (a folder with SHA256SUMS) the wheels in ruedas/ are used, and nothing else.

if [ -z "${BASH_VERSION:-}" ]; then exec bash "$0" "$@"; fi
{ # Read whole before anything runs: a truncated copy fails here instead of doing half of its work.

set -euo pipefail

readonly SALIDA_USO=2          # the command line cannot be understood
readonly SALIDA_SIN_PYTHON=3   # no usable Python on this machine
readonly PYTHON_MINIMO=11      # SIAA needs Python 3.<this> or later

# --- Where we are ---------------------------------------------------------------------------------

# Folder that really holds this script, symbolic links followed.
carpeta_propia() {
  local ruta="${BASH_SOURCE[0]}" destino
  while [[ -L "$ruta" ]]; do
    destino="$(readlink "$ruta")"
    [[ "$destino" == /* ]] || destino="$(dirname "$ruta")/$destino"
    ruta="$destino"
  done
  cd -P "$(dirname "$ruta")" >/dev/null && pwd -P
}

unset CDPATH
RAIZ="$(carpeta_propia)"
readonly RAIZ
readonly ENTORNO="$RAIZ/.venv"
readonly IDENTIDAD="$ENTORNO/.siaa-entorno"
readonly CERROJO="$RAIZ/.venv.lock"
readonly SUMAS="$RAIZ/SHA256SUMS"
readonly VERIFICADO="$RAIZ/.paquete-verificado"
UMASK_ORIGINAL="$(umask)"
readonly UMASK_ORIGINAL

# What the user may have set for other work and would damage this environment or hide its modules.
# The index, proxy, certificate and time-out settings are deliberately kept.
unset PYTHONPATH PYTHONHOME PYTHONSAFEPATH PYTHONSTARTUP PYTHONINSPECT PYTHONUSERBASE \
  PYTHONEXECUTABLE PYTHONPLATLIBDIR __PYVENV_LAUNCHER__ \
  PIP_TARGET PIP_PREFIX PIP_ROOT PIP_PYTHON PIP_DRY_RUN PIP_NO_DEPS PIP_CONSTRAINT \
  PIP_REQUIREMENT PIP_REQUIRE_HASHES PIP_NO_BINARY PIP_ONLY_BINARY PIP_IGNORE_INSTALLED \
  PIP_FORCE_REINSTALL PIP_UPGRADE PIP_EDITABLE PIP_REPORT PIP_QUIET PIP_VERBOSE PIP_SRC \
  PIP_PLATFORM PIP_PYTHON_VERSION PIP_IMPLEMENTATION PIP_ABI PIP_DEST PIP_BREAK_SYSTEM_PACKAGES
export PIP_USER=0 PIP_DISABLE_PIP_VERSION_CHECK=1
# Where pip could not keep its cache, it is told so, and need not warn about it.
if [[ -n "${HOME:-}" && ! -w "$HOME" && ! -w "${PIP_CACHE_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}}" ]]; then
  export PIP_NO_CACHE_DIR=1
fi

# --- Talking --------------------------------------------------------------------------------------

decir() { printf '%s\n' "$*" >&2; }

fallar() { # exit code, text
  decir "run.sh: $2"
  exit "$1"
}

ayuda() {
  cat <<'FIN'
Uso: ./run.sh [orden] [opciones]

Órdenes:
  servir [opciones]       Prepara el entorno y pone SIAA en marcha (es la orden por defecto).
      --config F            archivo de ajustes (siaa.toml)
      --documentos D        carpeta de la biblioteca
      --host H, --puerto P  dónde escucha; puerto 0 = cualquiera libre
  preguntar "…"           Hace una pregunta desde la terminal.
  verificar archivo       Comprueba cada frase de un texto (o PDF, Word…) contra los documentos («-» lee la entrada);
                          termina con 1 si alguna discrepa.
  indexar [opciones]      Hace los vectores de los documentos (SIAA_ESTRATEGIA=canal) y llena el almacén.
  leer [opciones]         El modelo lee los documentos, cuando nadie pregunta, para que se encuentren mejor.
  convertir ENTRADA [SALIDA]
                          Escribe documentos PDF, Word, Excel o HTML como Markdown, para corregirlos a mano.
  evaluar [opciones]      Mide la búsqueda con preguntas y sus respuestas.
  comparar [opciones]     Hace las mismas preguntas a SIAA y a otros buscadores.
  preparar [--dev]        Solo prepara el entorno (.venv); --dev añade lo necesario para las pruebas.
  test [opciones]         Ejecuta todas las pruebas; las opciones pasan a pytest.
  capturas [carpeta]      Retrata la página en todos sus estados (hace falta Chromium); por defecto, en capturas/.
  paquete [opciones]      Crea un archivo único para instalar SIAA sin red en otro equipo.
      --salida F            archivo o carpeta de destino (por defecto, siaa-<versión>-<commit>.tar.gz aquí)
      --python 3.12[,3.13]  versiones de Python de destino (por defecto, la de este equipo)
                            con SIAA_ALMACEN=qdrant o postgres, lleva también su cliente
      --plataforma P        x86_64, aarch64 o una etiqueta como manylinux_2_28_x86_64 (por defecto, esta)
  ayuda, -h, --help       Muestra esta ayuda.
  --version               Muestra la versión de SIAA.
Después de una orden, --help muestra sus opciones y no instala nada.

Variables:
  SIAA_PYTHON             Python que se debe usar (nombre o ruta); por defecto se busca uno, 3.11 o posterior.
  SIAA_*                  ajustes del servicio: véase docs/guia_administrador.md.

La primera vez se descargan las dependencias con el índice que tenga configurado pip. En un equipo
sin red: cree el paquete en otro equipo, cópielo, descomprímalo y ejecute allí ./run.sh.
FIN
}

version() {
  local linea
  while IFS= read -r linea; do
    if [[ "$linea" =~ ^__version__[^=]*=[[:space:]]*[\"\']([^\"\']+) ]]; then
      printf 'siaa %s\n' "${BASH_REMATCH[1]}"
      return
    fi
  done <"$RAIZ/siaa/__init__.py"
  fallar 1 "siaa/__init__.py no dice la versión."
}

pide_ayuda() { # options of an order
  local opcion
  for opcion; do
    case "$opcion" in
      --) return 1 ;;
      -h | --help) return 0 ;;
    esac
  done
  return 1
}

# What the general help says of one order.
ayuda_breve() { # order
  local linea suya=""
  printf 'Uso: ./run.sh %s [opciones]\n\n' "$1"
  while IFS= read -r linea; do
    if [[ "$linea" != "      "* ]]; then suya=""; fi
    if [[ "$linea" == "  $1 "* ]]; then suya=1; fi
    if [[ -n "$suya" ]]; then printf '%s\n' "$linea"; fi
  done < <(ayuda)
}

readonly BASTANTE_NUEVO="import sys; sys.exit(sys.version_info < (3, $PYTHON_MINIMO))"
# The command line of the service, for a Python without packages.
readonly AYUDA_SERVICIO='
import sys
sys.path.insert(0, sys.argv.pop(1))
from siaa import __version__
from siaa.consola.ordenes import leer_orden
leer_orden(sys.argv[1:], __version__)
'

# All that an order can be told, at once and without an environment: the options that Python reads
# are told by any Python of this machine, without its packages; where there is none, in brief.
ayuda_de() { # order
  local candidato
  case "$1" in
    servir | preguntar | verificar | leer | indexar | convertir | evaluar) set -- "$1" -c "$AYUDA_SERVICIO" "$RAIZ" "$1" ;;
    comparar) set -- "$1" "$RAIZ/bench/encargo.py" ;;
    *) set -- "$1" ;;
  esac
  if (($# > 1)); then
    while IFS= read -r candidato; do
      if "$candidato" -S -s -c "$BASTANTE_NUEVO" 2>/dev/null </dev/null; then
        PYTHONIOENCODING=:replace exec "$candidato" -S -s -B "${@:2}" --help
      fi
    done < <(printf '%s\n' "${SIAA_PYTHON:-$ENTORNO/bin/python}" && candidatos)
  fi
  ayuda_breve "$1"
}

# --- Choosing a Python ----------------------------------------------------------------------------

# Answers in lines: version, version with ABI flags, platform, C library, whether it can make a
# venv, base folder, executable. Has to run on any Python, even 2.7.
readonly SONDA='
import os, sys
try:
    import sysconfig
    plataforma = sysconfig.get_platform()
except Exception:
    plataforma = sys.platform
try:
    libc = os.confstr("CS_GNU_LIBC_VERSION") or "otra"
except Exception:
    libc = "otra"
try:
    import ensurepip, venv
    ensurepip.version()
    completo = "si"
except Exception:
    completo = "no"
v = tuple(sys.version_info)
base = getattr(sys, "_base_executable", None) or sys.executable
print("%d.%d.%d" % v[:3])
print("%d.%d%s" % (v[0], v[1], getattr(sys, "abiflags", "")))
print(plataforma)
print(libc)
print(completo)
print(getattr(sys, "base_prefix", sys.prefix))
print(base if os.path.exists(base) else sys.executable)
'

# Sets PY_* from an interpreter; fails if it does not run (a pyenv shim without its version, say).
sondear() {
  local respuesta
  respuesta="$("$1" -E -s -c "$SONDA" 2>/dev/null </dev/null)" || return 1
  { IFS= read -r PY_VERSION && IFS= read -r PY_ABI && IFS= read -r PY_PLATAFORMA &&
    IFS= read -r PY_LIBC && IFS= read -r PY_COMPLETO && IFS= read -r PY_BASE &&
    IFS= read -r PY_RUTA; } <<<"$respuesta" || return 1
  [[ "$PY_VERSION" =~ ^[0-9]+\.[0-9]+\.[0-9]+$ && -x "$PY_RUTA" ]]
}

bastante_nuevo() { # version
  local mayor="${1%%.*}" resto="${1#*.}"
  ((mayor > 3 || (mayor == 3 && ${resto%%.*} >= PYTHON_MINIMO)))
}

# The interpreters of this machine, preferred first.
candidatos() {
  local nombre ruta
  for nombre in python3.14 python3.13 python3.12 python3.11 python3 python; do
    type -aP "$nombre" || true
  done
  for ruta in "${PYENV_ROOT:-${HOME:-/nonexistent}/.pyenv}"/versions/3.*/bin/python3; do
    if [[ -x "$ruta" ]]; then printf '%s\n' "$ruta"; fi
  done
}

dato_paquete() { # key → its value in PAQUETE
  local clave valor
  while IFS='=' read -r clave valor; do
    if [[ "$clave" == "$1" ]]; then
      printf '%s' "$valor"
      return
    fi
  done <"$RAIZ/PAQUETE"
}

libc_basta() { # needed, present: «glibc 2.28», «musl 1.2», «otra», «cualquiera»
  local minimo presente
  case "$1" in
    cualquiera) return 0 ;;
    musl*) [[ "$2" == otra ]] && return 0 || return 1 ;;
  esac
  [[ "$2" == glibc\ 2.* ]] || return 1
  minimo="${1#glibc 2.}" presente="${2#glibc 2.}"
  ((${presente%%.*} >= ${minimo%%.*}))
}

# Whether the wheels of this package fit the interpreter in PY_*. Outside a package any fits.
encaja() {
  local versiones plataforma libc
  [[ -e "$SUMAS" ]] || return 0
  versiones="$(dato_paquete python)" plataforma="$(dato_paquete plataforma)" libc="$(dato_paquete libc)"
  [[ " $versiones " == *" $PY_ABI "* ]] || return 1
  [[ "$plataforma" == cualquiera || "$plataforma" == "$PY_PLATAFORMA" ]] || return 1
  libc_basta "$libc" "$PY_LIBC"
}

explicar_sin_python() { # what was found, one per line
  if [[ -n "$1" ]]; then
    decir "SIAA necesita Python 3.$PYTHON_MINIMO o posterior. En este equipo solo encontré:"
    decir "${1%$'\n'}"
  else
    decir "SIAA necesita Python 3.$PYTHON_MINIMO o posterior, y no encontré ningún Python en el PATH."
  fi
  decir "Instálelo y repita la orden. Por ejemplo:
  Debian 12, Ubuntu 24.04 o posteriores:  sudo apt install python3 python3-venv
  Fedora, RHEL y derivados:               sudo dnf install python3.12
  openSUSE:                               sudo zypper install python312
Si ya lo tiene en otra carpeta, indíquela:  SIAA_PYTHON=/ruta/a/python3.12 ./run.sh"
  exit "$SALIDA_SIN_PYTHON"
}

explicar_sin_venv() { # version, path
  local corta="${1%.*}"
  decir "El Python $1 de $2 no puede crear entornos: le falta «venv» o «ensurepip».
Instale el paquete que los trae y repita la orden:
  Debian, Ubuntu y derivados:  sudo apt install python$corta-venv
  Fedora, RHEL y derivados:    sudo dnf install python3-pip python3-libs
  openSUSE:                    sudo zypper install python3${corta#3.}-pip"
  exit "$SALIDA_SIN_PYTHON"
}

explicar_sin_ruedas() { # what was found, one per line; version of the best one
  decir "Las ruedas de este paquete no sirven para los Python de este equipo.
  El paquete es para: Python $(dato_paquete python), $(dato_paquete plataforma), $(dato_paquete libc).
  Aquí hay:"
  decir "${1%$'\n'}"
  decir "Qué hacer: instale uno de los Python del paquete, o cree un paquete para este equipo en otro
que tenga red, desde la carpeta de SIAA:  ./run.sh paquete --python ${2%.*}
(si el procesador o el sistema son distintos, añada --plataforma; véase ./run.sh ayuda)."
  exit "$SALIDA_SIN_PYTHON"
}

# Leaves in PY_* the interpreter to use, or ends with an explanation.
elegir_python() {
  local candidato vistos="" hallados="" sin_venv="" sin_ruedas=""
  if [[ -n "${SIAA_PYTHON:-}" ]]; then
    sondear "$SIAA_PYTHON" ||
      fallar "$SALIDA_SIN_PYTHON" "SIAA_PYTHON=$SIAA_PYTHON no es un Python que funcione; escriba su nombre o su ruta, o quite la variable."
  fi
  while IFS= read -r candidato; do
    if [[ "$candidato" == "$ENTORNO"/* ]] || ! sondear "$candidato"; then continue; fi
    [[ "$vistos" != *"|$PY_VERSION $PY_BASE|"* ]] || continue
    vistos+="|$PY_VERSION $PY_BASE|"
    hallados+="  Python $PY_VERSION ($PY_RUTA)"$'\n'
    bastante_nuevo "$PY_VERSION" || continue
    if [[ "$PY_COMPLETO" != si ]]; then
      sin_venv="${sin_venv:-$PY_VERSION|$PY_RUTA}"
    elif ! encaja; then
      sin_ruedas="${sin_ruedas:-$PY_VERSION}"
    else
      return 0
    fi
  done < <(if [[ -n "${SIAA_PYTHON:-}" ]]; then printf '%s\n' "$SIAA_PYTHON"; else candidatos; fi)
  if [[ -n "$sin_ruedas" ]]; then explicar_sin_ruedas "$hallados" "$sin_ruedas"; fi
  if [[ -n "$sin_venv" ]]; then explicar_sin_venv "${sin_venv%%|*}" "${sin_venv#*|}"; fi
  explicar_sin_python "$hallados"
}

# --- Integrity of an unpacked package -------------------------------------------------------------

sha256() {
  if command -v sha256sum >/dev/null; then
    LC_ALL=C sha256sum "$@"
  else
    LC_ALL=C shasum -a 256 "$@"
  fi
}

rechazar_lista() {
  fallar 1 "SHA256SUMS está dañado o incompleto: $1.
Vuelva a copiar y descomprimir el paquete; compruebe antes el archivo con su .sha256."
}

# SHA256SUMS itself: well formed, naming what the rest relies on, and no stranger among the wheels.
verificar_lista() {
  local linea archivo lista sobran=""
  while IFS= read -r linea || [[ -n "$linea" ]]; do
    [[ "$linea" =~ ^[0-9a-f]{64}\ \ .+$ ]] || rechazar_lista "línea ilegible «${linea:0:80}»"
  done <"$SUMAS"
  lista="$(<"$SUMAS")"$'\n'
  [[ "$lista" == *"  PAQUETE"$'\n'* ]] || rechazar_lista "no nombra el archivo PAQUETE"
  for archivo in "$RAIZ"/ruedas/*; do
    if [[ -e "$archivo" && "$lista" != *"  ruedas/${archivo##*/}"$'\n'* ]]; then sobran+="  ruedas/${archivo##*/}"$'\n'; fi
  done
  [[ -z "$sobran" ]] || fallar 1 "Hay archivos que no son de este paquete (no están en SHA256SUMS):
${sobran}Bórrelos y repita la orden; si descomprimió un paquete sobre otro, hágalo en una carpeta nueva."
}

# Every file of the package has to be as it was packed. Once a package has passed, the documents are
# the administrator's own, and a later rebuild does not look at them again.
verificar_paquete() {
  local linea malos="" huella total=0 consejo=""
  [[ -e "$SUMAS" || -d "$RAIZ/ruedas" ]] || return 0
  [[ -e "$SUMAS" ]] || fallar 1 "Esta carpeta tiene ruedas/ pero le falta SHA256SUMS: el paquete está incompleto. Vuelva a descomprimirlo."
  decir "Comprobando los archivos del paquete…"
  verificar_lista
  huella="$(sha256 <"$SUMAS")"
  while IFS= read -r linea; do
    total=$((total + 1))
    case "$linea" in
      *": OK") continue ;;
      *": FAILED"*) linea="${linea%: FAILED*}" ;;
      *) continue ;;
    esac
    if [[ "$linea" == documentos/* && -e "$VERIFICADO" && "$(<"$VERIFICADO")" == "$huella" ]]; then continue; fi
    if [[ "$linea" == documentos/* ]]; then
      consejo=$'\nSus propios documentos van en otra carpeta: póngala en SIAA_DOCUMENTOS.'
    fi
    if [[ -e "$RAIZ/$linea" ]]; then malos+="  $linea (cambiado o dañado)"$'\n'; else malos+="  $linea (falta)"$'\n'; fi
  done < <(cd "$RAIZ" && sha256 -c SHA256SUMS 2>/dev/null)
  if [[ -n "$malos" ]]; then
    fallar 1 "El paquete no está como se creó; no instalo nada. Archivos:
${malos}Vuelva a copiar y descomprimir el paquete; compruebe antes el archivo con su .sha256.${consejo}"
  fi
  [[ "$total" == "$(dato_paquete archivos)" ]] || rechazar_lista "nombra $total archivos y el paquete tenía $(dato_paquete archivos)"
  printf '%s\n' "$huella" >"$VERIFICADO"
}

# --- One at a time --------------------------------------------------------------------------------

CERROJO_FD=""
CERROJO_CARPETA=""

# Whether the holder of the folder lock is gone: no such process, or far too old to be real.
cerrojo_caducado() {
  local pid
  pid="$(cat "$CERROJO.d/pid" 2>/dev/null)" || pid=""
  if [[ -n "$(find "$CERROJO.d" -maxdepth 0 -mmin +60 2>/dev/null)" ]]; then return 0; fi
  if [[ -z "$pid" ]]; then [[ -n "$(find "$CERROJO.d" -maxdepth 0 -mmin +1 2>/dev/null)" ]]; return; fi
  ! { kill -0 "$pid" 2>/dev/null || [[ -d "/proc/$pid" ]]; }
}

# Where flock does not exist: mkdir is atomic; an abandoned folder is moved away, also atomically.
cerrar_con_carpeta() {
  local avisado="" retirada
  until mkdir "$CERROJO.d" 2>/dev/null; do
    if cerrojo_caducado; then
      retirada="$CERROJO.viejo.$$"
      if mv "$CERROJO.d" "$retirada" 2>/dev/null; then rm -rf "$retirada"; fi
      continue
    fi
    [[ -n "$avisado" ]] || decir "Otro ./run.sh está preparando el entorno; espero a que termine…"
    avisado=1
    sleep 0.5
  done
  CERROJO_CARPETA="$CERROJO.d"
  printf '%s\n' "$$" >"$CERROJO_CARPETA/pid"
}

# With flock, pip inherits the lock: should this shell be killed, nobody enters while pip still runs.
cerrar() {
  if ! command -v flock >/dev/null; then
    cerrar_con_carpeta
    return
  fi
  exec {CERROJO_FD}>"$CERROJO"
  if ! flock -n "$CERROJO_FD"; then
    decir "Otro ./run.sh está preparando el entorno; espero a que termine…"
    flock "$CERROJO_FD"
  fi
}

abrir() {
  if [[ -n "$CERROJO_FD" ]]; then exec {CERROJO_FD}>&-; fi
  if [[ -n "$CERROJO_CARPETA" ]]; then rm -rf "$CERROJO_CARPETA"; fi
  CERROJO_FD="" CERROJO_CARPETA=""
}

HIJO=""

# shellcheck disable=SC2317  # reached through trap
interrumpido() { # exit code
  if [[ -n "$HIJO" ]]; then
    kill -- "-$HIJO" 2>/dev/null || true
    wait "$HIJO" 2>/dev/null || true
  fi
  decir ""
  decir "Interrumpido. La próxima vez ./run.sh termina de preparar el entorno."
  exit "$1"
}

# Runs a command in a process group of its own, so that a signal to this shell ends all of it at once.
ejecutar() {
  local resultado=0
  set -m
  "$@" </dev/null &
  HIJO=$!
  set +m
  wait "$HIJO" || resultado=$?
  HIJO=""
  return "$resultado"
}

# --- The environment ------------------------------------------------------------------------------

# Hash of the requirements of a level: «servir», «dev», or the store «qdrant» or «postgres».
huella_requisitos() {
  local archivos=("$RAIZ/requirements.txt" "$RAIZ/requirements-conversion.txt")
  case "$1" in
    dev) archivos+=("$RAIZ"/requirements-{dev,postgres,qdrant}.txt) ;;
    postgres | qdrant) archivos+=("$RAIZ/requirements-$1.txt") ;;
  esac
  cat "${archivos[@]}" | sha256
}

# What the identity file has to say: version, folder, base folder. Empty if there is no Python there.
identidad_actual() {
  "$ENTORNO/bin/python" -I -c 'import sys
v = sys.version_info
print("%d.%d%s" % (v[0], v[1], sys.abiflags), sys.prefix, sys.base_prefix, sep="\n")
' 2>/dev/null </dev/null || true
}

entorno_sano() {
  local identidad
  [[ -x "$ENTORNO/bin/python" && -e "$IDENTIDAD" ]] || return 1
  identidad="$(identidad_actual)"
  [[ -n "$identidad" && "$identidad" == "$(<"$IDENTIDAD")" ]] || return 1
  [[ -n "${SIAA_PYTHON:-}" ]] || return 0
  # An explicit choice of Python counts also once the environment exists.
  sondear "$SIAA_PYTHON" && [[ "${identidad##*$'\n'}" == "$PY_BASE" && "${identidad%%$'\n'*}" == "$PY_ABI" ]]
}

sello_vale() { # level
  [[ -e "$ENTORNO/.siaa-$1" && "$(<"$ENTORNO/.siaa-$1")" == "$(huella_requisitos "$1")" ]]
}

entorno_listo() { # level
  entorno_sano && sello_vale servir && { [[ "$1" == servir ]] || sello_vale "$1"; }
}

crear_entorno() {
  elegir_python
  if [[ -e "$ENTORNO" || -L "$ENTORNO" ]]; then
    decir "El entorno .venv está incompleto, es de otra carpeta o de otro Python: lo rehago."
    rm -rf "$ENTORNO"
  fi
  decir "Usando Python $PY_VERSION ($PY_RUTA)."
  if ! ejecutar "$PY_RUTA" -I -m venv "$ENTORNO" >&2; then
    rm -rf "$ENTORNO"
    fallar 1 "Python $PY_VERSION no pudo crear el entorno en $ENTORNO (su mensaje está arriba)."
  fi
}

explicar_pip() { # level, identity
  local con=""
  if [[ -e "$SUMAS" && "$1" != dev ]]; then
    if [[ "$1" != servir ]]; then con="SIAA_ALMACEN=$1 "; fi
    fallar 1 "No se pudo instalar desde ruedas/ (el mensaje de pip está arriba). Compruebe el espacio en disco; si lo hay, cree el paquete de nuevo con ${con}./run.sh paquete."
  fi
  decir "run.sh: No se pudieron instalar las dependencias (el mensaje de pip está arriba). Qué hacer:
  · Si este equipo no tiene red: en otro que la tenga ejecute ./run.sh paquete --python ${2%%$'\n'*},
    copie aquí el archivo que crea, descomprímalo y ejecute ./run.sh allí: se instala sin red.
  · Si la red pasa por un proxy o un índice propio, configúrelos para pip como siempre
    (pip config, PIP_INDEX_URL, HTTPS_PROXY, PIP_CERT); run.sh los respeta.
  · Compruebe también el espacio en disco, y repita la orden: sigue donde quedó."
  exit 1
}

instalar() { # level
  local requisitos="$RAIZ/requirements-conversion.txt" opciones=() resultado=0 identidad
  if [[ "$1" != servir ]]; then requisitos="$RAIZ/requirements-$1.txt"; fi
  if [[ -e "$SUMAS" && "$1" != dev ]]; then opciones=(--isolated --no-index); fi
  if [[ -e "$SUMAS" ]]; then opciones+=(--find-links "$RAIZ/ruedas"); fi
  identidad="$(identidad_actual)"
  rm -f "$IDENTIDAD" "$ENTORNO/.siaa-$1"
  PIP_RETRIES="${PIP_RETRIES:-3}" ejecutar "$ENTORNO/bin/python" -I -m pip install --quiet --no-input \
    --no-warn-script-location --only-binary=:all: ${opciones[@]+"${opciones[@]}"} \
    --requirement "$requisitos" >&2 || resultado=$?
  # pip undoes its own failures, so the environment is whole again, only not up to date.
  printf '%s\n' "$identidad" >"$IDENTIDAD"
  if ((resultado)); then explicar_pip "$1" "$identidad"; fi
  huella_requisitos "$1" >"$ENTORNO/.siaa-$1"
}

# Leaves .venv ready for a level.
preparar() {
  local nivel="$1" ruta
  if entorno_listo "$nivel"; then return; fi
  for ruta in "$RAIZ" "$ENTORNO" "$CERROJO"; do
    if [[ -e "$ruta" && ! -w "$ruta" ]]; then
      fallar 1 "No puedo preparar el entorno: no tengo permiso para escribir en $ruta.
Ejecute la orden con el usuario dueño de esa carpeta (¿la preparó otro, o root?)."
    fi
  done
  trap 'interrumpido 130' INT
  trap 'interrumpido 143' TERM
  trap 'interrumpido 129' HUP
  trap abrir EXIT
  umask 022 # the service may run as another user than the one who installs it
  cerrar
  if ! entorno_listo "$nivel"; then
    decir "Preparando el entorno (solo la primera vez)…"
    verificar_paquete
    entorno_sano || crear_entorno
    sello_vale servir || instalar servir
    [[ "$nivel" == servir ]] || sello_vale "$nivel" || instalar "$nivel"
    decir "Entorno listo."
  fi
  abrir
  umask "$UMASK_ORIGINAL"
  trap - INT TERM HUP EXIT
}

# --- Commands -------------------------------------------------------------------------------------

# The store that is asked for, where it needs packages of its own: by the variable, else by a line of
# the settings file. Else nothing.
almacen_pedido() { # options of an order
  local archivo="$RAIZ/siaa.toml" valor="${SIAA_ALMACEN:-}" linea
  while (($#)); do
    case "$1" in
      --config) archivo="${2:-}" ;;
      --config=*) archivo="${1#*=}" ;;
    esac
    shift
  done
  if [[ -z "$valor" && -f "$archivo" && -r "$archivo" ]]; then
    while IFS= read -r linea || [[ -n "$linea" ]]; do
      if [[ "$linea" =~ ^[[:space:]]*almacen[[:space:]]*=[[:space:]]*[\"\']([a-z]+)[\"\'] ]]; then valor="${BASH_REMATCH[1]}"; fi
    done <"$archivo"
  fi
  case "$valor" in qdrant | postgres) printf '%s' "$valor" ;; esac
}

orden_preparar() {
  local nivel=servir almacen
  (($# < 2)) || fallar "$SALIDA_USO" "preparar solo admite --dev, no «$2»."
  case "${1:-}" in
    "") ;;
    --dev) nivel=dev ;;
    *) fallar "$SALIDA_USO" "preparar solo admite --dev, no «$1»." ;;
  esac
  preparar "$nivel"
  almacen="$(almacen_pedido)"
  if [[ -n "$almacen" ]]; then preparar "$almacen"; fi
}

siaa() { # servir|preguntar|verificar|leer|indexar|convertir|evaluar, its options
  local almacen
  almacen="$(almacen_pedido "$@")"
  preparar "${almacen:-servir}"
  exec "$ENTORNO/bin/python" "$RAIZ/siaa_proxy.py" "$@"
}

orden_servir() { siaa servir "$@"; }
orden_preguntar() { siaa preguntar "$@"; }
orden_verificar() { siaa verificar "$@"; }
orden_leer() { siaa leer "$@"; }
orden_indexar() { siaa indexar "$@"; }
orden_convertir() { siaa convertir "$@"; }
orden_evaluar() { siaa evaluar "$@"; }

orden_test() {
  preparar dev
  cd "$RAIZ"
  # What Python compiles is kept: the tests start it some hundred times.
  unset PYTHONDONTWRITEBYTECODE
  # In a fresh clone each process would compile every test: once, by halves, is enough.
  if [[ ! -d tests/__pycache__ ]]; then
    "$ENTORNO/bin/python" -m pytest --collect-only -qq tests/[a-p]*/ >/dev/null 2>&1 &
    "$ENTORNO/bin/python" -m pytest --collect-only -qq tests/[q-z]*/ >/dev/null 2>&1 &
    wait
  fi
  # Two processes a core and one more, as half of a test is waiting, and each collects all tests and
  # has its browser; a file stays whole, since its tests share a server, in the order of
  # tests/conftest.py. A later -n wins.
  exec "$ENTORNO/bin/python" -m pytest -n "$((2 * $(nproc) + 1))" --dist loadfile \
    --no-loadscope-reorder "$@"
}

orden_capturas() {
  if (($# > 1)) || [[ "${1:-}" == -* ]]; then
    fallar "$SALIDA_USO" "capturas solo admite una carpeta, no «${!#}»."
  fi
  preparar dev
  exec "$ENTORNO/bin/python" "$RAIZ/tests/apoyo/capturas.py" "${1:-$RAIZ/capturas}"
}

# The other engines live in an environment of their own; without them SIAA and SQLite are compared.
orden_comparar() {
  local aparte="$RAIZ/.venv-comparar" sello
  preparar servir
  sello="$(cat "$RAIZ/requirements.txt" "$RAIZ/requirements-comparar.txt" | sha256)|$(<"$IDENTIDAD")"
  if [[ ! -e "$aparte/.siaa" || "$(<"$aparte/.siaa")" != "$sello" ]]; then
    decir "Instalando los otros buscadores en .venv-comparar (solo la primera vez)…"
    rm -rf "$aparte"
    if "$ENTORNO/bin/python" -I -m venv --without-pip "$aparte" >&2 &&
      "$ENTORNO/bin/python" -I -m pip --python "$aparte/bin/python" install --quiet --no-input \
        --only-binary=:all: --requirement "$RAIZ/requirements-comparar.txt" >&2; then
      printf '%s\n' "$sello" >"$aparte/.siaa"
    else
      decir "No se pudieron instalar (el mensaje está arriba); comparo sin ellos."
      rm -rf "$aparte"
      aparte="$ENTORNO"
    fi
  fi
  exec "$aparte/bin/python" "$RAIZ/bench/comparar.py" "$@"
}

orden_paquete() {
  local salida="" pythons="" plataforma=""
  while (($#)); do
    case "$1" in
      --salida=* | --python=* | --plataforma=*) set -- "${1%%=*}" "${1#*=}" "${@:2}"; continue ;;
      --salida | --python | --plataforma)
        [[ -n "${2:-}" ]] || fallar "$SALIDA_USO" "a $1 le falta su valor. Véase ./run.sh ayuda."
        case "$1" in
          --salida) salida="$2" ;;
          --python) pythons="$2" ;;
          --plataforma) plataforma="$2" ;;
        esac
        shift 2
        ;;
      *) fallar "$SALIDA_USO" "paquete no admite «$1». Véase ./run.sh ayuda." ;;
    esac
  done
  preparar servir
  exec "$ENTORNO/bin/python" -I "$RAIZ/deploy/paquete.py" "$RAIZ" "$salida" "$pythons" "$plataforma"
}

principal() {
  local orden="${1:-servir}"
  case "$orden" in
    -h | --help | ayuda) ayuda ;;
    --version) version ;;
    servir | preguntar | verificar | leer | indexar | convertir | evaluar | comparar | test | capturas | paquete | preparar)
      if pide_ayuda "${@:2}"; then ayuda_de "$orden"; else "orden_$orden" "${@:2}"; fi
      ;;
    -*) principal servir "$@" ;;
    *) fallar "$SALIDA_USO" "no conozco la orden «$orden». Órdenes: servir, preguntar, verificar, leer, indexar, convertir, evaluar, comparar, preparar, test, capturas, paquete, ayuda." ;;
  esac
}

principal "$@"
exit
}
