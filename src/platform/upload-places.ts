import { networkOf } from './ip-address.ts'
import { Refusal } from './refusal.ts'

/** The sender of an upload, which takes a place while it arrives. */
export interface Sender {
  uid: string
  ip: string
}

/** How many uploads of a kind a process receives at once. */
export interface PlaceLimits {
  total: number
  perAccount: number
  /** A limit, so that many accounts of one person do not take all places. */
  perNetwork: number
  retryAfterSeconds: number
}

/** Places for uploads. Who holds one has to move: `limitBodyStalls` ends a body that comes too slowly. */
export interface UploadPlaces {
  /**
   * Takes a place.
   * @returns gives it back
   * @throws Refusal request.busy when the sender, its network or the process has as many as it may
   */
  take(from: Sender): () => void
}

export function createUploadPlaces(limits: PlaceLimits): UploadPlaces {
  const counts = new Map<string, number>()

  return {
    take({ uid, ip }) {
      const holders: [string, number][] = [
        ['all', limits.total],
        [`account ${uid}`, limits.perAccount],
        [`network ${networkOf(ip)}`, limits.perNetwork],
      ]
      if (holders.some(([holder, limit]) => (counts.get(holder) ?? 0) >= limit))
        throw new Refusal('request.busy', { retryAfterSeconds: limits.retryAfterSeconds })
      for (const [holder] of holders) counts.set(holder, (counts.get(holder) ?? 0) + 1)
      return () => {
        for (const [holder] of holders) {
          const left = counts.get(holder)! - 1
          if (left === 0) counts.delete(holder)
          else counts.set(holder, left)
        }
      }
    },
  }
}
