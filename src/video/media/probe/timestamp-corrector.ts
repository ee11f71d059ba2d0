import type { Packet } from './packet-stats.ts'

/**
 * A packet this far from its track's expected time counts as a restart of the clock: ffmpeg's `dts_delta_threshold`.
 */
const JUMP_SECONDS = 10
/** Time never goes back further than this within a track. */
const BACK_SECONDS = 0.1

interface Track {
  decodedAt: number
  nextAt: number
}

export interface TimestampCorrector {
  /** Returns the packet with the times at which it plays. */
  correct(packet: Packet, defaultDurationSeconds: number): Packet
  readonly hasDiscontinuity: boolean
}

/**
 * Computes the times that ffmpeg gives to packets of a container whose clock may restart in the middle, as in joined
 * recordings. A track that jumps continues where it was, and all tracks are shifted by as much from then on, until
 * another one would jump by it. Needs the packets of all tracks that are used, in the order of the file.
 *
 * @see https://ffmpeg.org/ffmpeg.html `-dts_delta_threshold`
 */
export function createTimestampCorrector(): TimestampCorrector {
  const tracks = new Map<number, Track>()
  let shift = 0
  let last: number | null = null
  let hasDiscontinuity = false

  /** Distance of a packet from its expected time; 0 when that may well be a pause. */
  function jumpOf(at: number, track: Track | undefined): number {
    const ahead = at - (track?.nextAt ?? last ?? at)
    const goesBack = track !== undefined && at + BACK_SECONDS < track.decodedAt
    return Math.abs(ahead) > JUMP_SECONDS || goesBack ? ahead : 0
  }

  return {
    correct(packet, defaultDurationSeconds) {
      if (!Number.isNaN(packet.dts)) {
        const jump = jumpOf(packet.dts + shift, tracks.get(packet.stream))
        if (jump !== 0) hasDiscontinuity = true
        shift -= jump
        last = packet.dts + shift
        const duration = packet.duration > 0 ? packet.duration : defaultDurationSeconds
        tracks.set(packet.stream, { decodedAt: last, nextAt: last + duration })
      }
      return { ...packet, pts: packet.pts + shift, dts: packet.dts + shift }
    },
    get hasDiscontinuity() {
      return hasDiscontinuity
    },
  }
}
