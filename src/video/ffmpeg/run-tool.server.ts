import { type ChildProcess, spawn } from 'node:child_process'
import { readdir, stat, statfs } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import type { Feed } from './input-arguments.ts'
import { createLineSplitter } from './lines.ts'
import { createProgressReader, type ToolProgress } from './progress.ts'
import { admit, type ToolFiles } from './tool-account.server.ts'
import { isOutputTooLarge, ToolFailed, type ToolFailureKind, type ToolName } from './tool-failed.ts'
import { findTool, toolEnvironment } from './tool-path.server.ts'
import { toolRights, yieldAsSession } from './tool-rights.server.ts'

const STALL_MS = 60_000
const STDERR_KEPT_CHARACTERS = 8192
const MEMORY_LIMIT_BYTES = 4 * 1024 ** 3
const DEFAULT_FILE_BYTES = 8 * 1024 ** 3
const DEFAULT_STDOUT_BYTES = 4 * 1024 ** 2
/** With less left, what is written is not to be trusted: ffmpeg's HLS writer leaves segments empty and says nothing. */
const FULL_DISK_BYTES = 1024 ** 2

export interface ToolRun {
  tool: ToolName
  /** Fixed by the caller's code; no request value ever becomes an argument. */
  args: string[]
  /** From the start of the run, or from the moment at which `stdin` has given everything. */
  deadlineMs: number
  /** What the run is given to read, as far as it wants it. */
  stdin?: Feed
  /** The uploaded file that `args` names as `file:…`, absolute. With `outputDir` it is all that the run gets to see. */
  reads?: string
  /** The run ends when nothing advanced for so long: what it is given, ffmpeg's written time, frames or bytes, ffprobe's lines. */
  stallMs?: number
  /** Working folder of the run, which it may write to with what is in it: output names in `args` are relative to it, `maxOutputBytes` is watched on it and below. */
  outputDir?: string
  /** Of all files in `outputDir` together. */
  maxOutputBytes?: number
  /** Of each written file; `maxOutputBytes` when not given. */
  maxFileBytes?: number
  /** Of what is gathered from stdout; does not apply with `onLine`. */
  maxStdoutBytes?: number
  /** Takes stdout line by line instead of gathering it. Returning false means "enough": the run is ended, successfully. */
  onLine?: (line: string) => boolean | undefined
  /** True when nobody waits for it: the processors are left to other runs. */
  isLater?: boolean
  /** True when somebody waits for it and it is over soon: it has as much of the processors as the server. */
  isBrief?: boolean
  /** ffmpeg only. */
  onProgress?: (progress: ToolProgress) => void
  signal?: AbortSignal
  /** Folders to look for the program in, for tests of its absence. */
  searchFolders?: string[]
}

interface ToolResult {
  stdout: string
  /** The last 8 KiB. */
  stderr: string
}

const running = new Set<number>()
let cleansUpAtExit = false

/** Where `setpriv` is missing, an orderly end of this process still ends what it started. */
function remember(pid: number): void {
  running.add(pid)
  if (cleansUpAtExit) return
  cleansUpAtExit = true
  process.once('exit', () => {
    for (const each of running) killGroup(each)
  })
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has ended by itself meanwhile.
  }
}

/**
 * Runs ffmpeg or ffprobe: as few rights as the system allows, own process group, nice, a bare environment, limits on memory,
 * output and time, killed as a group; it dies with this process.
 *
 * @throws ToolFailed whose `isOutage` tells whether the machine or the file is at fault
 * @see docs/product.md#limits
 */
export async function runTool(run: ToolRun): Promise<ToolResult> {
  const fail = (kind: ToolFailureKind, stderr = '', exitCode: number | null = null, signal: string | null = null) =>
    new ToolFailed({ tool: run.tool, kind, exitCode, signal, stderr })
  if (run.signal?.aborted) throw fail('aborted')
  const path = await findTool(run.tool, run.searchFolders)
  if (path === null) throw fail('missing', `${run.tool} is not installed`)
  const rights = await toolRights()
  const { reads, outputDir } = run
  const files: ToolFiles = { reads, outputDir }
  const workingDir = outputDir ?? (reads === undefined ? '/' : dirname(reads))
  if (rights.account) {
    await admit(rights.account, files).catch((error: Error) => {
      throw fail('missing', error.message)
    })
  }
  const { words, as } = rights.launch(files, workingDir, {
    memoryBytes: MEMORY_LIMIT_BYTES,
    fileBytes: run.maxFileBytes ?? run.maxOutputBytes ?? DEFAULT_FILE_BYTES,
    isLater: run.isLater,
  })
  const ownArgs = run.tool === 'ffmpeg' ? ['-nostdin', '-nostats', '-progress', 'pipe:3'] : []
  const runArgs = reads === undefined ? run.args : run.args.map(namedFrom(workingDir, reads))
  const [command = path, ...args] = [...words, path, '-hide_banner', ...ownArgs, ...runArgs]
  const child = spawn(command, args, {
    ...as,
    cwd: workingDir,
    env: toolEnvironment,
    detached: true,
    stdio: [run.stdin ? 'pipe' : 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  if (child.pid !== undefined) {
    remember(child.pid)
    if (!run.isBrief) void yieldAsSession(child.pid, run.isLater)
  }
  const result = await supervise(child, run, fail)
  if (outputDir !== undefined && !(await holdsPlainFiles(outputDir))) throw fail('exit', 'it left what is no file')
  return result
}

/** A user of its own may not pass through the folders above the one that the run begins in. */
function namedFrom(workingDir: string, path: string): (argument: string) => string {
  return (argument) => (argument === `file:${path}` ? `file:${relative(workingDir, path)}` : argument)
}

/**
 * Links and pipes would lead the server astray, which reads what a run leaves, and writes to it. A folder that is moved away
 * meanwhile holds nothing any more.
 */
async function holdsPlainFiles(folder: string): Promise<boolean> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    if (entry.isFile()) continue
    if (!entry.isDirectory() || !(await holdsPlainFiles(join(folder, entry.name)))) return false
  }
  return true
}

/** Follows a started run to its end, whichever way it comes. */
function supervise(
  child: ChildProcess,
  run: ToolRun,
  fail: (kind: ToolFailureKind, stderr?: string, exitCode?: number | null, signal?: string | null) => ToolFailed,
): Promise<ToolResult> {
  return new Promise((resolve, reject) => {
    let stdout = ''
    let stderr = ''
    let ended: ToolFailureKind | 'enough' | undefined
    let lastAdvance = performance.now()
    const end = (why: ToolFailureKind | 'enough') => {
      if (ended || child.pid === undefined || !running.has(child.pid)) return
      ended = why
      killGroup(child.pid)
    }
    const advance = () => {
      lastAdvance = performance.now()
    }

    const lines = createLineSplitter((line) => {
      if (ended || !run.onLine) return
      if (run.onLine(line) === false) end('enough')
    })
    follow(child.stdout, (piece) => {
      advance()
      if (run.onLine) return lines.push(piece)
      stdout += piece
      if (stdout.length > (run.maxStdoutBytes ?? DEFAULT_STDOUT_BYTES)) end('output_limit')
    })
    follow(child.stderr, (piece) => {
      stderr = (stderr + piece).slice(-STDERR_KEPT_CHARACTERS)
    })
    const progress = createLineSplitter(
      createProgressReader((now) => {
        advance()
        run.onProgress?.(now)
      }),
    )
    follow(child.stdio?.[3] as Readable | null, (piece) => progress.push(piece))

    let deadline: NodeJS.Timeout | undefined
    let isOver = false
    const startDeadline = () => {
      if (!isOver) deadline = setTimeout(() => end('deadline'), run.deadlineMs)
    }
    if (run.stdin) void give(run.stdin, child.stdin, advance).then(startDeadline)
    else startDeadline()
    const watch = setInterval(() => {
      if (performance.now() - lastAdvance > (run.stallMs ?? STALL_MS)) end('stalled')
      const { outputDir, maxOutputBytes } = run
      if (outputDir === undefined) return
      void isDiskFull(outputDir).then((isFull) => {
        if (isFull) end('disk_full')
      })
      if (maxOutputBytes === undefined) return
      void folderBytes(outputDir).then((bytes) => {
        if (bytes > maxOutputBytes) end('output_limit')
      })
    }, 1000)
    const abort = () => end('aborted')
    run.signal?.addEventListener('abort', abort, { once: true })
    if (run.signal?.aborted) abort()
    const settle = () => {
      isOver = true
      clearTimeout(deadline)
      clearInterval(watch)
      run.signal?.removeEventListener('abort', abort)
      if (child.pid !== undefined) running.delete(child.pid)
    }

    child.once('error', (error) => {
      settle()
      reject(fail('missing', error.message))
    })
    child.once('close', async (exitCode, signal) => {
      settle()
      if (!ended) lines.end()
      if (!ended && run.outputDir !== undefined && (await isDiskFull(run.outputDir))) ended = 'disk_full'
      if (ended === 'enough') resolve({ stdout, stderr })
      else if (ended) reject(fail(ended, stderr, exitCode, signal))
      else if (signal === 'SIGXFSZ' || (exitCode !== 0 && isOutputTooLarge(stderr)))
        reject(fail('output_limit', stderr, exitCode, signal))
      else if (exitCode !== 0) reject(fail('exit', stderr, exitCode, signal))
      else resolve({ stdout, stderr })
    })
  })
}

/** Gives a run what it reads. Without bytes to their end the run says itself what it lacks. */
async function give(feed: Feed, stdin: Writable | null | undefined, onStep: () => void): Promise<void> {
  // There is none where the system had nothing left to start the child with; 'error' tells of that.
  if (!stdin) return
  stdin.on('error', () => {
    // Who has read enough closes the pipe.
  })
  await feed(stdin, onStep).then(
    () => stdin.end(),
    () => stdin.destroy(),
  )
}

function follow(stream: Readable | null, onPiece: (piece: string) => void): void {
  stream?.setEncoding('utf8')
  stream?.on('data', onPiece)
  stream?.on('error', () => {
    // A killed child breaks its pipes; how it ended is told by 'close'.
  })
}

async function isDiskFull(folder: string): Promise<boolean> {
  return await statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize < FULL_DISK_BYTES,
    () => false,
  )
}

async function folderBytes(folder: string): Promise<number> {
  let sum = 0
  for (const name of await readdir(folder, { recursive: true }).catch(() => [])) {
    // Segments under a temporary name vanish between the two calls.
    sum += await stat(join(folder, name)).then(
      (found) => (found.isFile() ? found.size : 0),
      () => 0,
    )
  }
  return sum
}
