import { type ConcurrencyLimits, createConcurrencyLimiter } from '#platform/concurrency-limiter.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { runInWorker, WorkerLimitReached, type WorkerLimits } from '#platform/worker-task.server.ts'
import { type TextTask, type TextWork, workOnText } from './text-work.ts'

/** Up to this many characters or bytes a text is read at once, in a few milliseconds; a thread takes longer to start. */
const READ_AT_ONCE_MAX = 32 * 1024
/** Threads of this process. @see docs/product.md#limits */
const CONCURRENCY: ConcurrencyLimits = { running: 2, waiting: 24, waitMs: 20_000, perCaller: 4 }
/** Several times the memory and time that the largest text takes that anybody may save. */
const LIMITS: WorkerLimits = { memoryMb: 512, deadlineMs: 60_000 }

/** Reads, converts and compares texts, large ones in worker threads. */
export interface TextReader {
  /**
   * @param caller whose place it takes: a person or a network; null for a job, which never waits: few run at once
   * @throws Refusal subtitles.reading_busy, subtitles.too_much_work
   */
  work<Kind extends keyof TextWork>(
    caller: string | null,
    kind: Kind,
    ...input: Parameters<TextWork[Kind]>
  ): Promise<ReturnType<TextWork[Kind]>>
}

export interface TextReaderOptions {
  /** Replaced by tests. */
  readAtOnceMax?: number
  limits?: WorkerLimits
}

export function createTextReader({
  readAtOnceMax = READ_AT_ONCE_MAX,
  limits = LIMITS,
}: TextReaderOptions = {}): TextReader {
  const queue = createConcurrencyLimiter(CONCURRENCY, {
    perCaller: 'subtitles.reading_busy',
    overall: 'subtitles.reading_busy',
  })

  return {
    async work(caller, kind, ...input) {
      const task = { kind, input } as unknown as TextTask
      if (sizeOf(task) <= readAtOnceMax) return workOnText(task) as never
      try {
        const run = () => runInWorker<never>(threadModule, task, limits)
        return await (caller === null ? run() : queue.run(caller, undefined, run))
      } catch (error) {
        if (error instanceof WorkerLimitReached) throw new Refusal('subtitles.too_much_work', { field: 'file' })
        throw error
      }
    },
  }
}

const threadModule = new URL('./text-thread.server.ts', import.meta.url)

/** Characters or bytes of all texts of a task. */
function sizeOf({ input }: TextTask): number {
  const sizes = input.map((part) => {
    if (typeof part === 'string' || part instanceof Uint8Array) return part.length
    return part !== null && typeof part === 'object' ? part.text.length : 0
  })
  return sizes.reduce((sum, size) => sum + size, 0)
}
