import type { Measurement } from '../measurement.ts'
import type { AudioPlan, RenditionTarget } from '../rendition.ts'

/** Tracks that begin further apart keep their distance; nearer ones both begin at zero exactly. */
const SAME_START_SECONDS = 0.025
/** Before it is shown, no picture is decoded earlier than this at the beginning. hls.js takes it for a later start. */
const MAX_LEAD_MILLISECONDS = 200

/** The track of the output that begins after the other one. Encoded sound never does: silence fills its beginning. */
function lateTrack({ video, audio }: Measurement, plan: AudioPlan): 'picture' | 'sound' | null {
  if (!video || !audio || plan === 'none') return null
  const lead = video.startSeconds - audio.startSeconds
  if (lead > SAME_START_SECONDS) return 'picture'
  return plan === 'copy' && lead < -SAME_START_SECONDS ? 'sound' : null
}

/** Whether both tracks of the output begin at zero as they are. Otherwise the first packet of the later one lasts longer. */
export function startsTogether(measurement: Measurement, target: Pick<RenditionTarget, 'audio'>): boolean {
  return lateTrack(measurement, target.audio) === null
}

interface PictureTimes {
  /** How long the last picture lasts; null for what its packet says. */
  lastSeconds?: number | null
  /** Whether an encoder puts pictures of uneven lengths into another order, in a fine time base. */
  isReordered?: boolean
}

/** A bitstream filter that has the picture begin at zero, however it begins in the source, and each one last to the next. */
export function pictureTimes(measurement: Measurement, plan: AudioPlan, times: PictureTimes = {}): string {
  return packetTimes(lateTrack(measurement, plan) === 'picture', times)
}

/** The same for sound whose packets before zero have been dropped. */
export function soundTimes(measurement: Measurement, plan: AudioPlan): string {
  return packetTimes(lateTrack(measurement, plan) === 'sound', {})
}

/** The same for a track that has no other beside it. */
export const fromZero = packetTimes(false, {})

/**
 * Says of each packet how long it really lasts: the last one of a fragment would have the usual length of a frame else, and
 * the first one of the next fragment would be moved to where that ends.
 * @param isLate the first packet is moved to zero, and all others keep their times
 */
function packetTimes(isLate: boolean, { lastSeconds = null, isReordered = false }: PictureTimes): string {
  const bounded = (time: string, number: string) =>
    isReordered ? `max(${time},(${number}-${MAX_LEAD_MILLISECONDS})/1000/TB)` : time
  const pts = isLate ? 'if(eq(N,0),0,PTS)' : 'PTS-STARTPTS'
  const dts = bounded(isLate ? 'if(eq(N,0),DTS-PTS,DTS)' : 'DTS-STARTPTS', 'N')
  const nextDts = bounded(isLate ? 'NEXT_DTS' : 'NEXT_DTS-STARTPTS', '(N+1)')
  const last = lastSeconds ? `${lastSeconds.toFixed(6)}/TB` : 'DURATION'
  const duration = `if(eq(NEXT_DTS,NOPTS),${last},${nextDts}-(${dts}))`
  return `setts=pts=${pts}:dts=${dts}:duration=${duration}`.replaceAll(',', '\\,')
}
