import type { FrameRate } from '#video/video.ts'
import type { UnlistedDecoders } from '../ffmpeg/decoders.ts'
import { isDecodable } from '../ffmpeg/decoders.ts'
import { parseFraction, type VideoFormat } from '../media-info.ts'
import { type AudioCandidate, chooseAudio } from './choose-audio.ts'
import { codecName } from './codec-name.ts'

/** Entries requested from ffprobe, with further ones if needed; `parseHeader` reads its JSON. */
export const headerArguments = (...further: string[]): string[] => [
  '-show_entries',
  [
    'format=format_name,start_time,duration,nb_streams',
    'stream=index,codec_type,codec_name,codec_long_name,codec_tag_string,profile,level,pix_fmt,color_space,color_range,' +
      'color_primaries,color_transfer,field_order,width,height,sample_aspect_ratio,avg_frame_rate,r_frame_rate,start_time,' +
      'duration,nb_frames,channels,sample_rate',
    'stream_disposition=attached_pic,still_image,timed_thumbnails,default,comment,visual_impaired,hearing_impaired,karaoke,clean_effects',
    'stream_tags=language,title,name,alpha_mode',
    'stream_side_data=rotation',
    ...further,
  ].join(':'),
  '-of',
  'json',
]

/** Characters of a track's title that are read. */
const TITLE_MAX = 200

export interface VideoHeader extends VideoFormat {
  averageRate: FrameRate | null
  /** The lowest rate on whose grid all timestamps are, as ffmpeg guesses it from the first packets. */
  baseRate: FrameRate | null
  startSeconds: number
  durationSeconds: number | null
  /** Number of frames in the header; null when it states none. */
  frames: number | null
}

export interface AudioHeader {
  index: number
  codec: string
  profile: string
  channels: number
  sampleRate: number
  startSeconds: number
  durationSeconds: number | null
  /** `AudioTrack.channelIndexes`. */
  channelIndexes?: number[]
}

/** Values of the headers: enough to choose streams, unreliable about length. */
export interface ProbeHeader {
  container: string
  streamCount: number
  /** The earliest start of all streams. */
  startSeconds: number
  durationSeconds: number | null
  video: VideoHeader | null
  audio: AudioHeader | null
  /** Indexes of the streams with subtitles. */
  subtitles: number[]
  /** Names of the codecs for people, where the file has such a track but none that can be decoded. */
  unsupportedVideo?: string
  unsupportedAudio?: string
  unlistedDecoders?: UnlistedDecoders
}

/** Whether ffmpeg gives the container one of these names; one demuxer has several. */
export function isContainer(names: string[], { container }: Pick<ProbeHeader, 'container'>): boolean {
  return names.some((name) => container.split(',').includes(name))
}

interface ProbedStream {
  index?: number
  codec_type?: string
  codec_name?: string
  codec_long_name?: string
  codec_tag_string?: string
  profile?: string
  level?: number
  pix_fmt?: string
  color_space?: string
  color_range?: string
  color_primaries?: string
  color_transfer?: string
  field_order?: string
  width?: number
  height?: number
  sample_aspect_ratio?: string
  avg_frame_rate?: string
  r_frame_rate?: string
  start_time?: string
  duration?: string
  nb_frames?: string
  channels?: number
  sample_rate?: string
  disposition?: Record<string, number>
  tags?: Record<string, string>
  side_data_list?: { rotation?: number }[]
}

interface ProbeOutput {
  format?: { format_name?: string; start_time?: string; duration?: string; nb_streams?: number }
  streams?: ProbedStream[]
}

/** Chooses the streams and reads their headers. Ignores covers, thumbnails and streams that cannot be decoded. */
export function parseHeader(json: string): ProbeHeader {
  const { format = {}, streams = [] } = JSON.parse(json) as ProbeOutput
  const ofKind = (kind: string) => streams.filter((stream) => stream.codec_type === kind && !isCover(stream))
  const [videos, audios] = [ofKind('video'), ofKind('audio')]
  const container = format.format_name ?? ''
  const video = videos.find(isDecodable)
  const audio = chooseAudio(audios.filter(isDecodable).filter(hasSamples).map(audioCandidate), container)
  const first = audios.find(({ index }) => index === audio[0]?.index)
  return {
    container,
    streamCount: format.nb_streams ?? streams.length,
    startSeconds: Number(format.start_time) || 0,
    durationSeconds: seconds(format.duration),
    video: video ? videoHeader(video, container) : null,
    audio: first ? { ...audioHeader(first), ...channelsOf(audio) } : null,
    ...(videos[0] && !video ? { unsupportedVideo: codecName(videos[0]) } : {}),
    ...(audios[0] && !audios.some(isDecodable) ? { unsupportedAudio: codecName(audios[0]) } : {}),
    subtitles: streams.flatMap(({ codec_type, index }) =>
      codec_type === 'subtitle' && index !== undefined ? [index] : [],
    ),
  }
}

function hasSamples({ sample_rate }: ProbedStream): boolean {
  return Number(sample_rate) > 0
}

function audioCandidate(stream: ProbedStream): AudioCandidate {
  const {
    language = 'und',
    title,
    name,
  } = Object.fromEntries(Object.entries(stream.tags ?? {}).map(([tag, value]) => [tag.toLowerCase(), value]))
  const { index, codec, channels, sampleRate, durationSeconds } = audioHeader(stream)
  const texts = { language, title: (title ?? name ?? '').slice(0, TITLE_MAX) }
  return { index, codec, channels, sampleRate, durationSeconds, ...texts, disposition: stream.disposition ?? {} }
}

/** The channels of several tracks that are channels of one sound. */
function channelsOf(tracks: AudioCandidate[]): Pick<AudioHeader, 'channelIndexes'> & { channels?: number } {
  return tracks.length > 1 ? { channels: tracks.length, channelIndexes: tracks.map(({ index }) => index) } : {}
}

function isCover({ disposition = {} }: ProbedStream): boolean {
  return [disposition.attached_pic, disposition.still_image, disposition.timed_thumbnails].includes(1)
}

function videoHeader(stream: ProbedStream, container: string): VideoHeader {
  const aspect = parseFraction(stream.sample_aspect_ratio)
  const degrees = stream.side_data_list?.find((data) => data.rotation !== undefined)?.rotation ?? 0
  return {
    index: stream.index ?? 0,
    codec: stream.codec_name ?? '',
    profile: stream.profile ?? '',
    level: stream.level ?? -99,
    pixelFormat: stream.pix_fmt ?? '',
    ...colourTags(stream),
    ...(hasAlpha(stream, container) ? { hasAlpha: true } : {}),
    isInterlaced: ['tt', 'bb', 'tb', 'bt'].includes(stream.field_order ?? ''),
    width: stream.width ?? 0,
    height: stream.height ?? 0,
    rotation: (((Math.round(degrees / 90) * 90) % 360) + 360) % 360,
    pixelAspect: aspect ? aspect.numerator / aspect.denominator : 1,
    averageRate: parseFraction(stream.avg_frame_rate),
    baseRate: parseFraction(stream.r_frame_rate),
    startSeconds: Number(stream.start_time) || 0,
    durationSeconds: seconds(stream.duration),
    frames: Number(stream.nb_frames) || null,
  }
}

function colourTags(stream: ProbedStream): Partial<VideoFormat> {
  const stated = (tag: string | undefined) => (tag === 'unknown' || tag === 'reserved' ? undefined : tag)
  const tags = {
    colorMatrix: stated(stream.color_space),
    colorRange: stated(stream.color_range),
    colorPrimaries: stated(stream.color_primaries),
    colorTransfer: stated(stream.color_transfer),
  }
  return Object.fromEntries(Object.entries(tags).filter(([, tag]) => tag !== undefined))
}

const alphaFormats = /^(rgba|bgra|argb|abgr|gbrap|yuva|ya\d)/

/** VP8 and VP9 carry it as a second picture, in WebM. In AVI, the fourth byte of uncompressed RGB is left empty by most programs. */
function hasAlpha({ codec_name, pix_fmt = '', tags }: ProbedStream, container: string): boolean {
  if (codec_name === 'vp8' || codec_name === 'vp9') return tags?.alpha_mode === '1'
  if (codec_name === 'rawvideo' && container === 'avi') return false
  return alphaFormats.test(pix_fmt) || (codec_name === 'png' && pix_fmt === 'pal8')
}

function audioHeader(stream: ProbedStream): AudioHeader {
  return {
    index: stream.index ?? 0,
    codec: stream.codec_name ?? '',
    profile: stream.profile ?? '',
    channels: stream.channels ?? 0,
    sampleRate: Number(stream.sample_rate) || 0,
    startSeconds: Number(stream.start_time) || 0,
    durationSeconds: seconds(stream.duration),
  }
}

function seconds(text: string | undefined): number | null {
  const value = Number(text)
  return Number.isFinite(value) && value > 0 ? value : null
}
