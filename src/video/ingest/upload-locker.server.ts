import { setTimeout as pause } from 'node:timers/promises'
import type { Lock, Locker, RequestRelease } from '@tus/server'
import { sql } from 'kysely'
import type { Db } from '#platform/database.server.ts'
import { type Events, eventChannel } from '#platform/events.server.ts'
import type { AcquiredLock, Locks } from '#platform/locks.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { videoChannel } from '../video-events.server.ts'

const WAIT_MS = 8000
/** The end of an advisory lock is reported only to a connection that waits for it, and all locks share one. */
const POLL_MS = 50
/** Attempts between two requests to the holder, which may miss one. */
const ATTEMPTS_PER_REQUEST = 10

/** Asks the holder of the lock at `requestedAt`, in seconds since 1970 by PostgreSQL's clock, to release it. */
interface ReleaseRequest {
  uid: string
  requestedAt: number
}

/** Exported for tests. */
export const releaseChannel = eventChannel<ReleaseRequest>('upload_release')

interface Holder {
  acquiredAt: number
  release: RequestRelease
}

interface LockerParts {
  db: Db
  locks: Locks
  events: Events
  /** Longest wait for a holder that was asked to release the lock. */
  uploadWaitMs?: number
}

/**
 * Allows one writer per upload across all nodes, by a lock in PostgreSQL. A broken connection leaves a writer that waits
 * for bytes which never arrive, so the next writer asks the holder, by NOTIFY, to release the lock.
 */
export class UploadLocker implements Locker {
  readonly #parts: LockerParts
  readonly #holders = new Map<string, Holder>()
  readonly #unsubscribe: readonly (() => void)[]

  constructor(parts: LockerParts) {
    this.#parts = parts
    this.#unsubscribe = [
      parts.events.subscribe(releaseChannel, ({ uid, requestedAt }) => {
        const holder = this.#holders.get(uid)
        // A request that arrives late was meant for an earlier holder.
        if (holder && holder.acquiredAt < requestedAt) void holder.release()
      }),
      // The rest of an upload that has ended is not needed.
      parts.events.subscribe(videoChannel, ({ uid, state }) => {
        if (state === 'removed' || state === 'error') void this.#holders.get(uid)?.release()
      }),
    ]
  }

  newLock(uid: string): Lock {
    let lock: AcquiredLock | null = null
    return {
      lock: async (signal, release) => {
        lock = await this.#acquire(uid, signal)
        this.#holders.set(uid, { acquiredAt: lock.acquiredAt, release })
        lock.lost.addEventListener('abort', () => void release(), { once: true })
      },
      unlock: async () => {
        this.#holders.delete(uid)
        await lock?.release()
        lock = null
      },
    }
  }

  /** Locks that this process holds. */
  held(): number {
    return this.#holders.size
  }

  close(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
  }

  /** @throws Refusal video.upload_busy when the holder does not release the lock in time */
  async #acquire(uid: string, signal: AbortSignal): Promise<AcquiredLock> {
    const { db, locks, events, uploadWaitMs = WAIT_MS } = this.#parts
    const until = performance.now() + uploadWaitMs
    for (let attempt = 0; ; attempt++) {
      const lock = await locks.tryAcquire(`upload ${uid}`)
      if (lock) return lock
      if (attempt % ATTEMPTS_PER_REQUEST === 0) {
        const request: ReleaseRequest = { uid, requestedAt: await databaseTime(db) }
        await events.publish(db, releaseChannel, request)
      }
      if (signal.aborted || performance.now() > until) throw new Refusal('video.upload_busy', { retryAfterSeconds: 2 })
      await pause(POLL_MS)
    }
  }
}

async function databaseTime(db: Db): Promise<number> {
  const { rows } = await sql<{ now: number }>`select extract(epoch from clock_timestamp())::float8 as now`.execute(db)
  return rows[0]!.now
}
