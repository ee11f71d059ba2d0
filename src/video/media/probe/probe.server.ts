import { open, stat } from 'node:fs/promises'
import type { FrameRate } from '#video/video.ts'
import type { UnlistedDecoders } from '../ffmpeg/decoders.ts'
import { inputOptions, probedInput, type UploadSource, unlistedDecoder } from '../ffmpeg/input-arguments.ts'
import { runTool } from '../ffmpeg/run-tool.server.ts'
import { ToolError } from '../ffmpeg/tool-error.ts'
import { type AudioTrack, fractionOf, type MediaInfo, type ProbeResult, type VideoTrack } from '../media-info.ts'
import { MAX_STREAMS } from '../validation.ts'
import { isChainedOgg } from './chained-ogg.server.ts'
import {
  containersWithDiscontinuities,
  countPackets,
  emptyPacketStats,
  type PacketStats,
} from './count-packets.server.ts'
import { createStreamAnalyzer, type StreamStats } from './packet-stats.ts'
import {
  type AudioHeader,
  headerArguments,
  isContainer,
  type ProbeHeader,
  parseHeader,
  type VideoHeader,
} from './probe-header.ts'
import { SNIFF_BYTES, sniffKind } from './sniff.ts'

const HEADER_DEADLINE_MS = 60_000

/**
 * Bytes of an upload in progress that the header is read from: an index of two megabytes, and ffprobe's own limit of five
 * for the frames after it. A file whose index comes last is not read any further.
 */
const HEADER_BYTES = 8 * 1024 * 1024

/** Containers whose header states a reliable length; the others' is guessed from the first and last bytes. */
const containersWithDuration = ['mov', 'matroska', 'avi', 'flv', 'asf', 'mxf']

export interface ProbeOptions {
  /** Called with the values of the headers before the packets are read; they are unverified. */
  onHeaders?: (mediaInfo: MediaInfo) => void
  signal?: AbortSignal
}

/**
 * Probes an uploaded file packet by packet, in bounded memory and time. Does not validate it: `validate` does.
 *
 * @throws ToolError only for an outage (`isOutage`): a file that ffmpeg cannot open is a result, not an error
 */
export async function probeMedia(source: UploadSource, options: ProbeOptions = {}): Promise<ProbeResult> {
  const sizeBytes = typeof source === 'string' ? (await stat(source)).size : source.sizeBytes
  if (sizeBytes === 0) return { isReadable: false, kind: 'empty' }
  const countAbort = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, countAbort.signal]) : countAbort.signal
  const probing = readHeader(source, options.signal)
  // Both read the file from its beginning; the second ends sooner when it does not wait for the first.
  const counting = countPackets(source, sizeBytes, probing.then(headerToCount), signal)
  counting.catch(() => {})
  try {
    const probed = await probing
    if ('stderr' in probed) return { isReadable: false, kind: sniffKind(await firstBytes(source), probed.stderr) }
    const { header, isDurationGuessed } = probed
    const isOgg = typeof source === 'string' && isContainer(['ogg'], header)
    const isChained = isOgg && (await isChainedOgg(source, options.signal))
    const build = (stats: PacketStats) => buildMediaInfo(sizeBytes, header, stats, { isDurationGuessed, isChained })
    if (headerToCount(probed) === null) return build(emptyPacketStats())
    options.onHeaders?.(build(statsFromHeader(sizeBytes, header)))
    return build(await counting)
  } finally {
    countAbort.abort(new Error('Nothing has to be counted.'))
    await counting.catch(() => {})
  }
}

function headerToCount(probed: HeaderResult): ProbeHeader | null {
  if ('stderr' in probed) return null
  return probed.header.streamCount > MAX_STREAMS || probed.header.video === null ? null : probed.header
}

/** Figures as if every packet were regular, and as many as the headers state. */
function statsFromHeader(sizeBytes: number, { video, audio, durationSeconds }: ProbeHeader): PacketStats {
  const stats = (track: VideoHeader | AudioHeader | null): StreamStats => {
    const startSeconds = track?.startSeconds ?? 0
    const seconds = track?.durationSeconds ?? durationSeconds ?? 0
    const packets = track && 'frames' in track ? (track.frames ?? Math.ceil(seconds * 24)) : 1
    return {
      ...createStreamAnalyzer(0).stats(),
      packets,
      startSeconds,
      endSeconds: startSeconds + seconds,
      durationSeconds: seconds,
      sizeBytes: track === video ? sizeBytes : 0,
      startsWithKeyframe: true,
      maxKeyframeGapSeconds: 0,
    }
  }
  const [videoStats, audioStats] = [stats(video), stats(audio)]
  const deliveredSeconds = Math.max(videoStats.endSeconds, audioStats.endSeconds)
  return { video: videoStats, audio: audioStats, deliveredSeconds, stoppedAt: null, restarts: false }
}

type HeaderResult = { header: ProbeHeader; isDurationGuessed: boolean } | { stderr: string }

async function readHeader(
  source: UploadSource,
  signal: AbortSignal | undefined,
  unlisted: UnlistedDecoders = {},
): Promise<HeaderResult> {
  try {
    const { stdout, stderr } = await runTool({
      tool: 'ffprobe',
      args: ['-v', 'warning', ...headerArguments(), ...probedInput(source, unlisted)],
      ...inputOptions(source, HEADER_BYTES),
      isHighPriority: true,
      deadlineMs: HEADER_DEADLINE_MS,
      signal,
    })
    const header = parseHeader(stdout)
    const hasUnlisted = Object.keys(unlisted).length > 0
    return {
      header: hasUnlisted ? { ...header, unlistedDecoders: unlisted } : header,
      isDurationGuessed: stderr.includes('Estimating duration from bitrate'),
    }
  } catch (error) {
    if (!(error instanceof ToolError) || error.isOutage) throw error
    const found = unlistedDecoder(error.stderr)
    const isNew = found !== null && unlisted[found[0]] !== found[1] && Object.keys(unlisted).length < MAX_STREAMS
    return isNew ? await readHeader(source, signal, { ...unlisted, [found[0]]: found[1] }) : { stderr: error.stderr }
  }
}

async function firstBytes(source: UploadSource): Promise<Uint8Array> {
  if (typeof source !== 'string') {
    const start = await source.at(0, Math.min(SNIFF_BYTES, source.sizeBytes))
    return start ? new Uint8Array(start.buffer, start.byteOffset, start.byteLength) : new Uint8Array()
  }
  const file = await open(source)
  try {
    const { buffer, bytesRead } = await file.read({ buffer: new Uint8Array(SNIFF_BYTES), position: 0 })
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

function buildMediaInfo(
  sizeBytes: number,
  header: ProbeHeader,
  stats: PacketStats,
  { isDurationGuessed, isChained }: { isDurationGuessed: boolean; isChained: boolean },
): MediaInfo {
  const { unsupportedVideo, unsupportedAudio, unlistedDecoders } = header
  const hasAudio = stats.audio.packets > 0
  const starts = [stats.video.startSeconds, ...(hasAudio ? [stats.audio.startSeconds] : [])]
  const ends = [stats.video.endSeconds, ...(hasAudio ? [stats.audio.endSeconds] : [])]
  return {
    isReadable: true,
    container: header.container,
    sizeBytes,
    streamCount: header.streamCount,
    video: header.video && videoTrack(header.video, stats.video),
    // An audio track without a single packet is none; without a video track the header alone decides.
    audio: header.audio && (hasAudio || header.video === null) ? audioTrack(header.audio, stats) : null,
    durationSeconds: Math.max(
      Math.max(...ends) - Math.min(...starts),
      stats.video.durationSeconds,
      stats.audio.durationSeconds,
    ),
    ...zerosOf(header),
    ...(unsupportedVideo ? { unsupportedVideo } : {}),
    ...(unsupportedAudio ? { unsupportedAudio } : {}),
    ...(unlistedDecoders ? { unlistedDecoders } : {}),
    promisedSeconds: isDurationGuessed ? null : declaredSeconds(header),
    deliveredSeconds: stats.deliveredSeconds,
    stoppedAt: stats.stoppedAt,
    isJoined: isChained || stats.restarts,
  }
}

/** Length in the headers of the streams, or in that of the file where streams state none. */
function declaredSeconds({ container, video, audio, durationSeconds }: ProbeHeader): number | null {
  if (!isContainer(containersWithDuration, { container })) return null
  // For AVI, ffmpeg shortens the stated length to that of the media present; only the frame count stays as written.
  const rate = container === 'avi' ? video?.averageRate : null
  const frameSeconds = rate && video?.frames ? (video.frames * rate.denominator) / rate.numerator : null
  const durations = [video?.durationSeconds, audio?.durationSeconds, frameSeconds].filter((each) => each != null)
  return durations.length > 0 ? Math.max(...durations) : durationSeconds
}

function videoTrack(header: VideoHeader, stats: StreamStats): VideoTrack {
  const { averageRate, baseRate, durationSeconds: _declared, frames: _counted, ...rest } = header
  const shownPackets = stats.packets - stats.hiddenPackets
  const countedRate = stats.durationSeconds > 0 ? shownPackets / stats.durationSeconds : 0
  const isNearCounted = (rate: FrameRate | null) =>
    rate !== null && countedRate > 0 && Math.abs(rate.numerator / rate.denominator / countedRate - 1) < 0.02
  const stated = [averageRate, baseRate].find(isNearCounted)
  const frameRate =
    stated ?? (countedRate > 0 ? fractionOf(countedRate) : (averageRate ?? { numerator: 1, denominator: 1 }))
  return {
    ...rest,
    frameRate,
    isConstantFrameRate: isOnGrid(frameRate, stats),
    longestFrameSeconds: Math.max(stats.maxIntervalSeconds, stats.lastIntervalSeconds),
    lastFrameSeconds: stats.lastIntervalSeconds,
    highestFrameRate: stats.highestRate,
    packets: stats.packets,
    hiddenPackets: stats.hiddenPackets,
    startSeconds: stats.startSeconds,
    durationSeconds: stats.durationSeconds,
    bitsPerSecond: stats.durationSeconds > 0 ? (stats.sizeBytes * 8) / stats.durationSeconds : 0,
    startsWithKeyframe: stats.startsWithKeyframe,
    maxKeyframeGapSeconds: stats.maxKeyframeGapSeconds,
    hasClosedGops: stats.hasClosedGops,
    hasCleanTimestamps: stats.hasCleanTimestamps,
    ...(stats.changesParameters ? { changesParameters: true } : {}),
  }
}

/** Containers that count in milliseconds move each frame by up to half of one, so a step by up to one. */
function isOnGrid(rate: FrameRate, stats: StreamStats): boolean {
  const step = rate.denominator / rate.numerator
  const slack = Math.max(0.0015, step * 0.05)
  return Math.abs(stats.minIntervalSeconds - step) <= slack && Math.abs(stats.maxIntervalSeconds - step) <= slack
}

function audioTrack(header: AudioHeader, { audio, isAudioContinuous }: PacketStats): AudioTrack {
  const { durationSeconds: _declared, ...rest } = header
  const { packets, startSeconds, durationSeconds } = audio
  const continuity = isAudioContinuous === undefined ? {} : { isContinuous: isAudioContinuous }
  return { ...rest, packets, startSeconds, durationSeconds, ...continuity }
}

/** Where clocks may restart, ffmpeg counts from the earliest of the tracks that it uses; elsewhere from the earliest of all. */
function zerosOf(header: ProbeHeader): Pick<MediaInfo, 'zeroSeconds' | 'usedZeroSeconds'> {
  const { startSeconds: zeroSeconds } = header
  const starts = [header.video, header.audio].flatMap((track) => (track === null ? [] : [track.startSeconds]))
  const isCorrected = isContainer(containersWithDiscontinuities, header) && starts.length > 0
  return isCorrected ? { zeroSeconds, usedZeroSeconds: Math.min(...starts) } : { zeroSeconds }
}
