import { parentPort, Worker, workerData } from 'node:worker_threads'

export interface WorkerLimits {
  /** Memory of objects and texts in its heap. */
  memoryMb: number
  deadlineMs: number
}

/** Thrown when the work takes more time or memory than it may: it never succeeds, and is not to be tried again. */
export class WorkerLimitReached extends Error {
  constructor(limit: 'time' | 'memory') {
    super(`A worker thread reached its limit of ${limit}.`)
    this.name = 'WorkerLimitReached'
  }
}

/**
 * Has a module do work in a thread of its own, which ends with the work, so that this one goes on serving. The thread has
 * no environment. Input and result are copied.
 *
 * @param module calls `workInThread`
 * @throws WorkerLimitReached; errors of the work
 */
export async function runInWorker<Result>(module: URL, input: unknown, limits: WorkerLimits): Promise<Result> {
  const worker = new Worker(module, {
    workerData: input,
    env: {},
    // Arguments of this process are not inherited: they may name preloaded modules and profilers.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
  })
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const deadline = setTimeout(() => reject(new WorkerLimitReached('time')), limits.deadlineMs)
  worker.once('message', resolve)
  worker.once('error', (error) => reject(isOutOfMemory(error) ? new WorkerLimitReached('memory') : error))
  worker.once('exit', () => reject(new Error('A worker thread ended without a result.')))
  try {
    return await promise
  } finally {
    clearTimeout(deadline)
    await worker.terminate()
  }
}

/** The other side of `runInWorker`: answers with the result of the work. */
export function workInThread<Input>(work: (input: Input) => unknown): void {
  parentPort?.postMessage(work(workerData))
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
