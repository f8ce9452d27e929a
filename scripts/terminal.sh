# Sourced by ./x and the scripts for people. Escapes only if a terminal shows them: standard output
# is one, TERM is neither unset nor `dumb`, and NO_COLOR is not set to anything
# (https://no-color.org). The tools have the same rule, in syntax/src/diagnostic/mod.rs.
bold= plain=
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ] && [ "${TERM:-dumb}" != dumb ]; then
  bold=$'\033[1m' plain=$'\033[0m'
fi
