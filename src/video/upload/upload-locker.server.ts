import { setTimeout as pause } from 'node:timers/promises'
import type { Lock, Locker, RequestRelease } from '@tus/server'
import type { Db } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import type { HeldLock, Locks } from '#platform/locks.server.ts'
import { Refusal } from '#platform/refusal.ts'

const RELEASE_CHANNEL = 'upload_release'
const WAIT_MS = 8000
const POLL_MS = 50

interface LockerParts {
  db: Db
  locks: Locks
  events: Events
  /** Longest wait for a holder who was asked to let go. */
  uploadWaitMs?: number
}

/**
 * One writer per upload, on whichever node: a lock in PostgreSQL. A connection cut in the middle leaves a writer that
 * waits for bytes which never come, so whoever comes next asks the holder, by NOTIFY, to let go.
 */
export class UploadLocker implements Locker {
  readonly #parts: LockerParts
  readonly #holders = new Map<string, RequestRelease>()
  readonly #unsubscribe: () => void

  constructor(parts: LockerParts) {
    this.#parts = parts
    this.#unsubscribe = parts.events.subscribe(RELEASE_CHANNEL, (wish) => {
      void this.#holders.get((wish as { uid: string }).uid)?.()
    })
  }

  newLock(uid: string): Lock {
    let held: HeldLock | null = null
    return {
      lock: async (signal, release) => {
        held = await this.#acquire(uid, signal)
        this.#holders.set(uid, release)
        held.lost.addEventListener('abort', () => void release(), { once: true })
      },
      unlock: async () => {
        this.#holders.delete(uid)
        await held?.release()
        held = null
      },
    }
  }

  close(): void {
    this.#unsubscribe()
  }

  /** @throws Refusal video.upload_busy when the holder does not let go in time */
  async #acquire(uid: string, signal: AbortSignal): Promise<HeldLock> {
    const { db, locks, events, uploadWaitMs = WAIT_MS } = this.#parts
    const until = performance.now() + uploadWaitMs
    for (let tries = 0; ; tries++) {
      const held = await locks.tryHold(`upload ${uid}`)
      if (held) return held
      if (tries === 0) await events.publish(db, RELEASE_CHANNEL, { uid })
      if (signal.aborted || performance.now() > until) throw new Refusal('video.upload_busy', { retryAfterSeconds: 2 })
      await pause(POLL_MS)
    }
  }
}
