import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { ClassificationError, type ClassificationFailure } from './image-moderation.ts'

export interface ClassifierOptions {
  /** Arguments of Node. */
  args: string[]
  cwd: string
  /** Longest time until it is ready. */
  startMs: number
  /** Most resident memory; it is looked at each second. */
  memoryMaxBytes: number
}

/** A running classifier. Answers one picture at a time. */
export interface ClassifierProcess {
  /** Its answer to a picture, as JSON says it. @throws ClassificationError; the signal's reason when it aborts */
  ask(bytes: Uint8Array, timeoutMs: number, signal: AbortSignal): Promise<unknown>
  /** Kills it. */
  end(): void
}

const LINE_MAX_CHARACTERS = 64 * 1024
const STDERR_MAX_CHARACTERS = 2000
const MEMORY_CHECK_MS = 1000
const PAGE_BYTES = 4096

/** Yields to everything else, gains no rights, and dies with this process, as far as the system has the programs. */
const launch =
  'if command -v setpriv >/dev/null; then exec setpriv --pdeathsig KILL --no-new-privs nice -n 19 "$0" "$@"; fi; exec nice -n 19 "$0" "$@"'

/** Starts a classifier, without our environment, and waits until it is ready. @throws as `ask` */
export async function startClassifier(options: ClassifierOptions, signal: AbortSignal): Promise<ClassifierProcess> {
  const { args, cwd, startMs, memoryMaxBytes } = options
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin' }
  const child = spawn('/bin/sh', ['-c', launch, process.execPath, ...args], { cwd, env, detached: true })
  const lines = createLines(child)
  const memoryCheck = setInterval(() => {
    void residentBytes(child).then((bytes) => {
      if (bytes > memoryMaxBytes) lines.fail('crashed', `the classifier took ${Math.round(bytes / 1024 ** 2)} MiB`)
    })
  }, MEMORY_CHECK_MS).unref()
  child.once('close', () => clearInterval(memoryCheck))

  const running: ClassifierProcess = {
    async ask(bytes, timeoutMs, askSignal) {
      const answer = lines.next(timeoutMs, askSignal)
      const length = Buffer.alloc(4)
      length.writeUInt32BE(bytes.length)
      child.stdin.write(length)
      child.stdin.write(bytes)
      return await answer
    },
    end: () => killGroup(child),
  }
  try {
    await lines.next(startMs, signal)
    return running
  } catch (error) {
    running.end()
    throw error
  }
}

interface Lines {
  /** The next line that the process writes, as JSON. */
  next(timeoutMs: number, signal: AbortSignal): Promise<unknown>
  /** Kills the process, for a reason that the present wait gets, and all later ones. */
  fail(failure: ClassificationFailure, message: string): void
}

/** Reads answers, one a line. Only one is waited for at a time. */
function createLines(child: ChildProcess): Lines {
  let waiting: PromiseWithResolvers<unknown> | null = null
  let failure: ClassificationError | null = null
  let text = ''
  let stderr = ''

  function fail(code: ClassificationFailure, message: string): void {
    failure ??= new ClassificationError(code, message)
    killGroup(child)
    waiting?.reject(failure)
    waiting = null
  }

  child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
    const end = text.indexOf('\n')
    if (end < 0 ? text.length > LINE_MAX_CHARACTERS : end > LINE_MAX_CHARACTERS)
      return fail('too_large', 'the classifier answered with a line that is too long')
    if (end < 0) return
    const line = text.slice(0, end)
    text = text.slice(end + 1)
    const answer = parse(line)
    if (answer === null) return fail('not_json', 'the classifier answered with something other than an object in JSON')
    if (typeof answer.error === 'string') return fail('refused', `the classifier failed: ${answer.error}`)
    waiting?.resolve(answer)
    waiting = null
  })
  child.stderr?.setEncoding('utf8').on('data', (piece: string) => {
    stderr = (stderr + piece).slice(-STDERR_MAX_CHARACTERS)
  })
  child.stdin?.on('error', () => {
    // Its end is reported by 'close'.
  })
  child.once('error', (error) => fail('crashed', `the classifier cannot be started: ${error.message}`))
  child.once('close', (code, signal) => fail('crashed', `the classifier ended (${signal ?? code}): ${stderr.trim()}`))

  return {
    fail,
    async next(timeoutMs, signal) {
      if (failure) throw failure
      const line = Promise.withResolvers<unknown>()
      waiting = line
      const timer = setTimeout(() => fail('late', `the classifier did not answer within ${timeoutMs} ms`), timeoutMs)
      const abort = () => {
        waiting = null
        line.reject(signal.reason)
      }
      signal.addEventListener('abort', abort, { once: true })
      try {
        return await line.promise
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', abort)
      }
    },
  }
}

/** An object in JSON; null for anything else. */
function parse(line: string): { error?: unknown } | null {
  try {
    const answer: unknown = JSON.parse(line)
    return typeof answer === 'object' ? answer : null
  } catch {
    return null
  }
}

/** Resident memory of a process; 0 once it has ended. */
async function residentBytes({ pid }: ChildProcess): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return Number(statm.split(' ')[1] ?? 0) * PAGE_BYTES
}

function killGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}
