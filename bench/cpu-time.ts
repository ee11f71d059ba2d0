import { readFile } from 'node:fs/promises'

/** Processor time in seconds. Unlike elapsed time, it does not grow on a busy machine. */
export interface CpuTime {
  own: number
  /** Processor time of children that have ended. */
  children: number
}

/** The kernel's clock ticks in `/proc`: 100 a second on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100

export async function cpuTime(pid: number): Promise<CpuTime> {
  return parseCpuTime(await readFile(`/proc/${pid}/stat`, 'utf8'))
}

/** @param stat contents of `/proc/<pid>/stat`; the program name in it may contain spaces and parentheses */
export function parseCpuTime(stat: string): CpuTime {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15).map(Number)
  return {
    own: (user + system) / TICKS_PER_SECOND,
    children: (childrenUser + childrenSystem) / TICKS_PER_SECOND,
  }
}
