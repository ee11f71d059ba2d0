import type { Clock } from '#platform/clock.ts'
import type { UploadFiles } from './upload-files.ts'

/** The part of the disk that videos may fill: all but a reserve for the database and everything else. */
export interface DiskSpace {
  /**
   * Bytes that may be written before the reserve is reached; negative below it. Unfinished uploads that have expired are
   * removed first when it is less than `wantedBytes`, 0 by default.
   */
  availableBytes(wantedBytes?: number): Promise<number>
  /**
   * Runs work that writes files while there is disk space; checks the disk every second.
   * @param work its signal aborts with `signal`, and when the reserve is reached
   * @throws DiskFull in that case instead of the error of `work`, and immediately when there is no space at the start
   */
  whileAvailable<Result>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>
}

/** The reserve is reached. Has the code of a full disk, because error handlers treat both alike. */
class DiskFull extends Error {
  readonly code = 'ENOSPC'

  constructor(options?: ErrorOptions) {
    super('The reserve of the disk is reached.', options)
    this.name = 'DiskFull'
  }
}

const GIB = 1024 ** 3
const RESERVE_SHARE = 0.05
const RESERVE_MIN_BYTES = GIB / 2
const RESERVE_MAX_BYTES = 20 * GIB
const CHECK_INTERVAL_MS = 1000

/** Bytes left free on a disk of this size unless a setting says otherwise. */
export function defaultReserveBytes(sizeBytes: number): number {
  return Math.min(RESERVE_MAX_BYTES, Math.max(RESERVE_MIN_BYTES, sizeBytes * RESERVE_SHARE))
}

/** @param parts `reserveBytes` null for a share of the disk */
export function createDiskSpace(parts: {
  uploadFiles: Pick<UploadFiles, 'freeBytes' | 'sizeBytes' | 'removeExpired'>
  clock: Clock
  reserveBytes: number | null
}): DiskSpace {
  const { uploadFiles, clock } = parts

  async function reserveBytes(): Promise<number> {
    if (parts.reserveBytes !== null) return parts.reserveBytes
    return defaultReserveBytes(await uploadFiles.sizeBytes())
  }

  const unreservedBytes = async () => (await uploadFiles.freeBytes()) - (await reserveBytes())

  async function availableBytes(wantedBytes = 0): Promise<number> {
    const available = await unreservedBytes()
    if (available >= wantedBytes) return available
    const removed = await uploadFiles.removeExpired(clock.now())
    return removed === 0 ? available : await unreservedBytes()
  }

  return {
    availableBytes,
    async whileAvailable(signal, work) {
      if ((await availableBytes()) < 0) throw new DiskFull()
      const full = new AbortController()
      const check = async () => {
        if ((await availableBytes()) < 0) full.abort(new DiskFull())
      }
      // A failed check is followed by another.
      const timer = setInterval(() => void check().catch(() => {}), CHECK_INTERVAL_MS)
      try {
        return await work(AbortSignal.any([signal, full.signal]))
      } catch (error) {
        throw full.signal.aborted && !signal.aborted ? new DiskFull({ cause: error }) : error
      } finally {
        clearInterval(timer)
      }
    },
  }
}
