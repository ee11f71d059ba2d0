import type { FrameRate } from './video.ts'

/** The picture of a file, as its packets and headers tell. */
export interface VideoTrack {
  /** Of the stream in the file, over all kinds. */
  index: number
  codec: string
  profile: string
  /** As ffmpeg counts it: 42 is H.264 level 4.2; negative when unknown. */
  level: number
  pixelFormat: string
  /** How brightness is coded, as ffmpeg calls it (`bt709`); absent when the file does not say. */
  colorTransfer?: string
  isInterlaced: boolean
  /** Pixels as stored, before rotation. */
  width: number
  height: number
  /** Degrees by which a player turns the picture, counted as ffprobe does: 0, 90, 180 or 270. */
  rotation: number
  /** Width of a pixel over its height; 1 when unknown. */
  pixelAspect: number
  /** On average, as an exact fraction. */
  frameRate: FrameRate
  /** Every frame stands at its place on the grid of `frameRate`, to within what the container rounds. */
  isConstantFrameRate: boolean
  /** How long the longest picture is shown, and the last one; absent in what earlier versions measured. */
  longestFrameSeconds?: number
  lastFrameSeconds?: number
  /** The most frames a second of any second; 0 for less than a second, absent in what earlier versions measured. */
  highestFrameRate?: number
  packets: number
  /** Packets that an edit list hides. */
  hiddenPackets: number
  startSeconds: number
  durationSeconds: number
  bitsPerSecond: number
  startsWithKeyframe: boolean
  /** The longest way between keyframes, the end of the video counting as one. */
  maxKeyframeGapSeconds: number
  /** No picture needs a picture from before the last keyframe. */
  hasClosedGops: boolean
  /** Each packet says when it is shown, and time never jumps back. */
  hasCleanTimestamps: boolean
}

export interface AudioTrack {
  index: number
  codec: string
  profile: string
  channels: number
  sampleRate: number
  packets: number
  startSeconds: number
  durationSeconds: number
}

/** What was found in a file that opens. Times are in seconds and come from packets, never from a header. */
export interface Measurement {
  isReadable: true
  /** ffmpeg's name of the container, e.g. `mov,mp4,m4a,3gp,3g2,mj2`. */
  container: string
  sizeBytes: number
  streamCount: number
  /** The first stream of moving pictures; null when there is none (covers do not count). */
  video: VideoTrack | null
  audio: AudioTrack | null
  durationSeconds: number
  /** What the header promises, null when it says nothing that binds. */
  promisedSeconds: number | null
  /** How far the packets of all streams reach; with `promisedSeconds` this shows a file that was cut off. */
  deliveredSeconds: number
  /** Measuring ended early because the file is far past a limit: figures are lower bounds. */
  stoppedAt: 'length' | 'packets' | null
}

/** What a file that does not open looks like from outside. */
export const unreadableLooks = ['empty', 'picture', 'audio', 'cut_off', 'foreign', 'damaged'] as const

/** A file that ffmpeg, limited to the containers we accept, does not open. */
export interface Unreadable {
  isReadable: false
  looksLike: (typeof unreadableLooks)[number]
}

export type Measured = Measurement | Unreadable

/** How large the picture is shown: square pixels, turned upright. Not rounded. */
export function displaySize(video: VideoTrack): { width: number; height: number } {
  const width = video.width * video.pixelAspect
  return video.rotation % 180 === 0 ? { width, height: video.height } : { width: video.height, height: width }
}

/** The most frames a second that a film has anywhere. Even ones have one rate, which is exact. */
export function highestFrameRateOf({ frameRate, isConstantFrameRate, highestFrameRate = 0 }: VideoTrack): number {
  const average = frameRate.numerator / frameRate.denominator
  return isConstantFrameRate ? average : Math.max(average, highestFrameRate)
}

/** Brightness beyond what ordinary screens show (PQ or HLG): has to be mapped, or it looks washed out. */
export function isHighDynamicRange({ colorTransfer }: Pick<VideoTrack, 'colorTransfer'>): boolean {
  return colorTransfer === 'smpte2084' || colorTransfer === 'arib-std-b67'
}

/**
 * A film with a picture that is shown longer is sparse. As far as keyframes of a copy may lie apart: what is copied is never
 * sparse, and renditions below a copy have its very pictures.
 */
export const LONGEST_STILL_SECONDS = 12

/** Whether a picture is shown so long, the last one while the sound goes on too, that it has to be repeated. */
export function isSparse({ video, audio }: Measurement): boolean {
  if (video === null) return false
  const soundAlone = audio === null ? 0 : endOf(audio) - endOf(video)
  return Math.max(video.longestFrameSeconds ?? 0, soundAlone) > LONGEST_STILL_SECONDS
}

/** When a track ends, in seconds. */
export function endOf({ startSeconds, durationSeconds }: { startSeconds: number; durationSeconds: number }): number {
  return startSeconds + durationSeconds
}

/** `30000/1001` → the fraction; null for `0/0` and nonsense. */
export function parseFraction(text: string | undefined): FrameRate | null {
  const [numerator = 0, denominator = 0] = (text ?? '').split(/[/:]/).map(Number)
  const isUsable = Number.isInteger(numerator) && Number.isInteger(denominator) && numerator > 0 && denominator > 0
  return isUsable ? { numerator, denominator } : null
}

const wellKnownRates: FrameRate[] = [
  ...[24000, 30000, 48000, 60000, 120000].map((numerator) => ({ numerator, denominator: 1001 })),
  ...[8, 10, 12, 15, 16, 18, 20, 24, 25, 30, 48, 50, 60, 72, 90, 100, 120, 144, 240].map((numerator) => ({
    numerator,
    denominator: 1,
  })),
]

/** The fraction that a counted rate stands for: a well-known one within 0.05 %, else thousandths. */
export function fractionOf(rate: number): FrameRate {
  const known = wellKnownRates.find((each) => Math.abs(each.numerator / each.denominator / rate - 1) < 0.0005)
  return known ?? { numerator: Math.max(1, Math.round(rate * 1000)), denominator: 1000 }
}
