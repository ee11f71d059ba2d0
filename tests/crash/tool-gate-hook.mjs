// Loaded before the server by `--import`: every run of ffmpeg and ffprobe goes through the gate's script first.
import childProcess from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'

const gate = process.env.HOSHI_TEST_TOOL_GATE
/** Before whatever confines a run, where the gate's folder is still in view. What waits there dies with its server, too. */
const script = ['--pdeathsig', 'KILL', '--', '/bin/sh', join(import.meta.dirname, 'tool-gate.sh'), gate]
const { spawn } = childProcess

childProcess.spawn = (command, args, options) => {
  const words = [command, ...args]
  const isTool = words.some((word) => /\/(ffmpeg|ffprobe)$/.test(word))
  return isTool ? spawn('setpriv', [...script, ...words], options) : spawn(command, args, options)
}
syncBuiltinESMExports()
