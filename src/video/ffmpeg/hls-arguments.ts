import type { Measurement } from '../measurement.ts'
import type { AudioPlan, CopyTarget, EncodeTarget, RenditionTarget } from '../rendition.ts'
import { LENGTH_TOLERANCE_SECONDS } from '../verdict.ts'
import { EPISODE_MAX_SECONDS } from '../video.ts'
import { decodedUploadedInput, uploadedInput } from './input-arguments.ts'

const SEGMENT_SECONDS = 4
export const MEDIA_PLAYLIST = 'index.m3u8'
export const INIT_SEGMENT = 'init.mp4'

const CRF = 23
const AUDIO_SAMPLE_RATE = 48_000
const AUDIO_BITS_PER_SECOND = { mono: 96_000, stereo: 128_000 }
/** Tracks that begin further apart keep their distance by timestamps; nearer ones both begin at zero exactly. */
const SAME_START_SECONDS = 0.025
/** No rendition runs on past what was measured, whatever a decoder makes of the file. */
const OUTPUT_LIMIT_SECONDS = EPISODE_MAX_SECONDS + LENGTH_TOLERANCE_SECONDS + 1

/**
 * The whole command that makes one rendition of an uploaded file: HLS with fMP4 segments in the working folder.
 * Only measured figures and our own constants become arguments.
 */
export function hlsArguments(
  source: string,
  target: RenditionTarget,
  measurement: Measurement,
  threads: number,
): string[] {
  const input = target.kind === 'copy' ? uploadedInput(source) : decodedUploadedInput(source, threads)
  return [
    '-v',
    'error',
    ...input,
    ...streamSelection(measurement, target.audio),
    ...(target.kind === 'copy' ? ['-c:v', 'copy'] : encodedVideo(target, measurement, threads)),
    ...audioArguments(target.audio, measurement),
    '-t',
    String(OUTPUT_LIMIT_SECONDS),
    ...hlsOutput(startsTogether(measurement, target)),
  ]
}

function streamSelection({ video, audio }: Measurement, plan: AudioPlan): string[] {
  const maps = [`0:${video?.index ?? 'v:0'}`, ...(audio && plan !== 'none' ? [`0:${audio.index}`] : [])]
  return [...maps.flatMap((map) => ['-map', map]), '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1']
}

function encodedVideo(target: EncodeTarget, { video }: Measurement, threads: number): string[] {
  const filters = [
    // `interlaced` frames are told by the stream, not by each frame, so all are treated; one frame out for one in.
    ...(video?.isInterlaced ? ['bwdif=mode=send_frame:deint=all'] : []),
    `scale=${target.width}:${target.height}:flags=bicubic:out_range=tv`,
    'setsar=1',
    'format=yuv420p',
  ]
  const timing = video?.isConstantFrameRate
    ? // Puts each frame on the grid of the exact rate, which undoes the container's rounding.
      ['-r', `${video.frameRate.numerator}/${video.frameRate.denominator}`, '-fps_mode', 'vfr']
    : ['-fps_mode', 'passthrough', '-enc_time_base', '1:90000']
  const cap = target.maxVideoBitsPerSecond
  return [
    ...['-vf', filters.join(','), ...timing],
    ...['-c:v', 'libx264', '-preset', target.preset, '-tune', 'animation', '-profile:v', 'high'],
    ...['-crf', String(CRF), '-maxrate', String(cap), '-bufsize', String(cap * 2)],
    // Keyframes by time and not by count, so that segments are four seconds long at any frame rate.
    ...['-force_key_frames', `expr:gte(t,n_forced*${SEGMENT_SECONDS})`, '-g', '9999', '-flags:v', '+cgop'],
    ...['-threads', String(threads)],
  ]
}

function audioArguments(plan: AudioPlan, { audio }: Measurement): string[] {
  // AAC begins with a packet of lead-in before zero. It is left out, since segments cannot say "do not play this".
  const withoutLeadIn = ['-bsf:a', 'noise=drop=lt(pts\\,0)']
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

/** Whether both tracks of the output begin at zero. Encoded sound always does; the picture begins where it does in the source. */
export function startsTogether({ video, audio }: Measurement, target: RenditionTarget): boolean {
  if (!video || !audio || target.audio === 'none') return true
  const lead = video.startSeconds - audio.startSeconds
  return target.audio === 'encode' ? lead <= SAME_START_SECONDS : Math.abs(lead) <= SAME_START_SECONDS
}

function hlsOutput(tracksStartTogether: boolean): string[] {
  // Players ignore or misread edit lists in segments, and without them ffmpeg 5.1 has two ways. `cmaf` starts each
  // track at zero exactly (negative composition offsets), but forgets a distance between their starts; `use_editlist=0`
  // keeps the distance by lengthening the first sample, and starts a little after zero when there are B-frames.
  const timestamps = tracksStartTogether ? 'movflags=+cmaf' : 'use_editlist=0'
  return [
    ...['-max_muxing_queue_size', '4096', '-f', 'hls', '-hls_time', String(SEGMENT_SECONDS)],
    ...['-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4', '-hls_flags', 'independent_segments'],
    ...['-hls_segment_options', timestamps, '-hls_fmp4_init_filename', INIT_SEGMENT],
    ...['-hls_segment_filename', '%04d.m4s', '-start_number', '1', MEDIA_PLAYLIST],
  ]
}

/** Deadline of a run that goes through so many seconds of video. @see docs/product.md#limits */
export function runDeadlineMs(durationSeconds: number): number {
  return 60_000 + 4000 * durationSeconds
}

/** A bound on what a rendition may write: generous, for a run that goes wrong. */
export function maxOutputBytes(target: CopyTarget | EncodeTarget, measurement: Measurement): number {
  const spare = 32 * 1024 ** 2
  if (target.kind === 'copy') return Math.ceil(measurement.sizeBytes * 1.2 + spare)
  const bitsPerSecond = target.maxVideoBitsPerSecond + AUDIO_BITS_PER_SECOND.stereo
  return Math.ceil((bitsPerSecond / 8) * measurement.durationSeconds * 3 + spare)
}
