import { expect } from 'vitest'
import type { Person } from './person.ts'

export interface ReceivedEvent {
  event: string
  id: string
  data: Record<string, unknown>
}

export interface EventStream {
  response: Response
  events: ReceivedEvent[]
  /** The Last-Event-ID that a reconnection would send. */
  lastEventId(): string
  /** Resolves with the first event, past or future, that matches. */
  waitForEvent(matches: (event: ReceivedEvent) => boolean): Promise<ReceivedEvent>
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
  const events: ReceivedEvent[] = []
  let lastEventId = ''

  function parseBlock(block: string): void {
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
      blocks.forEach(parseBlock)
    }
  }

  return {
    response,
    events,
    lastEventId: () => lastEventId,
    async waitForEvent(matches) {
      await expect.poll(() => events.some(matches), { interval: 10 }).toBe(true)
      return events.find(matches)!
    },
    ended: read().catch(() => {}),
    close: () => void reader.cancel().catch(() => {}),
  }
}
