import type { MediaInfo } from '../media-info.ts'
import type { AudioPlan, RenditionTarget } from '../rendition.ts'

/** Tracks that begin further apart keep their offset; nearer ones both begin at zero exactly. */
const SAME_START_SECONDS = 0.025
/** Longest lead of decoding over presentation at the beginning. hls.js takes the lead for a later start. */
const MAX_LEAD_MILLISECONDS = 200

/** The track of the output that begins after the other one. Encoded audio never does: silence fills its beginning. */
function lateTrack({ video, audio }: MediaInfo, plan: AudioPlan): 'video' | 'audio' | null {
  if (!video || !audio || plan === 'none') return null
  const lead = video.startSeconds - audio.startSeconds
  if (lead > SAME_START_SECONDS) return 'video'
  return plan === 'copy' && lead < -SAME_START_SECONDS ? 'audio' : null
}

/**
 * Whether both tracks of the output begin at zero unchanged. Otherwise the first packet of the later one lasts longer.
 */
export function tracksStartTogether(mediaInfo: MediaInfo, target: Pick<RenditionTarget, 'audio'>): boolean {
  return lateTrack(mediaInfo, target.audio) === null
}

interface VideoTimestampOptions {
  /** Duration of the last frame; null for that of its packet. */
  lastSeconds?: number | null
  /** Whether an encoder reorders frames of uneven lengths, in a fine time base. */
  isReordered?: boolean
}

/**
 * A bitstream filter that starts the video at zero, whatever its start in the source, and extends each frame to the
 * next.
 */
export function videoTimestampFilter(
  mediaInfo: MediaInfo,
  plan: AudioPlan,
  options: VideoTimestampOptions = {},
): string {
  return timestampFilter(lateTrack(mediaInfo, plan) === 'video', options)
}

/** The same for audio whose packets before zero have been dropped. */
export function audioTimestampFilter(mediaInfo: MediaInfo, plan: AudioPlan): string {
  return timestampFilter(lateTrack(mediaInfo, plan) === 'audio', {})
}

/** The same for a track without another one beside it. */
export const fromZeroFilter = timestampFilter(false, {})

/**
 * Sets the real duration of each packet: otherwise the last one of a fragment would get the usual length of a frame,
 * and the first one of the next fragment would be moved to where that ends.
 * @param isLate the first packet is moved to zero, and all others keep their times
 */
function timestampFilter(isLate: boolean, { lastSeconds = null, isReordered = false }: VideoTimestampOptions): string {
  const bounded = (time: string, number: string) =>
    isReordered ? `max(${time},(${number}-${MAX_LEAD_MILLISECONDS})/1000/TB)` : time
  const pts = isLate ? 'if(eq(N,0),0,PTS)' : 'PTS-STARTPTS'
  const dts = bounded(isLate ? 'if(eq(N,0),DTS-PTS,DTS)' : 'DTS-STARTPTS', 'N')
  const nextDts = bounded(isLate ? 'NEXT_DTS' : 'NEXT_DTS-STARTPTS', '(N+1)')
  const last = lastSeconds ? `${lastSeconds.toFixed(6)}/TB` : 'DURATION'
  const duration = `if(eq(NEXT_DTS,NOPTS),${last},${nextDts}-(${dts}))`
  return `setts=pts=${pts}:dts=${dts}:duration=${duration}`.replaceAll(',', '\\,')
}
