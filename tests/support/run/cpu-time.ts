import { readdirSync, readFileSync } from 'node:fs'

/** CPU time of one process, in seconds. */
export interface ProcessTime {
  parent: number
  name: string
  own: number
  /** Processor time of its children that have ended, and of theirs. */
  ended: number
}

/** By process id. */
export type ProcessTimes = ReadonlyMap<number, ProcessTime>

/** CPU seconds between two readings. */
export interface CpuTime {
  /** Processor time of the test process itself. */
  tests: number
  browsers: number
  /** Processor time of other programs that still run: a Hoshi in its own process, mail servers, encoders at work. */
  programs: number
  /** Processor time of programs that have ended, mostly media tools. */
  ended: number
}

/** Linux counts in hundredths of a second, whatever the kernel's own clock is. */
const TICKS_PER_SECOND = 100
const browserNames = /^(chrom|headless_shell|firefox|Web Content|Isolated |Socket Process|RDD|GPU Process)/i

/** The times of a process and everything that it has started, from /proc; empty where there is none. */
export function readProcessTimes(root: number): ProcessTimes {
  const all = new Map<number, ProcessTime>()
  for (const name of listProcesses()) {
    const time = readProcess(name)
    if (time) all.set(Number(name), time)
  }
  return new Map([...all].filter(([pid]) => descendsFrom(root, pid, all)))
}

function listProcesses(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}

function readProcess(pid: string): ProcessTime | null {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    // It ended after the list was read.
    return null
  }
}

/** Parses /proc/PID/stat. The name may contain spaces and parentheses. */
export function parseStat(stat: string): ProcessTime {
  const end = stat.lastIndexOf(')')
  const fields = stat.slice(end + 2).split(' ')
  const seconds = (from: number) => (Number(fields[from]) + Number(fields[from + 1])) / TICKS_PER_SECOND
  const name = stat.slice(stat.indexOf('(') + 1, end)
  return { parent: Number(fields[1]), name, own: seconds(11), ended: seconds(13) }
}

function descendsFrom(root: number, pid: number, all: ProcessTimes): boolean {
  for (let each: number | undefined = pid; each !== undefined; each = all.get(each)?.parent) {
    if (each === root) return true
  }
  return false
}

/**
 * The CPU time that a process and its descendants took between two readings. A process that ended in between is in the
 * times of its parent. One whose parent ended first is not counted.
 *
 * @param root the test process
 */
export function cpuTimeBetween(before: ProcessTimes, after: ProcessTimes, root: number): CpuTime {
  const time: CpuTime = { tests: 0, browsers: 0, programs: 0, ended: 0 }
  for (const [pid, { name, own }] of after) {
    const kind = pid === root ? 'tests' : browserNames.test(name) ? 'browsers' : 'programs'
    time[kind] += own - (before.get(pid)?.own ?? 0)
  }
  const living = time.tests + time.browsers + time.programs
  time.ended = Math.max(0, sumOf(after) - sumOf(before) - living)
  return time
}

/** All CPU seconds of these processes, and of their children that have ended. */
export function sumOf(times: ProcessTimes): number {
  return [...times.values()].reduce((sum, { own, ended }) => sum + own + ended, 0)
}
