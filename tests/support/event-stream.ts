import { expect } from 'vitest'
import type { Person } from './person.ts'

export interface HeardEvent {
  event: string
  id: string
  data: Record<string, unknown>
}

export interface EventStream {
  response: Response
  events: HeardEvent[]
  /** The place that a reconnection would name. */
  lastEventId(): string
  /** The first event so far, or from now on, that fits. */
  heard(fits: (event: HeardEvent) => boolean): Promise<HeardEvent>
  /** Resolves when the server ends the stream. */
  ended: Promise<void>
  close(): void
}

/** Reads Server-Sent Events as a browser does. */
export async function openEventStream(
  person: Pick<Person, 'call'>,
  path: string,
  headers: Record<string, string> = {},
): Promise<EventStream> {
  const response = await person.call('GET', path, undefined, { 'Accept-Encoding': 'gzip', ...headers })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const events: HeardEvent[] = []
  let lastEventId = ''

  function take(block: string): void {
    const fields = new Map(
      block.split('\n').flatMap((line) => {
        const [, name = '', value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? []
        return name === '' ? [] : [[name, value]]
      }),
    )
    lastEventId = fields.get('id') ?? lastEventId
    const data = fields.get('data')
    if (data === undefined) return
    events.push({ event: fields.get('event') ?? 'message', id: lastEventId, data: JSON.parse(data) })
  }

  async function read(): Promise<void> {
    for (let text = ''; ; ) {
      const { done, value } = await reader.read()
      if (done) return
      text += value
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      blocks.forEach(take)
    }
  }

  return {
    response,
    events,
    lastEventId: () => lastEventId,
    async heard(fits) {
      await expect.poll(() => events.some(fits), { interval: 10 }).toBe(true)
      return events.find(fits)!
    },
    ended: read().catch(() => {}),
    close: () => void reader.cancel().catch(() => {}),
  }
}
