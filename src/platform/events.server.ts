import { sql } from 'kysely'
import pg from 'pg'
import { connectAlone, databaseLimits, type OwnConnection } from './connection.server.ts'
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
export function openEvents(connectionString: string, log: Log, limits = databaseLimits): Events {
  const channels = new Map<string, Set<Listener>>()
  let connection: OwnConnection | null = null
  let closed = false
  let retry: NodeJS.Timeout | null = null
  let everConnected = false
  let isListening = false
  const first = Promise.withResolvers<void>()

  async function connect(): Promise<void> {
    let next: OwnConnection | null = null
    try {
      next = await connectAlone(
        connectionString,
        'hoshi events',
        {
          onLost(error) {
            log.warn({ err: error }, 'events: connection lost')
            connectAgain()
          },
          onNotification: tell,
        },
        limits,
      )
      if (closed) return void (await next.close())
      connection = next
      for (const channel of channels.keys()) await next.query(listenTo(channel))
      isListening = connection === next
      if (everConnected) for (const set of channels.values()) for (const listener of set) listener.onGap?.()
      everConnected = true
      first.resolve()
    } catch (error) {
      log.warn({ err: error }, 'events: connecting failed, trying again')
      void next?.close()
      connectAgain()
    }
  }

  function connectAgain(): void {
    connection = null
    isListening = false
    if (closed || retry) return
    retry = setTimeout(() => {
      retry = null
      void connect()
    }, RECONNECT_MS)
  }

  async function hearAlso(channel: string): Promise<void> {
    const own = connection
    try {
      await own?.query(listenTo(channel))
    } catch {
      // The next connection listens to every channel.
      if (connection !== own) return
      void own?.close()
      connectAgain()
    }
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
      if (set.size === 1) void hearAlso(channel)
      return () => void set.delete(listener)
    },
    isListening: () => isListening,
    ready: () => first.promise,
    async close() {
      closed = true
      isListening = false
      if (retry) clearTimeout(retry)
      first.resolve()
      const last = connection
      connection = null
      await last?.close()
    },
  }
}

function listenTo(channel: string): string {
  return `listen ${pg.escapeIdentifier(channel)}`
}
