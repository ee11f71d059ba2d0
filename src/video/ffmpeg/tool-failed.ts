export type ToolName = 'ffmpeg' | 'ffprobe'

/**
 * How a run ended badly: `exit` (its own exit code or signal), `deadline`, `stalled` (no progress), `aborted` (we were
 * asked to stop), `missing` (the program is not there or cannot be started), `output_limit` (it wrote or said too much),
 * `disk_full` (where it writes, no room is left).
 */
export type ToolFailureKind = 'exit' | 'deadline' | 'stalled' | 'aborted' | 'missing' | 'output_limit' | 'disk_full'

export interface ToolFailure {
  tool: ToolName
  kind: ToolFailureKind
  exitCode: number | null
  signal: string | null
  /** The last 8 KiB of what it said; may name local paths, so it belongs in logs only. */
  stderr: string
}

/** What the machine lacks, in ffmpeg's words. Everything else that ffmpeg says is about the file. */
const outageSigns = [
  ...['No space left on device', 'Disk quota exceeded', 'Read-only file system', 'Too many open files'],
  // Of files that the server itself has put there.
  'Permission denied',
]

/** The loader, or a program that was to start the tool, says this and nothing else. */
const neverStarted =
  /^(\S+: error while loading shared libraries: |(unshare|setpriv|prlimit|nice|sh|mkdir|ln): )[^\n]*$/
/** The same of the one that says more about its failure behind. */
const neverMounted = /^((mount: |\s+dmesg\(1\) )[^\n]*\n?)+$/

/** ffmpeg and ffprobe end by these only when somebody outside sends them (the kernel short of memory, an operator). */
const outsideSignals = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP']

/** Whether a run was refused to write on. The first process of a view does not hear the signal that says so as well. */
export function isOutputTooLarge(stderr: string): boolean {
  return /: File too large$/m.test(stderr)
}

/** A run of ffmpeg or ffprobe that did not succeed. */
export class ToolFailed extends Error {
  readonly tool: ToolName
  readonly kind: ToolFailureKind
  readonly exitCode: number | null
  readonly signal: string | null
  readonly stderr: string

  constructor(failure: ToolFailure) {
    const end = failure.signal ?? (failure.exitCode === null ? '' : `code ${failure.exitCode}`)
    super(`${failure.tool} failed: ${failure.kind} ${end}`.trim())
    this.name = 'ToolFailed'
    this.tool = failure.tool
    this.kind = failure.kind
    this.exitCode = failure.exitCode
    this.signal = failure.signal
    this.stderr = failure.stderr
  }

  /** True when the machine failed and the same file may do well later; false when the file itself is the reason. */
  get isOutage(): boolean {
    if (this.kind === 'output_limit') return false
    if (this.kind !== 'exit') return true
    if (outsideSignals.includes(this.signal ?? '')) return true
    return blamesMachine(this.tool, this.stderr.trim())
  }
}

/**
 * A file can have its own words printed among the tool's, with line breaks in them, so the tool has to end a line with
 * its reason; and ffprobe, which only reads, has to close with it.
 */
function blamesMachine(tool: ToolName, stderr: string): boolean {
  if (neverStarted.test(stderr) || neverMounted.test(stderr)) return true
  const lines = stderr.split('\n')
  const said = tool === 'ffprobe' ? lines.slice(-1) : lines
  return said.some((line) => outageSigns.some((sign) => line.endsWith(`: ${sign}`)))
}
