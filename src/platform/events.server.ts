import { sql } from 'kysely'
import pg from 'pg'
import { type DedicatedConnection, databaseLimits, openDedicatedConnection } from './connection.server.ts'
import type { Db, Trx } from './database.server.ts'
import type { Log } from './log.server.ts'

/** A channel, typed by the events that it carries. */
export interface EventChannel<Event extends object> {
  readonly name: string
  /** Never set: it carries the type. */
  readonly event?: Event
}

/** @param name unique in the database; every node must know it by this name */
export function eventChannel<Event extends object>(name: string): EventChannel<Event> {
  return { name }
}

/** Events between processes, over PostgreSQL's LISTEN/NOTIFY. */
export interface Events {
  /** Sends an event to every listener on every node once the transaction commits; at most about 7,900 bytes of JSON. */
  publish<Event extends object>(db: Db | Trx, channel: EventChannel<Event>, event: Event): Promise<void>
  /**
   * Subscribes to a channel until the returned function is called. All listeners get the same object, and leave it as it
   * is. Events sent while the connection is down are lost: `onGap` is called after each reconnection, for the listener to
   * read the current state.
   */
  subscribe<Event extends object>(
    channel: EventChannel<Event>,
    onEvent: (event: Event) => void,
    onGap?: () => void,
  ): () => void
  /** False while events may be lost; callers that rely on them must read the state themselves then. */
  isListening(): boolean
  /** Resolves when the dedicated connection listens for the first time. */
  ready(): Promise<void>
  close(): Promise<void>
}

interface Listener {
  onEvent: (event: never) => void
  onGap?: () => void
}

/** Nothing announces that a database can be reached again. */
const RECONNECT_MS = 500

/** Opens one dedicated connection for listening and keeps it alive; publishing uses the caller's. */
export function openEvents(connectionString: string, log: Log, limits = databaseLimits): Events {
  const channels = new Map<string, Set<Listener>>()
  let connection: DedicatedConnection | null = null
  let isClosed = false
  let retry: NodeJS.Timeout | null = null
  let hasConnected = false
  let isListening = false
  const first = Promise.withResolvers<void>()

  async function connect(): Promise<void> {
    let next: DedicatedConnection | null = null
    try {
      next = await openDedicatedConnection(
        connectionString,
        'hoshi events',
        {
          onLost(error) {
            log.warn({ err: error }, 'events: connection lost')
            reconnectLater()
          },
          onNotification: dispatch,
        },
        limits,
      )
      if (isClosed) return void (await next.close())
      connection = next
      for (const channel of channels.keys()) await next.query(listenTo(channel))
      isListening = connection === next
      if (hasConnected) for (const set of channels.values()) for (const listener of set) listener.onGap?.()
      hasConnected = true
      first.resolve()
    } catch (error) {
      if (isClosed) return void next?.close()
      log.warn({ err: error }, 'events: connecting failed, trying again')
      void next?.close()
      reconnectLater()
    }
  }

  function reconnectLater(): void {
    connection = null
    isListening = false
    if (isClosed || retry) return
    retry = setTimeout(() => {
      retry = null
      void connect()
    }, RECONNECT_MS)
  }

  async function listenOn(channel: string): Promise<void> {
    const own = connection
    try {
      await own?.query(listenTo(channel))
    } catch {
      // The next connection listens to every channel.
      if (connection !== own) return
      void own?.close()
      reconnectLater()
    }
  }

  function dispatch(channel: string, payload: string): void {
    const listeners = channels.get(channel)
    if (!listeners?.size) return
    let event: never
    try {
      event = JSON.parse(payload) as never
    } catch (error) {
      log.error({ err: error, channel }, 'events: an event is not JSON')
      return
    }
    for (const listener of listeners) {
      try {
        listener.onEvent(event)
      } catch (error) {
        log.error({ err: error, channel }, 'events: a listener failed')
      }
    }
  }

  void connect()
  return {
    async publish(db, { name }, event) {
      await sql`select pg_notify(${name}, ${JSON.stringify(event)})`.execute(db)
    },
    subscribe({ name }, onEvent, onGap) {
      const listener: Listener = onGap ? { onEvent, onGap } : { onEvent }
      const set = channels.get(name) ?? new Set()
      channels.set(name, set.add(listener))
      if (set.size === 1) void listenOn(name)
      return () => void set.delete(listener)
    },
    isListening: () => isListening,
    ready: () => first.promise,
    async close() {
      isClosed = true
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
