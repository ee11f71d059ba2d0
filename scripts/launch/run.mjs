import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { root, say } from './project.mjs'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
const STILL_AT_IT_MS = 10_000
const PARENT_CHECK_MS = 500
const STOP_PATIENCE_MS = 30_000

/** Ends with one line that says what to do. */
export function fail(text) {
  say(text)
  process.exit(1)
}

/** The environment of everything that we run: the project's own programs, the pinned Node among them, come first. */
export function ourEnvironment(more = {}) {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter)
  return { ...process.env, PATH: path, ...more }
}

/**
 * Runs a slow step, with a line every ten seconds. Its output is kept back and shown only when it fails.
 * @returns the exit code, or 128 and the signal's number
 */
export async function step(title, program, words, environment = ourEnvironment()) {
  say(title)
  const begun = Date.now()
  const output = []
  const child = spawn(program, words, { cwd: root, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.on('data', (piece) => output.push(piece))
  child.stderr.on('data', (piece) => output.push(piece))
  const what = title.split(/ \(|…/)[0]
  const telling = setInterval(() => say(`still ${what} (${seconds(begun)} s)`), STILL_AT_IT_MS)
  const code = await followed(child)
  clearInterval(telling)
  if (code !== 0) process.stderr.write(Buffer.concat(output))
  else say(`${what}: done in ${seconds(begun)} s`)
  return code
}

/** Runs the program in our place: its output is ours, signals go on to it, and its exit code becomes ours. */
export async function runAndExit(program, words, environment) {
  const child = spawn(program, words, { cwd: root, env: ourEnvironment(environment), stdio: 'inherit' })
  process.exit(await followed(child, true))
}

/**
 * Waits for a child. A signal is passed on once: Ctrl-C reaches us from the terminal and again through npm. When npm
 * vanishes without a word, the child is stopped all the same.
 */
function followed(child, isService = false) {
  return new Promise((resolve) => {
    let asked = null
    const stop = (signal) => {
      if (asked) return
      asked = signal
      child.kill(signal)
      setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS).unref()
    }
    for (const signal of SIGNALS) process.on(signal, stop)
    const family = ancestors()
    const watch = setInterval(() => family && ancestors() !== family && stop('SIGTERM'), PARENT_CHECK_MS)
    const finish = (code) => {
      clearInterval(watch)
      for (const signal of SIGNALS) process.off(signal, stop)
      // A step that was interrupted must not be followed by the next one.
      if (asked && !isService) process.exit(128 + constants.signals[asked])
      resolve(code)
    }
    child.on('error', (error) => {
      say(error.message)
      finish(1)
    })
    child.on('exit', (code, signal) => finish(code ?? 128 + constants.signals[signal ?? 'SIGKILL']))
  })
}

/** Our parents up to npm, as text to compare; npm may have put a shell between itself and us. */
function ancestors() {
  if (!process.env.npm_lifecycle_event) return null
  const parent = process.ppid
  try {
    const stat = readFileSync(`/proc/${parent}/stat`, 'utf8')
    const [name, above] = [stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')), stat.split(') ')[1]?.split(' ')[1]]
    return /^(sh|dash|bash|ash)$/.test(name) ? `${parent} ${above}` : `${parent}`
  } catch {
    return `${parent}`
  }
}

function seconds(begun) {
  return Math.round((Date.now() - begun) / 1000)
}
