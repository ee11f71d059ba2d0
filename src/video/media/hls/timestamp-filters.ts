import { isVideoLate } from '../audio-start.ts'
import type { MediaInfo } from '../media-info.ts'
import type { AudioPlan, RenditionTarget } from '../rendition.ts'

/** Longest lead of decoding over presentation at the beginning. hls.js takes the lead for a later start. */
const MAX_LEAD_MILLISECONDS = 200

/**
 * Whether both tracks of the output begin at zero unchanged. Otherwise the first frame lasts longer; audio never begins
 * later, since silence fills its beginning.
 */
export function tracksStartTogether(mediaInfo: MediaInfo, target: Pick<RenditionTarget, 'audio'>): boolean {
  return target.audio === 'none' || !isVideoLate(mediaInfo)
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
  return timestampFilter(!tracksStartTogether(mediaInfo, { audio: plan }), options)
}

/** A bitstream filter that starts the only track of a file at zero, and extends each packet to the next. */
export const fromZeroFilter = timestampFilter(false, {})

/**
 * A bitstream filter that starts audio at zero. AAC begins with packets of lead-in before zero. They are dropped,
 * because segments cannot say "do not play this"; one of which the larger part comes after zero is kept.
 */
export const audioTimestampFilter = `noise=drop=lt(pts\\,-d/2),${fromZeroFilter}`

/**
 * Does the same for audio that is encoded. Where its rate or its channels change in the middle, ffmpeg restarts its filters, and
 * `hls-arguments.ts` has them fill everything before with silence. These packets have been written already, and are dropped.
 * Register 0 is one tick past the beginning of the last packet, or 0.
 */
export const encodedAudioTimestampFilter = `noise=drop=${'gt(lt(pts,-d/2)+ld(0)*lt(pts,ld(0)),0)+0*st(0,max(ld(0),pts+1))'.replaceAll(',', '\\,')},${fromZeroFilter}`

/**
 * Sets the real duration of each packet. Otherwise the last one of a fragment would get the usual length of a frame,
 * and the first one of the next fragment would be moved to the end of that.
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
