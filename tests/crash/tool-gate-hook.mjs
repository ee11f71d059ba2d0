// Loaded before the server by `--import`: every run of ffmpeg and ffprobe goes through the gate's script first.
import childProcess from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'

const gate = process.env.HOSHI_TEST_TOOL_GATE
/** Runs outside the sandbox, where the gate's folder is still visible. A run that waits there also dies with its server. */
const script = ['--pdeathsig', 'KILL', '--', '/bin/sh', join(import.meta.dirname, 'tool-gate.sh'), gate]
const { spawn } = childProcess

childProcess.spawn = (command, args, options) => {
  const argv = [command, ...args]
  const isTool = argv.some((word) => /\/(ffmpeg|ffprobe)$/.test(word))
  return isTool ? spawn('setpriv', [...script, ...argv], options) : spawn(command, args, options)
}
syncBuiltinESMExports()
