import { readFile } from 'node:fs/promises'

/** Seconds of processor time, which a busy machine does not stretch as it does seconds on the clock. */
export interface ProcessorTime {
  own: number
  /** Of children that have ended. */
  children: number
}

/** Of the kernel's clock in `/proc`: 100 a second on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100

export async function processorTime(pid: number): Promise<ProcessorTime> {
  return readProcessorTime(await readFile(`/proc/${pid}/stat`, 'utf8'))
}

/** @param stat what `/proc/<pid>/stat` says; the program's name in it may hold blanks and brackets */
export function readProcessorTime(stat: string): ProcessorTime {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15).map(Number)
  return {
    own: (user + system) / TICKS_PER_SECOND,
    children: (childrenUser + childrenSystem) / TICKS_PER_SECOND,
  }
}
