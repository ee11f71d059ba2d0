import { AAC_PACKET_SAMPLES, SAME_TIME_SECONDS } from '../media-info.ts'
import type { Packet } from './packet-stats.ts'
import type { AudioHeader } from './probe-header.ts'

export interface ContinuityTracker {
  add(packet: Packet): void
  /** Undefined for audio that is not AAC. */
  isContinuous(): boolean | undefined
}

/**
 * Whether each packet of AAC starts where all packets before it end, and is decoded with the same parameters. Gaps too short to
 * matter alone add up, so every packet is compared with the first one.
 */
export function createContinuityTracker(header: AudioHeader | null): ContinuityTracker {
  const isAac = header?.codec === 'aac' && header.sampleRate > 0
  const packetSeconds = isAac ? AAC_PACKET_SAMPLES / header.sampleRate : 0
  let first: number | null = null
  let packets = 0
  let isContinuous = true
  return {
    add({ pts, isHidden, changesParameters }) {
      if (!isAac || isHidden) return
      if (changesParameters && first !== null) isContinuous = false
      first ??= pts
      // The comparison is false for a packet without a time, too.
      isContinuous &&= Math.abs(pts - first - packets * packetSeconds) <= SAME_TIME_SECONDS
      packets += 1
    },
    isContinuous: () => (isAac ? isContinuous : undefined),
  }
}
