export type ToolName = 'ffmpeg' | 'ffprobe' | 'ots-sanitize'

/**
 * How a run failed: `exit` (its own exit code or signal), `deadline`, `stalled` (no progress), `aborted` (by its
 * caller), `missing` (the program is not installed or cannot be started), `output_limit` (it wrote or printed too
 * much), `disk_full` (no disk space is left where it writes).
 */
export type ToolFailureKind = 'exit' | 'deadline' | 'stalled' | 'aborted' | 'missing' | 'output_limit' | 'disk_full'

export interface ToolFailure {
  tool: ToolName
  kind: ToolFailureKind
  exitCode: number | null
  signal: string | null
  /** The last 8 KiB of stderr; may name local paths, so it belongs in logs only. */
  stderr: string
}

/** ffmpeg's messages about the machine. All its other messages are about the file. */
const outageSigns = [
  ...['No space left on device', 'Disk quota exceeded', 'Read-only file system', 'Too many open files'],
  // This one is about files that the server itself provides.
  'Permission denied',
]

/** The entire output when the loader fails, or a program that starts the tool. */
const notStarted = /^(\S+: error while loading shared libraries: |(unshare|setpriv|prlimit|nice|sh|mkdir|ln): )[^\n]*$/
/** The entire output when `mount` fails, which prints several lines. */
const notMounted = /^((mount: |\s+dmesg\(1\) )[^\n]*\n?)+$/

/** Signals that end ffmpeg and ffprobe only from outside: by the kernel when memory runs out, or by an operator. */
const outsideSignals = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP']

/** Whether a run exceeded its file size limit. The first process of a sandbox does not receive the signal for that. */
export function isOutputTooLarge(stderr: string): boolean {
  return /: File too large$/m.test(stderr)
}

/** A run of a tool that did not succeed. */
export class ToolError extends Error {
  readonly tool: ToolName
  readonly kind: ToolFailureKind
  readonly exitCode: number | null
  readonly signal: string | null
  readonly stderr: string

  constructor(failure: ToolFailure) {
    const end = failure.signal ?? (failure.exitCode === null ? '' : `code ${failure.exitCode}`)
    super(`${failure.tool} failed: ${failure.kind} ${end}`.trim())
    this.name = 'ToolError'
    this.tool = failure.tool
    this.kind = failure.kind
    this.exitCode = failure.exitCode
    this.signal = failure.signal
    this.stderr = failure.stderr
  }

  /** True when the machine failed and the same file may succeed later; false when the file itself is the reason. */
  get isOutage(): boolean {
    if (this.kind === 'output_limit') return false
    if (this.kind !== 'exit') return true
    if (outsideSignals.includes(this.signal ?? '')) return true
    return blamesMachine(this.tool, this.stderr.trim())
  }
}

/**
 * A file can inject text of its own into the tool's messages, line breaks included. A reason therefore has to end a
 * line, and that of ffprobe, which only reads, has to end the output.
 */
function blamesMachine(tool: ToolName, stderr: string): boolean {
  if (notStarted.test(stderr) || notMounted.test(stderr)) return true
  const lines = stderr.split('\n')
  const relevantLines = tool === 'ffprobe' ? lines.slice(-1) : lines
  return relevantLines.some((line) => outageSigns.some((sign) => line.endsWith(`: ${sign}`)))
}
