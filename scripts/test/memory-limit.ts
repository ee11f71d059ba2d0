import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = '/sys/fs/cgroup'

/**
 * Limits the memory of this process and its future children, by its own control group.
 * @returns a function that lifts the limit; null where no control group can be written
 */
export function limitMemory(bytes: number): (() => void) | null {
  const own = ownGroup()
  if (own === null) return null
  const group = join(own.folder, `hoshi-${process.pid}`)
  const enter = (folder: string) => writeFileSync(join(folder, 'cgroup.procs'), String(process.pid))
  try {
    mkdirSync(group)
    writeFileSync(join(group, own.limitFile), String(bytes))
    enter(group)
  } catch {
    remove(group)
    return null
  }
  return () => {
    enter(own.folder)
    remove(group)
  }
}

/** The control group of this process: in the unified hierarchy, or of the memory controller under cgroup v1. */
function ownGroup(): { folder: string; limitFile: string } | null {
  try {
    const lines = readFileSync('/proc/self/cgroup', 'utf8').split('\n')
    const pathAfter = (start: RegExp) => lines.find((line) => start.test(line))?.replace(start, '')
    const ofMemory = pathAfter(/^\d+:memory:/)
    if (ofMemory !== undefined) return { folder: join(root, 'memory', ofMemory), limitFile: 'memory.limit_in_bytes' }
    const ofAll = pathAfter(/^0::/)
    return ofAll === undefined ? null : { folder: join(root, ofAll), limitFile: 'memory.max' }
  } catch {
    return null
  }
}

function remove(group: string): void {
  try {
    rmdirSync(group)
  } catch {
    // It was never made, or a process in it has not ended yet.
  }
}
