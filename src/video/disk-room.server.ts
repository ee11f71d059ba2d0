import type { Clock } from '#platform/clock.ts'
import type { DiskStorage } from '#platform/disk-storage.server.ts'
import { removeExpiredFiles } from './upload/unfinished-files.server.ts'

/** The part of the disk that videos may fill: all of it but a reserve, which the database and everything else live on. */
export interface DiskRoom {
  /**
   * Bytes that may be written before the reserve is reached; negative below it. Unfinished uploads that have expired are
   * removed first when it is less than `wantedBytes`, which is 0 unless told.
   */
  bytes(wantedBytes?: number): Promise<number>
  /**
   * Does work that writes files, as long as there is room; looks at the disk every second.
   * @param work its signal aborts with `signal`, and when the reserve is reached
   * @throws DiskFull in place of what `work` throws then, and at once when there is no room to begin
   */
  whileThere<Result>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>
}

/** The reserve is reached. Has the code of a disk without room, as it means the same to whoever handles errors. */
class DiskFull extends Error {
  readonly code = 'ENOSPC'

  constructor(options?: ErrorOptions) {
    super('The reserve of the disk is reached.', options)
    this.name = 'DiskFull'
  }
}

const GIB = 1024 ** 3
const RESERVE_SHARE = 0.05
const RESERVE_LEAST_BYTES = GIB / 2
const RESERVE_MOST_BYTES = 20 * GIB
const LOOK_MS = 1000

/** @param parts `reserveBytes` null for a share of the disk */
export function createDiskRoom(parts: { storage: DiskStorage; clock: Clock; reserveBytes: number | null }): DiskRoom {
  const { storage, clock } = parts

  async function reserveBytes(): Promise<number> {
    if (parts.reserveBytes !== null) return parts.reserveBytes
    const share = (await storage.sizeBytes()) * RESERVE_SHARE
    return Math.min(RESERVE_MOST_BYTES, Math.max(RESERVE_LEAST_BYTES, share))
  }

  const there = async () => (await storage.freeBytes()) - (await reserveBytes())

  async function bytes(wantedBytes = 0): Promise<number> {
    const room = await there()
    if (room >= wantedBytes) return room
    const removed = await removeExpiredFiles(storage, clock.now())
    return removed === 0 ? room : await there()
  }

  return {
    bytes,
    async whileThere(signal, work) {
      if ((await bytes()) < 0) throw new DiskFull()
      const full = new AbortController()
      const look = async () => {
        if ((await bytes()) < 0) full.abort(new DiskFull())
      }
      // A look that fails is followed by another.
      const looking = setInterval(() => void look().catch(() => {}), LOOK_MS)
      try {
        return await work(AbortSignal.any([signal, full.signal]))
      } catch (error) {
        throw full.signal.aborted && !signal.aborted ? new DiskFull({ cause: error }) : error
      } finally {
        clearInterval(looking)
      }
    },
  }
}
