import type { ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import type { Account } from '#identity/account.ts'
import type { Identity } from '#identity/identity.server.ts'
import { Refusal, type RefusalCode } from '#platform/refusal.ts'
import type { HttpEnv } from '../request-context.ts'

/** Settings of all live streams of this process. */
export interface StreamSettings {
  /** Most streams of each kind that a person may have open. */
  perAccount: number
  /** How many are open, by kind. */
  open: Map<string, number>
}

export interface LiveStreamsParts<Event extends object> {
  /** Emits a person's events until the returned function is called; `sent` follows each to the network. */
  follow(uid: string, since: string | null, onEvent: (event: Event, sent?: () => void) => void): () => void
  identity: Pick<Identity, 'accountFor' | 'onSessionsEnded'>
  /** An event as it is sent. */
  format(event: Event): string
  /** Names these streams among the open ones. */
  kind: string
  settings: StreamSettings
  /** Refuses one more. */
  tooMany: RefusalCode
  /** Time between two heartbeats, each of which also checks the session: it may have expired. */
  heartbeatMs?: number
}

export interface LiveStreams {
  /**
   * Responds with events for as long as the session lasts.
   * @param since cursor for a request without `Last-Event-ID`; null: from now on
   * @throws Refusal `tooMany`
   */
  open(c: Context<HttpEnv>, account: Account, since: string | null): Response
}

/** Per person and process. @see docs/product.md#limits */
const STREAMS_PER_ACCOUNT = 10

/** @param perAccount the product's limit unless given */
export function streamSettings(perAccount = STREAMS_PER_ACCOUNT): StreamSettings {
  return { perAccount, open: new Map() }
}

const HEARTBEAT_MS = 25_000
/** Most unread bytes before the connection is dropped; its reader reconnects and receives the missed events. */
const BUFFER_MAX_BYTES = 64 * 1024
const RECONNECT_MS = 2000

/** Sends Server-Sent Events directly on the socket: a web stream would hold a copy of everything for each reader. */
export function createLiveStreams<Event extends object>({
  follow,
  identity,
  format,
  kind,
  settings,
  tooMany,
  heartbeatMs = HEARTBEAT_MS,
}: LiveStreamsParts<Event>): LiveStreams {
  const { perAccount } = settings
  const open = new Map<string, number>()
  // Every reader of an event gets the same bytes.
  const encodedEvents = new WeakMap<Event, Buffer>()

  function encodeEvent(event: Event): Buffer {
    const known = encodedEvents.get(event)
    if (known) return known
    const encoded = Buffer.from(format(event))
    encodedEvents.set(event, encoded)
    return encoded
  }

  function countOpen(change: number): void {
    settings.open.set(kind, (settings.open.get(kind) ?? 0) + change)
  }

  function acquireSlot(uid: string): () => void {
    const openCount = open.get(uid) ?? 0
    if (openCount >= perAccount) {
      throw new Refusal(tooMany, { retryAfterSeconds: Math.ceil(heartbeatMs / 1000) })
    }
    open.set(uid, openCount + 1)
    countOpen(1)
    return () => {
      countOpen(-1)
      const left = open.get(uid)! - 1
      if (left === 0) open.delete(uid)
      else open.set(uid, left)
    }
  }

  /** Sends events until the returned function is called, and ends the response with its session. */
  function run(outgoing: ServerResponse, account: Account, request: { cookie: string; since: string | null }) {
    function send(bytes: Buffer | string, sent?: () => void): void {
      if (outgoing.destroyed || outgoing.writableEnded) return
      if (outgoing.writableLength > BUFFER_MAX_BYTES) return void outgoing.destroy()
      outgoing.write(bytes, sent)
    }

    const stop = follow(account.uid, request.since, (event, sent) => send(encodeEvent(event), sent))
    const heartbeat = setInterval(() => {
      send(':\n\n')
      void endWithSession()
    }, heartbeatMs).unref()
    const stopWatching = identity.onSessionsEnded((uid) => {
      if (uid === null || uid === account.uid) void endWithSession()
    })
    // It may have ended between the request's own check and now.
    void endWithSession()

    async function endWithSession(): Promise<void> {
      // Without a database the session cannot be checked, and there are no events either.
      const present = await identity.accountFor(new Headers({ cookie: request.cookie })).catch(() => account)
      if (present?.uid !== account.uid) outgoing.end()
    }

    return () => {
      clearInterval(heartbeat)
      stopWatching()
      stop()
    }
  }

  return {
    open(c, account, since) {
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
      // Already closed: there will be no second event for it.
      if (outgoing.closed) return RESPONSE_ALREADY_SENT
      const releaseSlot = acquireSlot(account.uid)
      // The end of the connection ends it: with chunks, each event would take three writes instead of one.
      outgoing.removeHeader('Transfer-Encoding')
      outgoing.writeHead(200, headers)
      outgoing.write(`retry: ${RECONNECT_MS}\n\n`)
      const cookie = c.req.header('cookie') ?? ''
      const stop = run(outgoing, account, { cookie, since: c.req.header('last-event-id') || since })
      outgoing.once('close', () => {
        stop()
        releaseSlot()
      })
      return RESPONSE_ALREADY_SENT
    },
  }
}

/** One Server-Sent Event. @param id null where the place to resume from does not change */
export function formatEvent(name: string, id: string | null, data: object): string {
  return `event: ${name}\n${id === null ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
}
