import type { Measurement } from '../measurement.ts'
import type { AudioPlan, CopyTarget } from '../rendition.ts'
import { EPISODE_MAX_SECONDS, LENGTH_TOLERANCE_SECONDS } from '../video.ts'
import { type Uploaded, uploadedInput } from './input-arguments.ts'
import { pictureTimes, soundTimes } from './packet-times.ts'

export const SEGMENT_SECONDS = 4
export const MEDIA_PLAYLIST = 'index.m3u8'
export const INIT_SEGMENT = 'init.mp4'
export const FIRST_SEGMENT = segmentName(1)

/** A player can show what it has of a segment from fragment to fragment. Each costs about 260 bytes. */
const FRAGMENT_MICROSECONDS = 250_000

const AUDIO_SAMPLE_RATE = 48_000
export const AUDIO_BITS_PER_SECOND = { mono: 96_000, stereo: 128_000 }
/** No rendition runs on past what was measured, whatever a decoder makes of the file. */
const OUTPUT_LIMIT_SECONDS = EPISODE_MAX_SECONDS + LENGTH_TOLERANCE_SECONDS + 1

/** Sound waits so long for the picture beside which it goes into a segment: longer than a picture of a copy is shown. */
export const INTERLEAVE_MICROSECONDS = 15_000_000

/** Ends every output that is made of an uploaded file, and leaves out what is not picture or sound. */
export const outputLimits = [
  ...['-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'],
  ...['-t', String(OUTPUT_LIMIT_SECONDS), '-max_muxing_queue_size', '4096'],
  ...['-max_interleave_delta', String(INTERLEAVE_MICROSECONDS)],
]

/**
 * The whole command that cuts an uploaded file as it is: HLS with fMP4 segments in the working folder. Only measured
 * figures and our own constants become arguments.
 */
export function copyArguments(source: Uploaded, target: CopyTarget, measurement: Measurement): string[] {
  const options = hlsOptions(SEGMENT_SECONDS)
  return [
    ...['-v', 'error', ...uploadedInput(source)],
    ...['-map', `0:${measurement.video?.index ?? 'v:0'}`, ...audioMap(measurement, target.audio)],
    ...['-c:v', 'copy', '-bsf:v', pictureTimes(measurement, target.audio)],
    ...[...audioArguments(target.audio, measurement), ...outputLimits],
    ...['-f', 'hls', ...Object.entries(options).flatMap(([name, value]) => [`-${name}`, value]), MEDIA_PLAYLIST],
  ]
}

/** Of a segment by its place, from 1: as `hls_segment_filename` says it. */
export function segmentName(place: number): string {
  return `${String(place).padStart(4, '0')}.m4s`
}

export function audioMap({ audio }: Measurement, plan: AudioPlan): string[] {
  return audio && plan !== 'none' ? ['-map', `0:${audio.index}`] : []
}

export function audioArguments(plan: AudioPlan, measurement: Measurement): string[] {
  const { audio } = measurement
  // AAC begins with a packet of lead-in before zero. It is left out, since segments cannot say "do not play this".
  const withoutLeadIn = ['-bsf:a', `noise=drop=lt(pts\\,0),${soundTimes(measurement, plan)}`]
  if (plan === 'none') return ['-an']
  if (plan === 'copy') return ['-c:a', 'copy', ...withoutLeadIn]
  const isMono = audio?.channels === 1
  return [
    // Silence fills gaps and a late start, so that sound stays with the picture whatever the source's timestamps do.
    ...['-af', 'aresample=async=1:first_pts=0', '-c:a', 'aac'],
    ...['-b:a', String(isMono ? AUDIO_BITS_PER_SECOND.mono : AUDIO_BITS_PER_SECOND.stereo)],
    ...['-ar', String(AUDIO_SAMPLE_RATE), '-ac', isMono ? '1' : '2'],
    ...withoutLeadIn,
  ]
}

/**
 * Of ffmpeg's `hls`: finished fMP4 segments that begin at the first keyframe after each multiple of `segmentSeconds`, in
 * fragments of a quarter of a second. What it writes needs `settleInitSegment` afterwards.
 */
export function hlsOptions(segmentSeconds: number): Record<string, string> {
  return {
    hls_time: String(segmentSeconds),
    hls_playlist_type: 'vod',
    hls_segment_type: 'fmp4',
    hls_flags: 'independent_segments',
    // The picture is decoded a little before it is shown, and its track says by an edit of one entry where it begins. The
    // other way, composition offsets below zero (`cmaf`), is not read alike: ffmpeg and mpv show the picture too late by
    // the largest of them. Times are ours already, so that nothing may be moved to where decoding begins.
    // Nothing reads the indexes (sidx) that would stand before every fragment.
    avoid_negative_ts: 'disabled',
    hls_segment_options: [
      ...['movflags=+skip_sidx', 'use_editlist=1', 'avoid_negative_ts=disabled'],
      `frag_duration=${FRAGMENT_MICROSECONDS}`,
    ].join(':'),
    hls_fmp4_init_filename: INIT_SEGMENT,
    hls_segment_filename: '%04d.m4s',
    start_number: '1',
  }
}
