import { subtitleGroup, type TextRendition, textRenditionLines } from './hls/text-playlist.ts'
import { isSparse, LONGEST_STILL_SECONDS, type MediaInfo, type VideoTrack } from './media-info.ts'
import { isInOurColours } from './source-colours.ts'

/** Sources that every browser plays and that make good segments when copied. @see docs/product.md#web-compatible */
const WEB = {
  profiles: ['Constrained Baseline', 'Main', 'High'],
  /** Highest level that decoders must support, by frame size. */
  sizes: [
    { longSide: 1920, shortSide: 1080, maxLevel: 42 },
    { longSide: 3840, shortSide: 2160, maxLevel: 51 },
  ],
  maxKeyframeGapSeconds: LONGEST_STILL_SECONDS,
  maxBitsPerSecond: 10_000_000,
  /** Containers whose packets can be copied: H.264 with separate parameter sets, exact timestamps. */
  containers: ['mov', 'matroska'],
} as const

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
  /** H.264 by default. */
  family?: 'av1'
  name: string
  width: number
  height: number
  audio: AudioPlan
  maxVideoBitsPerSecond: number
  preset: 'superfast' | 'veryfast' | 'faster'
  /** A second, better encode that may replace the first rendition. */
  replacesFirst?: true
}

export type RenditionTarget = CopyTarget | EncodeTarget

/** Whether every browser plays the video track unchanged, and it can be cut into segments without encoding. */
export function isWebCompatible(mediaInfo: MediaInfo): boolean {
  const { video } = mediaInfo
  if (video === null) return false
  return (
    WEB.containers.some((name) => mediaInfo.container.split(',').includes(name)) &&
    isWebVideoTrack(video) &&
    video.startsWithKeyframe &&
    video.hasClosedGops &&
    video.hasCleanTimestamps &&
    // The packets of a copy are decoded with the first ones.
    !video.changesParameters &&
    video.hiddenPackets === 0 &&
    !isSparse(mediaInfo) &&
    video.maxKeyframeGapSeconds <= WEB.maxKeyframeGapSeconds &&
    video.bitsPerSecond <= WEB.maxBitsPerSecond
  )
}

function isWebVideoTrack(video: VideoTrack): boolean {
  const long = Math.max(video.width, video.height)
  const short = Math.min(video.width, video.height)
  const size = WEB.sizes.find(({ longSide, shortSide }) => long <= longSide && short <= shortSide)
  return (
    size !== undefined &&
    video.codec === 'h264' &&
    (WEB.profiles as readonly string[]).includes(video.profile) &&
    video.level > 0 &&
    video.level <= size.maxLevel &&
    video.pixelFormat === 'yuv420p' &&
    isInOurColours(video) &&
    !video.isInterlaced &&
    video.rotation === 0 &&
    video.pixelAspect === 1 &&
    video.width % 2 === 0 &&
    video.height % 2 === 0
  )
}

/** Number of segments that a player can show before it has the playlists. */
export const FAST_START_SEGMENTS = 3

/** A finished rendition, as the master playlist lists it. */
export interface VariantStream {
  /** URI of its media playlist, relative to the master playlist. */
  uri: string
  width: number
  height: number
  /** RFC 6381, e.g. `avc1.64001f,mp4a.40.2`. */
  codecs: string
  /** Peak segment bit rate of RFC 8216, in bits per second. */
  peakBandwidth: number
  averageBandwidth: number
  /** Highest frame rate anywhere in it. */
  highestFrameRate: number
}

/**
 * The master playlist (RFC 8216), least demanding rendition first: players begin with the first.
 * @param alternatives the same video in another codec; listed after the others, for players that support it
 * @param tracks of text, in the order shown
 */
export function masterPlaylist(
  renditions: VariantStream[],
  alternatives: VariantStream[] = [],
  tracks: TextRendition[] = [],
): string {
  const ordered = [renditions, alternatives].flatMap((set) =>
    set.toSorted((one, other) => one.averageBandwidth - other.averageBandwidth),
  )
  const entries = ordered.flatMap((each) => {
    const attributes = [
      `BANDWIDTH=${Math.ceil(each.peakBandwidth)}`,
      `AVERAGE-BANDWIDTH=${Math.ceil(each.averageBandwidth)}`,
      `CODECS="${each.codecs}"`,
      `RESOLUTION=${each.width}x${each.height}`,
      `FRAME-RATE=${each.highestFrameRate.toFixed(3)}`,
      ...(tracks.length > 0 ? [subtitleGroup] : []),
    ]
    return [`#EXT-X-STREAM-INF:${attributes.join(',')}`, each.uri]
  })
  const head = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS']
  return [...head, ...textRenditionLines(tracks), ...entries, ''].join('\n')
}
