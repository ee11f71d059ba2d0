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
}

const GIB = 1024 ** 3
const RESERVE_SHARE = 0.05
const RESERVE_LEAST_BYTES = GIB / 2
const RESERVE_MOST_BYTES = 20 * GIB

/** @param parts `reserveBytes` null for a share of the disk */
export function createDiskRoom(parts: { storage: DiskStorage; clock: Clock; reserveBytes: number | null }): DiskRoom {
  const { storage, clock } = parts

  async function reserveBytes(): Promise<number> {
    if (parts.reserveBytes !== null) return parts.reserveBytes
    const share = (await storage.sizeBytes()) * RESERVE_SHARE
    return Math.min(RESERVE_MOST_BYTES, Math.max(RESERVE_LEAST_BYTES, share))
  }

  const look = async () => (await storage.freeBytes()) - (await reserveBytes())

  return {
    async bytes(wantedBytes = 0) {
      const there = await look()
      if (there >= wantedBytes) return there
      const removed = await removeExpiredFiles(storage, clock.now())
      return removed === 0 ? there : await look()
    },
  }
}
