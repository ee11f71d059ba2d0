import { sql } from 'kysely'
import pg from 'pg'
import type { Db, Trx } from './database.server.ts'
import type { Log } from './log.server.ts'

/** News between processes, over PostgreSQL's LISTEN/NOTIFY. */
export interface Events {
  /** Told to every listener on every node once the transaction commits; at most about 7,900 bytes of JSON. */
  publish(db: Db | Trx, channel: string, payload: object): Promise<void>
  /**
   * Hears a channel until the returned function is called. News sent while the connection is down is lost, so
   * `onGap` is called after each reconnection and the listener looks for itself.
   */
  subscribe(channel: string, hear: (payload: unknown) => void, onGap?: () => void): () => void
  /** False while news is being lost: whoever relies on it has to look for himself then. */
  isListening(): boolean
  /** Resolves when the dedicated connection listens for the first time. */
  ready(): Promise<void>
  close(): Promise<void>
}

interface Listener {
  hear: (payload: unknown) => void
  onGap?: () => void
}

const RECONNECT_MS = 500

/** Opens one dedicated connection for listening and keeps it alive; publishing goes through the caller's own. */
export function openEvents(connectionString: string, log: Log): Events {
  const channels = new Map<string, Set<Listener>>()
  let client: pg.Client | null = null
  let closed = false
  let retry: NodeJS.Timeout | null = null
  let everConnected = false
  let isListening = false
  const first = Promise.withResolvers<void>()

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString, application_name: 'hoshi events', keepAlive: true })
    next.on('error', () => lost(next))
    next.on('end', () => lost(next))
    next.on('notification', (message) => tell(message.channel, message.payload ?? ''))
    try {
      await next.connect()
      if (closed) return void (await next.end())
      client = next
      for (const channel of channels.keys()) await next.query(`listen ${pg.escapeIdentifier(channel)}`)
      isListening = client === next
      if (everConnected) for (const set of channels.values()) for (const listener of set) listener.onGap?.()
      everConnected = true
      first.resolve()
    } catch (error) {
      log.warn({ err: error }, 'events: connecting failed, trying again')
      lost(next)
    }
  }

  function lost(which: pg.Client): void {
    if (client === which) {
      client = null
      isListening = false
    }
    which.removeAllListeners()
    which.on('error', () => {})
    void which.end().catch(() => {})
    if (closed || retry) return
    retry = setTimeout(() => {
      retry = null
      void connect()
    }, RECONNECT_MS)
  }

  function tell(channel: string, payload: string): void {
    for (const listener of channels.get(channel) ?? []) {
      try {
        listener.hear(JSON.parse(payload))
      } catch (error) {
        log.error({ err: error, channel }, 'events: a listener failed')
      }
    }
  }

  void connect()
  return {
    async publish(db, channel, payload) {
      await sql`select pg_notify(${channel}, ${JSON.stringify(payload)})`.execute(db)
    },
    subscribe(channel, hear, onGap) {
      const listener: Listener = onGap ? { hear, onGap } : { hear }
      const set = channels.get(channel) ?? new Set()
      channels.set(channel, set.add(listener))
      // A failure here ends the connection, and the next one listens to every channel.
      if (set.size === 1) void client?.query(`listen ${pg.escapeIdentifier(channel)}`).catch(() => {})
      return () => void set.delete(listener)
    },
    isListening: () => isListening,
    ready: () => first.promise,
    async close() {
      closed = true
      isListening = false
      if (retry) clearTimeout(retry)
      first.resolve()
      const last = client
      client = null
      if (last) {
        last.removeAllListeners('end')
        await last.end().catch(() => {})
      }
    },
  }
}
