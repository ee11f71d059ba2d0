import type { DiskStorage } from '#platform/disk-storage.server.ts'

/** The part of the disk that videos may fill: all of it but a reserve, which the database and everything else live on. */
export interface DiskRoom {
  /** Bytes that may be written before the reserve is reached; negative below it. */
  bytes(): Promise<number>
}

const GIB = 1024 ** 3
const RESERVE_SHARE = 0.05
const RESERVE_LEAST_BYTES = GIB / 2
const RESERVE_MOST_BYTES = 20 * GIB

/** @param parts `reserveBytes` null for a share of the disk */
export function createDiskRoom(parts: { storage: DiskStorage; reserveBytes: number | null }): DiskRoom {
  const { storage } = parts

  async function reserveBytes(): Promise<number> {
    if (parts.reserveBytes !== null) return parts.reserveBytes
    const share = (await storage.sizeBytes()) * RESERVE_SHARE
    return Math.min(RESERVE_MOST_BYTES, Math.max(RESERVE_LEAST_BYTES, share))
  }

  return { bytes: async () => (await storage.freeBytes()) - (await reserveBytes()) }
}
