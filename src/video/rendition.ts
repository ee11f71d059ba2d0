import { displaySize, type Measurement, type VideoTrack } from './measurement.ts'
import type { FrameRate } from './video.ts'

/** What a browser is sure to play, and what makes good segments when it is cut without encoding. @see docs/product.md#web-compatible */
const WEB = {
  profiles: ['Constrained Baseline', 'Main', 'High'],
  maxLevel: 42,
  longSide: 1920,
  shortSide: 1080,
  maxKeyframeGapSeconds: 12,
  maxBitsPerSecond: 10_000_000,
  /** Containers whose packets can be cut as they are: H.264 with its parameter sets apart, exact timestamps. */
  containers: ['mov', 'matroska'],
} as const

/** Height of the first rendition of a video that has to be encoded: soon there, plays everywhere. */
const FIRST_HEIGHT = 360
/** A second rendition less than this much higher than the first is not worth its work. */
const WORTHWHILE_STEP = 1.3

/** Peak bits per second of the picture by the height ("p") of a rendition; animation needs less, and then gets less. */
const bitrateCaps = [
  { upTo: 360, bitsPerSecond: 500_000 },
  { upTo: 480, bitsPerSecond: 900_000 },
  { upTo: 720, bitsPerSecond: 1_600_000 },
  { upTo: Number.POSITIVE_INFINITY, bitsPerSecond: 3_000_000 },
]

export type AudioPlan = 'copy' | 'encode' | 'none'

/** The source's own packets, cut into segments. */
export interface CopyTarget {
  kind: 'copy'
  /** `720p`: the shorter side. Also the rendition's folder name. */
  name: string
  width: number
  height: number
  audio: AudioPlan
}

export interface EncodeTarget {
  kind: 'encode'
  name: string
  width: number
  height: number
  audio: 'encode' | 'none'
  maxVideoBitsPerSecond: number
  preset: 'superfast' | 'veryfast'
}

export type RenditionTarget = CopyTarget | EncodeTarget

export interface RenditionPlan {
  copy: CopyTarget | null
  /** In the order in which they are made. */
  encodes: EncodeTarget[]
}

/** Whether the picture can be shown by every browser as it is and cut into segments without encoding. */
export function isWebCompatible(measurement: Measurement): boolean {
  const { video } = measurement
  if (video === null) return false
  return (
    WEB.containers.some((name) => measurement.container.split(',').includes(name)) &&
    isWebPicture(video) &&
    video.startsWithKeyframe &&
    video.hasClosedGops &&
    video.hasCleanTimestamps &&
    video.hiddenPackets === 0 &&
    video.maxKeyframeGapSeconds <= WEB.maxKeyframeGapSeconds &&
    video.bitsPerSecond <= WEB.maxBitsPerSecond
  )
}

function isWebPicture(video: VideoTrack): boolean {
  const isH264 =
    video.codec === 'h264' &&
    (WEB.profiles as readonly string[]).includes(video.profile) &&
    video.level > 0 &&
    video.level <= WEB.maxLevel
  return (
    isH264 &&
    video.pixelFormat === 'yuv420p' &&
    !video.isInterlaced &&
    video.rotation === 0 &&
    video.pixelAspect === 1 &&
    video.width % 2 === 0 &&
    video.height % 2 === 0 &&
    Math.max(video.width, video.height) <= WEB.longSide &&
    Math.min(video.width, video.height) <= WEB.shortSide
  )
}

/**
 * What is made of an accepted video. Web-compatible: one copy at its own size, with the sound encoded only if browsers
 * do not play it. Anything else: 360p first, then its own height, at most 1080p and never enlarged.
 */
export function planRenditions(measurement: Measurement): RenditionPlan {
  const { video, audio } = measurement
  if (video === null) return { copy: null, encodes: [] }
  if (isWebCompatible(measurement)) {
    const { width, height } = video
    const isWebAudio = audio?.codec === 'aac' && audio.profile === 'LC' && audio.channels <= 2
    const audioPlan = audio === null ? 'none' : isWebAudio ? 'copy' : 'encode'
    return { copy: { kind: 'copy', name: nameOf({ width, height }), width, height, audio: audioPlan }, encodes: [] }
  }
  return { copy: null, encodes: planEncodes(measurement) }
}

/** The renditions to encode, in the order in which they are made; also for a source whose copy turned out broken. */
export function planEncodes(measurement: Measurement): EncodeTarget[] {
  const { video, audio } = measurement
  if (video === null) return []
  const shown = displaySize(video)
  const short = Math.min(shown.width, shown.height)
  const long = Math.max(shown.width, shown.height)
  const top = Math.min(1, WEB.shortSide / short, WEB.longSide / long)
  const first = Math.min(top, FIRST_HEIGHT / short)
  const scales = top / first >= WORTHWHILE_STEP ? [first, top] : [first]
  return scales.map((scale, order): EncodeTarget => {
    const size = { width: even(shown.width, scale), height: even(shown.height, scale) }
    return {
      kind: 'encode',
      name: nameOf(size),
      ...size,
      audio: audio === null ? 'none' : 'encode',
      maxVideoBitsPerSecond: capFor(Math.min(size.width, size.height)),
      preset: order === 0 ? 'superfast' : 'veryfast',
    }
  })
}

/** The nearest even size that does not enlarge the source. */
function even(shownPixels: number, scale: number): number {
  const nearest = Math.round((shownPixels * scale) / 2) * 2
  return Math.max(2, Math.min(nearest, Math.floor(shownPixels / 2) * 2))
}

function nameOf(size: { width: number; height: number }): string {
  return `${Math.min(size.width, size.height)}p`
}

function capFor(height: number): number {
  return bitrateCaps.find((cap) => height <= cap.upTo)?.bitsPerSecond ?? 3_000_000
}

/** One finished rendition as the master playlist names it. */
export interface ListedRendition {
  /** Of its media playlist, relative to the master playlist. */
  uri: string
  width: number
  height: number
  /** RFC 6381, e.g. `avc1.64001f,mp4a.40.2`. */
  codecs: string
  /** Bits per second of the largest segment, for its length. */
  peakBandwidth: number
  averageBandwidth: number
  frameRate: FrameRate
}

/** The master playlist (RFC 8216), least demanding rendition first: players begin with the first. */
export function masterPlaylist(renditions: ListedRendition[]): string {
  const ordered = renditions.toSorted((one, other) => one.averageBandwidth - other.averageBandwidth)
  const entries = ordered.flatMap((each) => {
    const attributes = [
      `BANDWIDTH=${Math.ceil(each.peakBandwidth)}`,
      `AVERAGE-BANDWIDTH=${Math.ceil(each.averageBandwidth)}`,
      `CODECS="${each.codecs}"`,
      `RESOLUTION=${each.width}x${each.height}`,
      `FRAME-RATE=${(each.frameRate.numerator / each.frameRate.denominator).toFixed(3)}`,
    ]
    return [`#EXT-X-STREAM-INF:${attributes.join(',')}`, each.uri]
  })
  return ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...entries, ''].join('\n')
}
