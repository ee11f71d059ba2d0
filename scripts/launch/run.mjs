import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { root, say } from './project.mjs'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
const PROGRESS_INTERVAL_MS = 10_000
const PARENT_CHECK_MS = 500
const STOP_TIMEOUT_MS = 30_000

/** Exits with code 1 after one line that says what to do. */
export function fail(text) {
  say(text)
  process.exit(1)
}

/** Environment of child processes: the project's own programs, including the pinned Node, come first on the PATH. */
export function ourEnvironment(more = {}) {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter)
  return { ...process.env, PATH: path, ...more }
}

/**
 * Runs a slow step, with a line every ten seconds. Its output is shown only when it fails.
 * @returns the exit code, or 128 and the signal's number
 */
export async function step(title, program, args, environment = ourEnvironment()) {
  say(title)
  const startedAt = Date.now()
  const output = []
  const child = spawn(program, args, { cwd: root, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.on('data', (chunk) => output.push(chunk))
  child.stderr.on('data', (chunk) => output.push(chunk))
  const what = title.split(/ \(|…/)[0]
  const progressTimer = setInterval(() => say(`still ${what} (${seconds(startedAt)} s)`), PROGRESS_INTERVAL_MS)
  const code = await waitForExit(child)
  clearInterval(progressTimer)
  if (code !== 0) process.stderr.write(Buffer.concat(output))
  else say(`${what}: done in ${seconds(startedAt)} s`)
  return code
}

/** Runs the program in place of this process: shares its output, forwards signals and exits with its code. */
export async function runAndExit(program, args, environment) {
  const child = spawn(program, args, { cwd: root, env: ourEnvironment(environment), stdio: 'inherit' })
  process.exit(await waitForExit(child, true))
}

/**
 * Waits for a child to exit. Forwards a signal once: Ctrl-C arrives from the terminal and again through npm. Stops the
 * child also when npm dies without a signal.
 */
function waitForExit(child, isService = false) {
  return new Promise((resolve) => {
    let received = null
    const stop = (signal) => {
      if (received) return
      received = signal
      child.kill(signal)
      setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS).unref()
    }
    for (const signal of SIGNALS) process.on(signal, stop)
    const initialAncestors = ancestors()
    const watch = setInterval(
      () => initialAncestors && ancestors() !== initialAncestors && stop('SIGTERM'),
      PARENT_CHECK_MS,
    )
    const finish = (code) => {
      clearInterval(watch)
      for (const signal of SIGNALS) process.off(signal, stop)
      // After an interrupted step the next one must not run.
      if (received && !isService) process.exit(128 + constants.signals[received])
      resolve(code)
    }
    child.on('error', (error) => {
      say(error.message)
      finish(1)
    })
    child.on('exit', (code, signal) => finish(code ?? 128 + constants.signals[signal ?? 'SIGKILL']))
  })
}

/** Parent processes up to npm, as text to compare; npm may have put a shell in between. */
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

function seconds(startedAt) {
  return Math.round((Date.now() - startedAt) / 1000)
}
