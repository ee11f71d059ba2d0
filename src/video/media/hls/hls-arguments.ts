import { EPISODE_MAX_SECONDS, LENGTH_TOLERANCE_SECONDS } from '#video/video.ts'
import { originArguments } from '../audio-start.ts'
import { type UploadSource, uploadedInput } from '../ffmpeg/input-arguments.ts'
import { ourColourTags } from '../ffmpeg/our-colours.ts'
import type { MediaInfo } from '../media-info.ts'
import type { AudioPlan, CopyTarget } from '../rendition.ts'
import { namesOurColours } from '../source-colours.ts'
import { audioTimestampFilter, encodedAudioTimestampFilter, videoTimestampFilter } from './timestamp-filters.ts'

export const SEGMENT_SECONDS = 4
export const MEDIA_PLAYLIST = 'index.m3u8'
export const INIT_SEGMENT = 'init.mp4'
export const FIRST_SEGMENT = segmentName(1)

/** A player can show a partly loaded segment fragment by fragment. Each costs about 260 bytes. */
const FRAGMENT_MICROSECONDS = 250_000

const AUDIO_SAMPLE_RATE = 48_000
export const AUDIO_BITS_PER_SECOND = { mono: 96_000, stereo: 128_000 }
/**
 * Shortest gap or overlap that is corrected. A lost packet leaves 20 ms and more; less is the jitter of recorders that take
 * times from a clock, whose correction would click.
 */
const GAP_SECONDS = 0.015
/** Silence fills gaps and a late start, and overlaps are cut, so that audio stays in sync with any source timestamps. */
const inTimeFilter = `aresample=async=1:min_hard_comp=${GAP_SECONDS}:first_pts=0`

/** Upper bound for every rendition, however much a decoder makes of the file. */
const OUTPUT_LIMIT_SECONDS = EPISODE_MAX_SECONDS + LENGTH_TOLERANCE_SECONDS + 1

/** How long audio waits for the video beside it in a segment: longer than any frame of a copy is shown. */
export const INTERLEAVE_MICROSECONDS = 15_000_000

/** Limits every output of an uploaded file, and drops everything but video and audio. */
export const outputLimits = [
  ...['-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'],
  ...['-t', String(OUTPUT_LIMIT_SECONDS), '-max_muxing_queue_size', '4096'],
  ...['-max_interleave_delta', String(INTERLEAVE_MICROSECONDS)],
]

/**
 * All arguments to copy an uploaded file: HLS with fMP4 segments in the working folder. Only probed figures and our own
 * constants become arguments.
 */
export function copyArguments(source: UploadSource, target: CopyTarget, mediaInfo: MediaInfo): string[] {
  const options = hlsOptions(SEGMENT_SECONDS)
  return [
    ...['-v', 'error', ...originArguments(mediaInfo), ...uploadedInput(source)],
    ...['-map', `0:${mediaInfo.video?.index ?? 'v:0'}`, ...audioMap(mediaInfo, target.audio)],
    ...['-c:v', 'copy', ...ourColourTags],
    ...['-bsf:v', [...colourFilters(mediaInfo), videoTimestampFilter(mediaInfo, target.audio)].join(',')],
    ...[...audioArguments(target.audio, mediaInfo), ...outputLimits],
    ...['-f', 'hls', ...Object.entries(options).flatMap(([name, value]) => [`-${name}`, value]), MEDIA_PLAYLIST],
  ]
}

/** Completes the tags of a stream whose colours are ours; players guess missing tags, each in its own way. */
function colourFilters({ video }: MediaInfo): string[] {
  if (video === null || namesOurColours(video)) return []
  const tags = ['colour_primaries', 'transfer_characteristics', 'matrix_coefficients'].map((tag) => `${tag}=1`)
  return [`h264_metadata=${[...tags, 'video_full_range_flag=0'].join(':')}`]
}

/** Name of a segment by its number, from 1, as in `hls_segment_filename`. */
export function segmentName(number: number): string {
  return `${String(number).padStart(4, '0')}.m4s`
}

export function audioMap({ audio }: MediaInfo, plan: AudioPlan): string[] {
  if (!audio || plan === 'none') return []
  if (audio.channelIndexes) return ['-filter_complex', joinedChannels(audio.channelIndexes), '-map', '[sound]']
  return ['-map', `0:${audio.index}`]
}

/** Makes one sound of mono tracks, each in time. */
function joinedChannels(indexes: number[]): string {
  const layout = indexes.length === 2 ? 'stereo' : '5.1'
  const places = ['FL', 'FR', 'FC', 'LFE', 'BL', 'BR'].slice(0, indexes.length)
  const tracks = indexes.map((index, n) => `[0:${index}]${inTimeFilter}[channel${n}]`)
  const labels = indexes.map((_, n) => `[channel${n}]`).join('')
  const map = places.map((place, n) => `${n}.0-${place}`).join('|')
  return `${tracks.join(';')};${labels}join=inputs=${indexes.length}:channel_layout=${layout}:map=${map}[sound]`
}

export function audioArguments(plan: AudioPlan, mediaInfo: MediaInfo): string[] {
  const { audio } = mediaInfo
  if (plan === 'none') return ['-an']
  // ffmpeg would drop the packet that zero is in.
  if (plan === 'copy') return ['-c:a', 'copy', '-copypriorss:a', '1', '-bsf:a', audioTimestampFilter]
  const isMono = audio?.channels === 1
  return [
    ...[...(audio?.channelIndexes ? [] : ['-af', inTimeFilter]), '-c:a', 'aac'],
    ...['-b:a', String(isMono ? AUDIO_BITS_PER_SECOND.mono : AUDIO_BITS_PER_SECOND.stereo)],
    ...['-ar', String(AUDIO_SAMPLE_RATE), '-ac', isMono ? '1' : '2'],
    ...['-bsf:a', encodedAudioTimestampFilter],
  ]
}

/**
 * Options of ffmpeg's `hls`: finished fMP4 segments that begin at the first keyframe after each multiple of
 * `segmentSeconds`, in fragments of a quarter of a second. The output needs `splitInitSegment` afterwards.
 */
export function hlsOptions(segmentSeconds: number): Record<string, string> {
  return {
    hls_time: String(segmentSeconds),
    hls_playlist_type: 'vod',
    hls_segment_type: 'fmp4',
    hls_flags: 'independent_segments',
    // Video is decoded a little before it is shown, and an edit list of one entry states where its track begins. The
    // alternative, negative composition offsets (`cmaf`), is read differently: ffmpeg and mpv show the video too late
    // by the largest of them. The timestamps are already set, so nothing may be moved to where decoding begins. Nothing
    // reads the indexes (sidx) that would precede every fragment.
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
