import type { ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import type { Hear, LiveEvent, OwnEpisode } from '#engagement/live-event.ts'
import type { Account } from '#identity/account.ts'
import { Refusal } from '#platform/refusal.ts'
import type { HttpEnv } from '../request-facts.ts'

export interface LiveStreamsParts {
  follow(creatorId: string, since: string | null, hear: Hear): () => void
  accountFor(headers: Headers): Promise<Account | null>
  shape(episode: OwnEpisode): object
  /** Between two signs of life, at each of which the session is looked at. */
  pulseMs?: number
}

export interface LiveStreams {
  /**
   * Answers with events for as long as the session lasts.
   * @throws Refusal engagement.too_many_streams
   */
  open(c: Context<HttpEnv>, account: Account): Response
}

/** Of one person, in one process. @see docs/product.md#limits */
const STREAMS_PER_PERSON = 10
const PULSE_MS = 25_000
/** More than this left unread, and the connection is given up; its reader comes back and is told what it missed. */
const BUFFER_MAX_BYTES = 64 * 1024
const RECONNECT_MS = 2000

/** Server-Sent Events straight on the socket: a web stream would hold a copy of everything for each reader. */
export function createLiveStreams({ follow, accountFor, shape, pulseMs = PULSE_MS }: LiveStreamsParts): LiveStreams {
  const open = new Map<string, number>()
  // Every reader of an event gets the same bytes.
  const frames = new WeakMap<LiveEvent, Buffer>()

  function frameOf(event: LiveEvent): Buffer {
    const known = frames.get(event)
    if (known) return known
    const frame = Buffer.from(write(event, shape))
    frames.set(event, frame)
    return frame
  }

  function take(uid: string): () => void {
    const taken = open.get(uid) ?? 0
    if (taken >= STREAMS_PER_PERSON) {
      throw new Refusal('engagement.too_many_streams', { retryAfterSeconds: Math.ceil(pulseMs / 1000) })
    }
    open.set(uid, taken + 1)
    return () => {
      const left = open.get(uid)! - 1
      if (left === 0) open.delete(uid)
      else open.set(uid, left)
    }
  }

  /** Tells events until the reader or the session goes. */
  function run(outgoing: ServerResponse, account: Account, request: { cookie: string; since: string | null }) {
    function send(bytes: Buffer | string, sent?: () => void): void {
      if (outgoing.destroyed || outgoing.writableEnded) return
      if (outgoing.writableLength > BUFFER_MAX_BYTES) return void outgoing.destroy()
      outgoing.write(bytes, sent)
    }

    const stop = follow(account.uid, request.since, (event, sent) => send(frameOf(event), sent))
    const pulse = setInterval(() => {
      send(':\n\n')
      void endWithSession()
    }, pulseMs).unref()

    async function endWithSession(): Promise<void> {
      // Without a database nobody knows, and there is no news either.
      const present = await accountFor(new Headers({ cookie: request.cookie })).catch(() => account)
      if (present?.uid !== account.uid) outgoing.end()
    }

    return () => {
      clearInterval(pulse)
      stop()
    }
  }

  return {
    open(c, account) {
      const headers = {
        'Content-Type': 'text/event-stream',
        // A proxy that compresses would hold events back, and so would one that buffers.
        'Cache-Control': 'no-store, no-transform',
        'X-Accel-Buffering': 'no',
        'X-Content-Type-Options': 'nosniff',
        'X-Request-Id': c.var.requestId,
      }
      if (c.req.method === 'HEAD') return c.body(null, 200, headers)
      const { outgoing } = c.env
      // Gone already, and nothing will say so a second time.
      if (outgoing.closed) return RESPONSE_ALREADY_SENT
      const giveBack = take(account.uid)
      outgoing.writeHead(200, headers)
      outgoing.write(`retry: ${RECONNECT_MS}\n\n`)
      const cookie = c.req.header('cookie') ?? ''
      const stop = run(outgoing, account, { cookie, since: c.req.header('last-event-id') || null })
      outgoing.once('close', () => {
        stop()
        giveBack()
      })
      return RESPONSE_ALREADY_SENT
    },
  }
}

function write(event: LiveEvent, shape: (episode: OwnEpisode) => object): string {
  const place = event.at === null ? '' : `id: ${event.at}\n`
  if (event.type === 'place') return `${place}\n`
  return `event: ${event.type}\n${place}data: ${JSON.stringify(dataOf(event, shape))}\n\n`
}

function dataOf(event: Exclude<LiveEvent, { type: 'place' }>, shape: (episode: OwnEpisode) => object): object {
  if (event.type === 'episode') return shape(event.episode)
  return event.type === 'removed' ? { id: event.id } : { ids: event.ids }
}
