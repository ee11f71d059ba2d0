import { type ChildProcess, spawn } from 'node:child_process'
import { readdir, stat, statfs } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { withSpan } from '#platform/tracing.ts'
import { stallLimitMs } from './deadlines.ts'
import type { Feed } from './input-arguments.ts'
import { createLineSplitter } from './line-splitter.ts'
import { createProgressReader, type ToolProgress } from './progress.ts'
import { isOutputTooLarge, ToolError, type ToolFailureKind, type ToolName } from './tool-error.ts'
import { countRun } from './tool-figures.server.ts'
import { findTool, toolEnvironment } from './tool-path.server.ts'
import { lowerSessionPriority, toolSandbox } from './tool-sandbox.server.ts'
import { grantAccess, type ToolFiles } from './tool-user.server.ts'

const STDERR_MAX_CHARACTERS = 8192
const MEMORY_LIMIT_BYTES = 4 * 1024 ** 3
const DEFAULT_FILE_BYTES = 8 * 1024 ** 3
const DEFAULT_STDOUT_BYTES = 4 * 1024 ** 2
/** With less disk space left, the output is unreliable: ffmpeg's HLS writer leaves segments empty without an error. */
const FULL_DISK_BYTES = 1024 ** 2

export interface ToolRun {
  tool: ToolName
  /** Fixed by the caller's code; no request value ever becomes an argument. */
  args: string[]
  /** Deadline from the start of the run, or from the end of `stdin`. */
  deadlineMs: number
  /** Input of the run, as far as it reads it. */
  stdin?: Feed
  /** The uploaded file that `args` names as `file:…`, absolute. With `outputDir` it is all that the run can see. */
  inputFile?: string
  /**
   * Ends the run after so long without progress: in its input, ffmpeg's written time, frames or bytes, ffprobe's lines.
   * A minute when not given, and longer for a run of low priority.
   */
  stallMs?: number
  /**
   * Working folder, which the run may write to: output names in `args` are relative to it, `maxOutputBytes` covers its
   * tree.
   */
  outputDir?: string
  /** Largest size of all files in `outputDir` together. */
  maxOutputBytes?: number
  /** Address space of the run; 4 GiB when not given. */
  memoryBytes?: number
  /** Largest size of each written file; `maxOutputBytes` when not given. */
  maxFileBytes?: number
  /** Largest size of the collected stdout; does not apply with `onLine` or `onBytes`. */
  maxStdoutBytes?: number
  /** Receives stdout line by line instead of collecting it. Returning false ends the run successfully. */
  onLine?: (line: string) => boolean | undefined
  /** Receives stdout as it arrives, piece by piece, instead of collecting it. */
  onBytes?: (piece: Uint8Array) => void
  /** True when it is not urgent: it leaves the processors to other runs. */
  isLowPriority?: boolean
  /** True when it is urgent and short: it gets as much of the processors as the server. */
  isHighPriority?: boolean
  /** ffmpeg only. */
  onProgress?: (progress: ToolProgress) => void
  signal?: AbortSignal
  /** Folders to search for the program, for tests of its absence. */
  searchFolders?: string[]
}

interface ToolResult {
  stdout: string
  /** The last 8 KiB. */
  stderr: string
}

/** Arguments of every run of a tool. */
const ownArguments: Readonly<Record<ToolName, string[]>> = {
  ffmpeg: ['-hide_banner', '-nostdin', '-nostats', '-progress', 'pipe:3'],
  ffprobe: ['-hide_banner'],
  'ots-sanitize': [],
}

const running = new Set<number>()
let cleansUpAtExit = false

/** Without `setpriv`, an orderly exit of this process still ends the processes that it started. */
function trackProcess(pid: number): void {
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
    // The group has already ended.
  }
}

/**
 * Runs ffmpeg, ffprobe or the OpenType Sanitizer: as few rights as the system allows, own process group, nice, a bare environment, limits on
 * memory, output and time. It is killed as a group and dies with this process.
 *
 * @throws ToolError whose `isOutage` states whether the machine or the file is at fault
 * @see docs/product.md#limits
 */
export async function runTool(run: ToolRun): Promise<ToolResult> {
  return await withSpan({ name: run.tool, kind: 'tool' }, () => runConfined(run))
}

async function runConfined(run: ToolRun): Promise<ToolResult> {
  const fail = (kind: ToolFailureKind, stderr = '', exitCode: number | null = null, signal: string | null = null) =>
    new ToolError({ tool: run.tool, kind, exitCode, signal, stderr })
  if (run.signal?.aborted) throw fail('aborted')
  const path = await findTool(run.tool, run.searchFolders)
  if (path === null) throw fail('missing', `${run.tool} is not installed`)
  const sandbox = await toolSandbox()
  const { inputFile, outputDir } = run
  const files: ToolFiles = { inputFile, outputDir }
  const workingDir = outputDir ?? (inputFile === undefined ? '/' : dirname(inputFile))
  if (sandbox.user) {
    await grantAccess(sandbox.user, files).catch((error: Error) => {
      throw fail('missing', error.message)
    })
  }
  const { prefix, user } = sandbox.launch(files, workingDir, {
    memoryBytes: run.memoryBytes ?? MEMORY_LIMIT_BYTES,
    fileBytes: run.maxFileBytes ?? run.maxOutputBytes ?? DEFAULT_FILE_BYTES,
    isLowPriority: run.isLowPriority,
  })
  const runArgs = inputFile === undefined ? run.args : run.args.map(relativeInput(workingDir, inputFile))
  const [command = path, ...args] = [...prefix, path, ...ownArguments[run.tool], ...runArgs]
  const child = spawn(command, args, {
    ...user,
    cwd: workingDir,
    env: toolEnvironment,
    detached: true,
    stdio: [run.stdin ? 'pipe' : 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  if (child.pid !== undefined) {
    trackProcess(child.pid)
    if (!run.isHighPriority) void lowerSessionPriority(child.pid, run.isLowPriority)
  }
  const endRun = countRun(run.tool, child.pid)
  const result = await supervise(child, run, fail).then(
    (ended) => {
      endRun('ok')
      return ended
    },
    (error) => {
      endRun(error instanceof ToolError ? error.kind : 'exit')
      throw error
    },
  )
  if (outputDir !== undefined && !(await hasOnlyRegularFiles(outputDir)))
    throw fail('exit', 'its output contains something other than files')
  return result
}

/** Makes the path relative: a separate user may lack access to the folders above the working folder. */
function relativeInput(workingDir: string, path: string): (argument: string) => string {
  return (argument) => (argument === `file:${path}` ? `file:${relative(workingDir, path)}` : argument)
}

/**
 * Whether a folder contains only regular files: links and pipes would mislead the server, which reads and writes the
 * output of a run. A folder that has been moved away counts as empty.
 */
async function hasOnlyRegularFiles(folder: string): Promise<boolean> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    if (entry.isFile()) continue
    if (!entry.isDirectory() || !(await hasOnlyRegularFiles(join(folder, entry.name)))) return false
  }
  return true
}

/** Supervises a started run until it ends. */
function supervise(
  child: ChildProcess,
  run: ToolRun,
  fail: (kind: ToolFailureKind, stderr?: string, exitCode?: number | null, signal?: string | null) => ToolError,
): Promise<ToolResult> {
  return new Promise((resolve, reject) => {
    let stdout = ''
    let stderr = ''
    let endReason: ToolFailureKind | 'enough' | undefined
    let lastAdvance = performance.now()
    const stallMs = run.stallMs ?? stallLimitMs(run.isLowPriority)
    const end = (why: ToolFailureKind | 'enough') => {
      if (endReason || child.pid === undefined || !running.has(child.pid)) return
      endReason = why
      killGroup(child.pid)
    }
    const advance = () => {
      lastAdvance = performance.now()
    }

    const lines = createLineSplitter((line) => {
      if (endReason || !run.onLine) return
      if (run.onLine(line) === false) end('enough')
    })
    const { onBytes } = run
    if (onBytes)
      readBytes<Uint8Array>(child.stdout, (piece) => {
        advance()
        if (!endReason) onBytes(piece)
      })
    else
      readStream(child.stdout, (piece) => {
        advance()
        if (run.onLine) return lines.push(piece)
        stdout += piece
        if (stdout.length > (run.maxStdoutBytes ?? DEFAULT_STDOUT_BYTES)) end('output_limit')
      })
    readStream(child.stderr, (piece) => {
      stderr = (stderr + piece).slice(-STDERR_MAX_CHARACTERS)
    })
    const progress = createLineSplitter(
      createProgressReader((now) => {
        advance()
        run.onProgress?.(now)
      }),
    )
    readStream(child.stdio?.[3] as Readable | null, (piece) => progress.push(piece))

    let deadline: NodeJS.Timeout | undefined
    let isOver = false
    const startDeadline = () => {
      if (!isOver) deadline = setTimeout(() => end('deadline'), run.deadlineMs)
    }
    if (run.stdin) void feedStdin(run.stdin, child.stdin, advance).then(startDeadline)
    else startDeadline()
    const watchdog = setInterval(() => {
      if (performance.now() - lastAdvance > stallMs) end('stalled')
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
    const cleanUp = () => {
      isOver = true
      clearTimeout(deadline)
      clearInterval(watchdog)
      run.signal?.removeEventListener('abort', abort)
      if (child.pid !== undefined) running.delete(child.pid)
    }

    child.once('error', (error) => {
      cleanUp()
      reject(fail('missing', error.message))
    })
    child.once('close', async (exitCode, signal) => {
      cleanUp()
      if (!endReason) lines.end()
      if (!endReason && run.outputDir !== undefined && (await isDiskFull(run.outputDir))) endReason = 'disk_full'
      if (endReason === 'enough') resolve({ stdout, stderr })
      else if (endReason) reject(fail(endReason, stderr, exitCode, signal))
      else if (signal === 'SIGXFSZ' || (exitCode !== 0 && isOutputTooLarge(stderr)))
        reject(fail('output_limit', stderr, exitCode, signal))
      else if (exitCode !== 0) reject(fail('exit', stderr, exitCode, signal))
      else resolve({ stdout, stderr })
    })
  })
}

/** Feeds a run's stdin. When the input ends early, the run itself reports what it lacks. */
async function feedStdin(feed: Feed, stdin: Writable | null | undefined, onStep: () => void): Promise<void> {
  // Absent when the system lacked the resources to start the child; 'error' reports that.
  if (!stdin) return
  stdin.on('error', () => {
    // A run that has read enough closes the pipe.
  })
  await feed(stdin, onStep).then(
    () => stdin.end(),
    () => stdin.destroy(),
  )
}

function readStream(stream: Readable | null, onPiece: (piece: string) => void): void {
  stream?.setEncoding('utf8')
  readBytes(stream, onPiece)
}

function readBytes<Piece>(stream: Readable | null, onPiece: (piece: Piece) => void): void {
  stream?.on('data', onPiece)
  stream?.on('error', () => {
    // A killed child breaks its pipes; 'close' reports how it ended.
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
