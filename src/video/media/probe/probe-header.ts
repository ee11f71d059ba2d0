import type { FrameRate } from '#video/video.ts'
import { parseFraction, type VideoFormat } from '../media-info.ts'

/** Entries requested from ffprobe, with further ones if needed; `parseHeader` reads its JSON. */
export const headerArguments = (...further: string[]): string[] => [
  '-show_entries',
  [
    'format=format_name,duration,nb_streams',
    'stream=index,codec_type,codec_name,profile,level,pix_fmt,color_transfer,field_order,width,height,sample_aspect_ratio,' +
      'avg_frame_rate,r_frame_rate,start_time,duration,nb_frames,channels,sample_rate',
    'stream_disposition=attached_pic,still_image,timed_thumbnails',
    'stream_side_data=rotation',
    ...further,
  ].join(':'),
  '-of',
  'json',
]

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
}

/** Values of the headers: enough to choose streams, unreliable about length. */
export interface ProbeHeader {
  container: string
  streamCount: number
  durationSeconds: number | null
  video: VideoHeader | null
  audio: AudioHeader | null
  /** Indexes of the streams with subtitles. */
  subtitles: number[]
}

/** Whether ffmpeg gives the container one of these names; one demuxer has several. */
export function isContainer(names: string[], { container }: Pick<ProbeHeader, 'container'>): boolean {
  return names.some((name) => container.split(',').includes(name))
}

interface ProbedStream {
  index?: number
  codec_type?: string
  codec_name?: string
  profile?: string
  level?: number
  pix_fmt?: string
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
  side_data_list?: { rotation?: number }[]
}

interface ProbeOutput {
  format?: { format_name?: string; duration?: string; nb_streams?: number }
  streams?: ProbedStream[]
}

/** Chooses the streams and reads their headers. Ignores covers, thumbnails and streams of unknown codecs. */
export function parseHeader(json: string): ProbeHeader {
  const { format = {}, streams = [] } = JSON.parse(json) as ProbeOutput
  const known = streams.filter((stream) => stream.codec_name !== undefined && stream.codec_name !== 'unknown')
  const video = known.find((stream) => stream.codec_type === 'video' && !isCover(stream))
  const audio = known.find((stream) => stream.codec_type === 'audio' && Number(stream.sample_rate) > 0)
  return {
    container: format.format_name ?? '',
    streamCount: format.nb_streams ?? streams.length,
    durationSeconds: seconds(format.duration),
    video: video ? videoHeader(video) : null,
    audio: audio ? audioHeader(audio) : null,
    subtitles: streams.flatMap(({ codec_type, index }) =>
      codec_type === 'subtitle' && index !== undefined ? [index] : [],
    ),
  }
}

function isCover({ disposition = {} }: ProbedStream): boolean {
  return [disposition.attached_pic, disposition.still_image, disposition.timed_thumbnails].includes(1)
}

function videoHeader(stream: ProbedStream): VideoHeader {
  const aspect = parseFraction(stream.sample_aspect_ratio)
  const degrees = stream.side_data_list?.find((data) => data.rotation !== undefined)?.rotation ?? 0
  return {
    index: stream.index ?? 0,
    codec: stream.codec_name ?? '',
    profile: stream.profile ?? '',
    level: stream.level ?? -99,
    pixelFormat: stream.pix_fmt ?? '',
    ...(stream.color_transfer && stream.color_transfer !== 'unknown' ? { colorTransfer: stream.color_transfer } : {}),
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
