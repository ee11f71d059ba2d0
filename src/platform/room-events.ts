import type { Trx } from './database.server.ts'

/**
 * A change in one room that has consequences in others, typed by its payload. Declared by the room that makes the
 * change; unlike an `EventChannel`, it never leaves the process.
 */
export interface RoomEvent<Payload extends object> {
  readonly name: string
  /** Never set: it carries the type. */
  readonly payload?: Payload
}

export function roomEvent<Payload extends object>(name: string): RoomEvent<Payload> {
  return { name }
}

/**
 * Runs the consequences of an event inside the transaction that makes it true, one after the other. If one throws, the
 * transaction is rolled back.
 */
export type Emit = <Payload extends object>(trx: Trx, event: RoomEvent<Payload>, payload: Payload) => Promise<void>

/** An entry of the composition root's list: the consequence of one event in one room. */
export interface RoomListener {
  readonly name: string
  run(trx: Trx, payload: never): Promise<void>
}

export function on<Payload extends object>(
  { name }: RoomEvent<Payload>,
  run: (trx: Trx, payload: Payload) => Promise<void>,
): RoomListener {
  return { name, run }
}

/** @param listeners in the order in which they run; their locks follow the lock order of the rooms */
export function createEmit(listeners: readonly RoomListener[]): Emit {
  return async (trx, { name }, payload) => {
    for (const listener of listeners) if (listener.name === name) await listener.run(trx, payload as never)
  }
}
