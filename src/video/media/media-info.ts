import type { FrameRate } from '../video.ts'
import type { UnlistedDecoders } from './ffmpeg/decoders.ts'

/** A video track as its header describes it. */
export interface VideoFormat {
  /** Index of the stream in the file, over all kinds. */
  index: number
  codec: string
  profile: string
  /** Level as ffmpeg counts it: 42 is H.264 level 4.2; negative when unknown. */
  level: number
  pixelFormat: string
  /** Tags of its colours, as ffmpeg names them (`bt709`); absent when the file does not state them. @see coloursOf */
  colorMatrix?: string
  colorRange?: 'tv' | 'pc'
  colorPrimaries?: string
  colorTransfer?: string
  /** Absent when it has none, and in probe results of earlier versions. */
  hasAlpha?: true
  isInterlaced: boolean
  /** Pixels as stored, before rotation. */
  width: number
  height: number
  /** Degrees by which a player rotates the frames, counted as ffprobe does: 0, 90, 180 or 270. */
  rotation: number
  /** Width of a pixel over its height; 1 when unknown. */
  pixelAspect: number
}

/** The video track of a file, as read from its packets and headers. */
export interface VideoTrack extends VideoFormat {
  /** On average, as an exact fraction. */
  frameRate: FrameRate
  /** Every frame is on the grid of `frameRate`, to within the container's rounding. */
  isConstantFrameRate: boolean
  /** Duration of the longest frame and of the last one; absent in probe results of earlier versions. */
  longestFrameSeconds?: number
  lastFrameSeconds?: number
  /** Most frames within any one second; 0 for less than a second, absent in probe results of earlier versions. */
  highestFrameRate?: number
  packets: number
  /** Packets that an edit list hides. */
  hiddenPackets: number
  startSeconds: number
  durationSeconds: number
  bitsPerSecond: number
  startsWithKeyframe: boolean
  /** Longest distance between keyframes; the end of the video counts as one. */
  maxKeyframeGapSeconds: number
  /** No frame depends on a frame from before the last keyframe. */
  hasClosedGops: boolean
  /** Every packet has a presentation time, and time never jumps back. */
  hasCleanTimestamps: boolean
  /**
   * The container states other parameters for the decoder in the middle, as a MOV with two descriptions of its samples does.
   * Absent when it does not, and in probe results of earlier versions.
   */
  changesParameters?: true
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
  /**
   * Indexes of the mono tracks that are its channels, in order: two are stereo, six 5.1. Absent when it is one track; the
   * figures are those of the first.
   */
  channelIndexes?: number[]
  /**
   * Every packet of AAC starts where all packets before it end, to within `SAME_TIME_SECONDS`, and is decoded with the same
   * parameters; absent for other codecs and in probe results of earlier versions.
   */
  isContinuous?: boolean
}

/** Tracks and packets nearer than this start at the same time: containers round, and nobody notices. */
export const SAME_TIME_SECONDS = 0.005
/** Samples of each channel in a packet of AAC-LC. */
export const AAC_PACKET_SAMPLES = 1024

/** Probe result of a file that opens. Times are in seconds and come from packets, never from a header. */
export interface MediaInfo {
  isReadable: true
  /** ffmpeg's name of the container, e.g. `mov,mp4,m4a,3gp,3g2,mj2`. */
  container: string
  sizeBytes: number
  streamCount: number
  /** The first video track; null when there is none (covers do not count). */
  video: VideoTrack | null
  audio: AudioTrack | null
  /** Names of codecs, for people, where all tracks of the kind are in ones that are not decoded. */
  unsupportedVideo?: string
  unsupportedAudio?: string
  /** Decoders of tracks that are not used; absent when there are none. */
  unlistedDecoders?: UnlistedDecoders
  durationSeconds: number
  /** The earliest start of all its tracks, also of those that are not used; absent in probe results of earlier versions. */
  zeroSeconds?: number
  /** The earliest start of the video and the audio track by the header, where ffmpeg goes by it instead. */
  usedZeroSeconds?: number
  /** Duration in the header; null when it states none that is reliable. */
  promisedSeconds: number | null
  /** End of the packets of all streams; with `promisedSeconds` this reveals a truncated file. */
  deliveredSeconds: number
  /** Why probing ended early: the file is far past a limit, and figures are lower bounds. */
  stoppedAt: 'length' | 'packets' | null
  /**
   * Several complete files, joined end to end in a way in which ffmpeg reads or shows only a part of them; absent in probe
   * results of earlier versions.
   */
  isJoined?: boolean
}

/** Apparent kinds of files that do not open. */
export const unreadableKinds = ['empty', 'picture', 'audio', 'cut_off', 'foreign', 'damaged'] as const

/** A file that ffmpeg, limited to the containers we accept, does not open. */
export interface UnreadableFile {
  isReadable: false
  kind: (typeof unreadableKinds)[number]
}

export type ProbeResult = MediaInfo | UnreadableFile

/** Display size of a video track: square pixels, after rotation. Not rounded. */
export function displaySize(video: VideoTrack): { width: number; height: number } {
  const width = video.width * video.pixelAspect
  return video.rotation % 180 === 0 ? { width, height: video.height } : { width: video.height, height: width }
}

/** Highest frame rate anywhere in a video; for a constant frame rate, the exact rate. */
export function highestFrameRateOf({ frameRate, isConstantFrameRate, highestFrameRate = 0 }: VideoTrack): number {
  const average = frameRate.numerator / frameRate.denominator
  return isConstantFrameRate ? average : Math.max(average, highestFrameRate)
}

/** Whether a track is HDR (PQ or HLG): without tone mapping it looks washed out. */
export function isHighDynamicRange({ colorTransfer }: Pick<VideoTrack, 'colorTransfer'>): boolean {
  return colorTransfer === 'smpte2084' || colorTransfer === 'arib-std-b67'
}

/**
 * A video with a frame that is shown longer is sparse. Equal to the largest keyframe gap of a copy: copied videos are
 * never sparse, and the renditions below a copy have the same frames.
 */
export const LONGEST_STILL_SECONDS = 12

/** Whether a frame is shown so long that it has to be repeated; the last one lasts until the audio ends. */
export function isSparse({ video, audio }: MediaInfo): boolean {
  if (video === null) return false
  const audioTailSeconds = audio === null ? 0 : endOf(audio) - endOf(video)
  return Math.max(video.longestFrameSeconds ?? 0, audioTailSeconds) > LONGEST_STILL_SECONDS
}

/** When a track ends, in seconds. */
export function endOf({ startSeconds, durationSeconds }: { startSeconds: number; durationSeconds: number }): number {
  return startSeconds + durationSeconds
}

/** `30000/1001` → the fraction; null for `0/0` and malformed text. */
export function parseFraction(text: string | undefined): FrameRate | null {
  const [numerator = 0, denominator = 0] = (text ?? '').split(/[/:]/).map(Number)
  const isUsable = Number.isInteger(numerator) && Number.isInteger(denominator) && numerator > 0 && denominator > 0
  return isUsable ? { numerator, denominator } : null
}

const standardRates: FrameRate[] = [
  ...[24000, 30000, 48000, 60000, 120000].map((numerator) => ({ numerator, denominator: 1001 })),
  ...[8, 10, 12, 15, 16, 18, 20, 24, 25, 30, 48, 50, 60, 72, 90, 100, 120, 144, 240].map((numerator) => ({
    numerator,
    denominator: 1,
  })),
]

/** The fraction of a counted rate: a well-known one within 0.05 %, else thousandths. */
export function fractionOf(rate: number): FrameRate {
  const known = standardRates.find((each) => Math.abs(each.numerator / each.denominator / rate - 1) < 0.0005)
  return known ?? { numerator: Math.max(1, Math.round(rate * 1000)), denominator: 1000 }
}
