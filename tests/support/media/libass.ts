import { Worker } from 'node:worker_threads'

/** An event that is drawn, as libass has read it. Times in milliseconds from the first frame. */
export interface DrawnEvent {
  start: number
  end: number
  text: string
}

/** libass itself, as JASSUB builds it for browsers. */
export interface Libass {
  /** The events of a script that has a section of styles; those that nobody ever sees left out. */
  eventsOf(script: string): Promise<DrawnEvent[]>
  /** A hash of what a script draws at a moment. */
  pictureOf(script: string, seconds: number): Promise<string>
  close(): Promise<void>
}

export function openLibass(): Libass {
  const worker = new Worker(new URL('libass-worker.ts', import.meta.url))
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let last = 0
  worker.on('message', ({ id, answer }: { id: number; answer: unknown }) => {
    waiting.get(id)?.resolve(answer)
    waiting.delete(id)
  })
  worker.on('error', (error) => {
    for (const each of waiting.values()) each.reject(error)
  })
  const ask = (script: string, seconds: number | null) => {
    last += 1
    const answer = Promise.withResolvers<unknown>()
    waiting.set(last, answer)
    worker.postMessage({ id: last, script, seconds })
    return answer.promise
  }
  return {
    async eventsOf(script) {
      const events = (await ask(script, null)) as { Start: number; Duration: number; Text: string }[]
      // The module gives 64 bits as 32 of them, without a sign.
      const read = events.map(({ Start, Duration, Text }) => {
        return { start: Math.max(0, Start | 0), end: (Start | 0) + (Duration | 0), text: Text }
      })
      return read.filter(({ start, end, text }) => end > start && text !== '')
    },
    pictureOf: (script, seconds) => ask(script, seconds) as Promise<string>,
    async close() {
      await worker.terminate()
    },
  }
}
