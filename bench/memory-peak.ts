import { setTimeout as pause } from 'node:timers/promises'
import { residentMb } from './hoshi-process.ts'

const SAMPLE_EVERY_MS = 50

/** Runs `work` and samples the resident memory of a process, in MB: before it, and at most during it. */
export async function withMemoryPeak<Result>(
  pid: number,
  work: () => Promise<Result>,
): Promise<{ before: number; peak: number; result: Result }> {
  const before = await residentMb(pid)
  let peak = before
  let isOver = false
  const sampling = (async () => {
    while (!isOver) {
      // If the server dies, the work fails and reports it.
      peak = Math.max(peak, await residentMb(pid).catch(() => 0))
      await pause(SAMPLE_EVERY_MS)
    }
  })()
  try {
    const result = await work()
    return { before, peak, result }
  } finally {
    isOver = true
    await sampling
  }
}
