#!/bin/sh
# Wraps ffmpeg and ffprobe. $1 is the gate's folder; the rest is the sandbox command, then the real tool with its
# arguments.
# Each `<name>.rule` there holds an action and a pattern for "tool arguments bytes=<size of the uploaded file>":
# `hold` waits until the rule is removed, `slow` makes ffmpeg read its input at playing speed, `kill` kills the server
# that started the tool, as a crash would.
gate=$1
shift
bytes=0
call=
for word in "$@"; do
  case $word in
    */ffmpeg | */ffprobe) call=$word ;;
    *) call=${call:+$call $word} ;;
  esac
  case $word in file:*) bytes=$(stat -L -c %s "${word#file:}" 2>/dev/null || echo 0) ;; esac
done
call="$call bytes=$bytes"
for rule in "$gate"/*.rule; do
  read -r action pattern 2>/dev/null <"$rule" || continue
  # shellcheck disable=SC2254
  case $call in $pattern) ;; *) continue ;; esac
  case $action in
    hold)
      echo $$ >"${rule%.rule}.held"
      seconds=0
      while [ -e "$rule" ]; do
        # Reports progress as ffmpeg does: a run that makes none for a minute counts as stalled, and is ended.
        seconds=$((seconds + 1))
        printf 'total_size=%d\nprogress=continue\n' "$seconds" >&3
        for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
          [ ! -e "$rule" ] || sleep 0.05
        done
      done
      ;;
    slow)
      echo $$ >"${rule%.rule}.held"
      for word in "$@"; do
        shift
        set -- "$@" "$word"
        case $word in */ffmpeg) set -- "$@" -re ;; esac
      done
      exec "$@"
      ;;
    kill)
      echo $PPID >>"${rule%.rule}.killed"
      kill -9 $PPID
      sleep 60
      ;;
  esac
done
exec "$@"
