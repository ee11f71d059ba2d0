// Loaded before the server by `--import`: every run of ffmpeg and ffprobe goes through the gate's script first.
import childProcess from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'

const gate = process.env.HOSHI_TEST_TOOL_GATE
const script = ['/bin/sh', join(import.meta.dirname, 'tool-gate.sh'), gate]
const { spawn } = childProcess

childProcess.spawn = (command, args, options) => {
  const words = [command, ...args]
  const at = words.findIndex((word) => /\/(ffmpeg|ffprobe)$/.test(word))
  if (at < 0) return spawn(command, args, options)
  const [first, ...rest] = words.toSpliced(at, 0, ...script)
  return spawn(first, rest, options)
}
syncBuiltinESMExports()
