import { open, stat } from 'node:fs/promises'
import { type AudioTrack, fractionOf, type Measured, type Measurement, type VideoTrack } from '../measurement.ts'
import { MAX_STREAMS } from '../verdict.ts'
import type { FrameRate } from '../video.ts'
import { type Counted, countPackets, nothingCounted } from './count-packets.server.ts'
import { LOOK_BYTES, lookOf } from './file-look.ts'
import { given, type Uploaded, uploadedInput } from './input-arguments.ts'
import { createStreamMeter, type StreamFigures } from './packet-meter.ts'
import {
  type AudioHeader,
  type Header,
  headerArguments,
  isInside,
  parseHeader,
  type VideoHeader,
} from './probe-header.ts'
import { runTool } from './run-tool.server.ts'
import { ToolFailed } from './tool-failed.ts'

const HEADER_DEADLINE_MS = 60_000

/** Containers whose header states a length that binds; the others' is guessed from the first and last bytes. */
const containersThatPromise = ['mov', 'matroska', 'avi', 'flv', 'asf', 'mxf']

export interface MeasureOptions {
  /** Told what the headers promise, before the packets are looked at; not to be believed. */
  onPromised?: (promised: Measurement) => void
  signal?: AbortSignal
}

/**
 * Opens an uploaded file and measures it packet by packet, in bounded memory and time. Never decides: `judge` does.
 *
 * @throws ToolFailed only for an outage (`isOutage`): a file that ffmpeg cannot open is an answer, not an error
 */
export async function measure(source: Uploaded, options: MeasureOptions = {}): Promise<Measured> {
  const sizeBytes = typeof source === 'string' ? (await stat(source)).size : source.sizeBytes
  if (sizeBytes === 0) return { isReadable: false, looksLike: 'empty' }
  const unwanted = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, unwanted.signal]) : unwanted.signal
  const probing = readHeader(source, options.signal)
  // Both read the file from its beginning; the second is through sooner when it does not wait for the first.
  const counting = countPackets(source, sizeBytes, probing.then(worthCounting), signal)
  counting.catch(() => {})
  try {
    const probed = await probing
    if ('complaint' in probed)
      return { isReadable: false, looksLike: lookOf(await firstBytes(source), probed.complaint) }
    const { header, isDurationGuessed } = probed
    if (worthCounting(probed) === null) return describe(sizeBytes, header, nothingCounted(), isDurationGuessed)
    options.onPromised?.(describe(sizeBytes, header, promisedCount(sizeBytes, header), isDurationGuessed))
    return describe(sizeBytes, header, await counting, isDurationGuessed)
  } finally {
    unwanted.abort(new Error('Nothing has to be counted.'))
    await counting.catch(() => {})
  }
}

function worthCounting(probed: ProbedHeader): Header | null {
  if ('complaint' in probed) return null
  return probed.header.streamCount > MAX_STREAMS || probed.header.video === null ? null : probed.header
}

/** What a file would measure if it were what its header says. Not to be believed. */
export function promisedBy(header: Header, sizeBytes: number): Measurement {
  return describe(sizeBytes, header, promisedCount(sizeBytes, header), false)
}

/** As if every packet were as well-behaved as can be, and as many as the headers say. */
function promisedCount(sizeBytes: number, { video, audio, durationSeconds }: Header): Counted {
  const figures = (track: VideoHeader | AudioHeader | null): StreamFigures => {
    const startSeconds = track?.startSeconds ?? 0
    const seconds = track?.durationSeconds ?? durationSeconds ?? 0
    const packets = track && 'frames' in track ? (track.frames ?? Math.ceil(seconds * 24)) : 1
    return {
      ...createStreamMeter(0).figures(),
      ...{ packets, startSeconds, endSeconds: startSeconds + seconds, durationSeconds: seconds },
      ...{ sizeBytes: track === video ? sizeBytes : 0, startsWithKeyframe: true, maxKeyframeGapSeconds: 0 },
    }
  }
  const [ofVideo, ofAudio] = [figures(video), figures(audio)]
  const deliveredSeconds = Math.max(ofVideo.endSeconds, ofAudio.endSeconds)
  return { video: ofVideo, audio: ofAudio, deliveredSeconds, stoppedAt: null }
}

type ProbedHeader = { header: Header; isDurationGuessed: boolean } | { complaint: string }

async function readHeader(source: Uploaded, signal: AbortSignal | undefined): Promise<ProbedHeader> {
  try {
    const { stdout, stderr } = await runTool({
      tool: 'ffprobe',
      args: ['-v', 'warning', ...headerArguments(), ...uploadedInput(source)],
      ...given(source),
      isBrief: true,
      deadlineMs: HEADER_DEADLINE_MS,
      signal,
    })
    return { header: parseHeader(stdout), isDurationGuessed: stderr.includes('Estimating duration from bitrate') }
  } catch (error) {
    if (error instanceof ToolFailed && !error.isOutage) return { complaint: error.stderr }
    throw error
  }
}

async function firstBytes(source: Uploaded): Promise<Uint8Array> {
  if (typeof source !== 'string') {
    const start = await source.at(0, Math.min(LOOK_BYTES, source.sizeBytes))
    return start ? new Uint8Array(start.buffer, start.byteOffset, start.byteLength) : new Uint8Array()
  }
  const file = await open(source)
  try {
    const { buffer, bytesRead } = await file.read({ buffer: new Uint8Array(LOOK_BYTES), position: 0 })
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

function describe(sizeBytes: number, header: Header, counted: Counted, isDurationGuessed: boolean): Measurement {
  const hasSound = counted.audio.packets > 0
  const starts = [counted.video.startSeconds, ...(hasSound ? [counted.audio.startSeconds] : [])]
  const ends = [counted.video.endSeconds, ...(hasSound ? [counted.audio.endSeconds] : [])]
  return {
    isReadable: true,
    container: header.container,
    sizeBytes,
    streamCount: header.streamCount,
    video: header.video && videoTrack(header.video, counted.video),
    // A sound track without a single packet is none; without pictures the header alone must tell.
    audio: header.audio && (hasSound || header.video === null) ? audioTrack(header.audio, counted.audio) : null,
    durationSeconds: Math.max(
      Math.max(...ends) - Math.min(...starts),
      counted.video.durationSeconds,
      counted.audio.durationSeconds,
    ),
    promisedSeconds: isDurationGuessed ? null : promisedSeconds(header),
    deliveredSeconds: counted.deliveredSeconds,
    stoppedAt: counted.stoppedAt,
  }
}

/** What the headers of the streams promise, or of the whole file where streams say nothing. */
function promisedSeconds({ container, video, audio, durationSeconds }: Header): number | null {
  if (!isInside(containersThatPromise, { container })) return null
  // For AVI, ffmpeg shortens the promise to what is there; only the count of frames is as it was written.
  const rate = container === 'avi' ? video?.averageRate : null
  const byFrames = rate && video?.frames ? (video.frames * rate.denominator) / rate.numerator : null
  const promises = [video?.durationSeconds, audio?.durationSeconds, byFrames].filter((each) => each != null)
  return promises.length > 0 ? Math.max(...promises) : durationSeconds
}

function videoTrack(header: VideoHeader, figures: StreamFigures): VideoTrack {
  const { averageRate, baseRate, durationSeconds: _promised, frames: _counted, ...kept } = header
  const shown = figures.packets - figures.hiddenPackets
  const counted = figures.durationSeconds > 0 ? shown / figures.durationSeconds : 0
  const isNearCounted = (rate: FrameRate | null) =>
    rate !== null && counted > 0 && Math.abs(rate.numerator / rate.denominator / counted - 1) < 0.02
  const stated = [averageRate, baseRate].find(isNearCounted)
  const frameRate = stated ?? (counted > 0 ? fractionOf(counted) : (averageRate ?? { numerator: 1, denominator: 1 }))
  return {
    ...kept,
    frameRate,
    isConstantFrameRate: isOnGrid(frameRate, figures),
    longestFrameSeconds: Math.max(figures.maxStepSeconds, figures.lastStepSeconds),
    lastFrameSeconds: figures.lastStepSeconds,
    highestFrameRate: figures.highestRate,
    packets: figures.packets,
    hiddenPackets: figures.hiddenPackets,
    startSeconds: figures.startSeconds,
    durationSeconds: figures.durationSeconds,
    bitsPerSecond: figures.durationSeconds > 0 ? (figures.sizeBytes * 8) / figures.durationSeconds : 0,
    startsWithKeyframe: figures.startsWithKeyframe,
    maxKeyframeGapSeconds: figures.maxKeyframeGapSeconds,
    hasClosedGops: figures.hasClosedGops,
    hasCleanTimestamps: figures.hasCleanTimestamps,
  }
}

/** Containers that count in milliseconds move each frame by up to half of one, so a step by up to one. */
function isOnGrid(rate: FrameRate, figures: StreamFigures): boolean {
  const step = rate.denominator / rate.numerator
  const slack = Math.max(0.0015, step * 0.05)
  return Math.abs(figures.minStepSeconds - step) <= slack && Math.abs(figures.maxStepSeconds - step) <= slack
}

function audioTrack(header: AudioHeader, figures: StreamFigures): AudioTrack {
  const { durationSeconds: _promised, ...kept } = header
  const { packets, startSeconds, durationSeconds } = figures
  return { ...kept, packets, startSeconds, durationSeconds }
}
