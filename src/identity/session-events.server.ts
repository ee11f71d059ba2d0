import { type Events, eventChannel } from '#platform/events.server.ts'

/** Sent to every node by a trigger on `sessions`. */
const endedChannel = eventChannel<{ uid: string }>('sessions_ended')

/** Announces sessions that have ended on any node. */
export interface SessionEvents {
  /**
   * Calls a listener after sessions of an account have ended, until the returned function is called. The uid is null when
   * events may have been lost: any session may have ended then.
   */
  onSessionsEnded(listener: (uid: string | null) => void): () => void
}

/** Listens on the database from the start, so that no listener waits for that. */
export function createSessionEvents(events: Pick<Events, 'subscribe'>): SessionEvents {
  const listeners = new Set<(uid: string | null) => void>()
  const announce = (uid: string | null) => {
    for (const listener of [...listeners]) listener(uid)
  }
  events.subscribe(
    endedChannel,
    ({ uid }) => announce(uid),
    () => announce(null),
  )
  return {
    onSessionsEnded(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
