import type { Writable } from 'node:stream'
import type { MediaInfo } from '../media-info.ts'
import {
  alphaDecoders,
  type ImageDemuxer,
  imageDecoder,
  ownDecoders,
  type UnlistedDecoders,
  uploadedDecoders,
} from './decoders.ts'

/** Writes bytes to a run's stdin, and reports each step. Does not close it. */
export type Feed = (sink: Writable, onStep: () => void) => Promise<void>

/** An MP4 that is still being uploaded: read from its first byte on, each byte as soon as it arrives. */
export interface IngestSource {
  sizeBytes: number
  copyTo: (sink: Writable, onStep: () => void, maxBytes?: number) => Promise<void>
  /** Null beyond the end. */
  at(position: number, length: number): Promise<DataView | null>
}

/** Uploaded bytes: a path, or an upload in progress. */
export type UploadSource = string | IngestSource

/**
 * Containers that may be opened. ffmpeg compares each name with the demuxer's list of names, so `mov` means
 * `mov,mp4,m4a,3gp,3g2,mj2` and `matroska` means `matroska,webm`. Everything that can name other files (hls, concat,
 * image2, dash, …) is excluded: without this list a playlist renamed .mp4 pulls other local files into the video.
 */
const FORMAT_WHITELIST = 'mov,matroska,avi,mpegts,mpeg,ogg,flv,asf,mxf'

/**
 * Pixels of the largest decoded frame: the accepted 36 megapixels and block padding, also when a stream grows in the
 * middle.
 */
const MAX_DECODED_PIXELS = 40_000_000

/**
 * Restricts the input of a run: its protocol, its demuxers and its decoders. The lists are closed and have ffmpeg's names.
 */
function whitelists(protocol: 'file' | 'pipe', demuxers: string, decoders: string): string[] {
  return ['-protocol_whitelist', protocol, '-format_whitelist', demuxers, '-codec_whitelist', decoders]
}

/** Analysing the video takes its second frame, which in a copied one may come 12 seconds after the first. */
const stdinInput = ['-analyzeduration', '15M', '-f', 'mov', '-i', 'pipe:0']

/** Arguments that name uploaded bytes to ffmpeg and ffprobe, everywhere. Options of the input go before them. */
export function uploadedInput(source: UploadSource): string[] {
  if (typeof source !== 'string') return [...whitelists('pipe', 'mov', uploadedDecoders), ...stdinInput]
  return [...whitelists('file', FORMAT_WHITELIST, uploadedDecoders), '-i', `file:${source}`]
}

/**
 * Options of a run with `uploadedInput`: the file that it reads, or the bytes for its stdin.
 *
 * @param maxBytes of an upload in progress, after which its stdin ends
 */
export function inputOptions(source: UploadSource, maxBytes?: number): { inputFile: string } | { stdin: Feed } {
  if (typeof source === 'string') return { inputFile: source }
  return { stdin: (sink, onStep) => source.copyTo(sink, onStep, maxBytes) }
}

/** Input arguments of a run that decodes frames, which limits threads and pixels and keeps transparency. */
export function decodedUploadedInput(path: string, threads: number, { video }: Pick<MediaInfo, 'video'>): string[] {
  const decoder = video?.hasAlpha ? alphaDecoders[video.codec] : undefined
  return [
    ...['-threads', String(threads), '-max_pixels', String(MAX_DECODED_PIXELS)],
    ...(video && decoder ? [`-c:${video.index}`, decoder] : []),
    ...uploadedInput(path),
  ]
}

/** `uploadedInput` for ffprobe, which decodes nothing. */
export function probedInput(source: UploadSource, unlisted: UnlistedDecoders = {}): string[] {
  const input = uploadedInput(source)
  const opened = Object.entries(unlisted).flatMap(([index, decoder]) => [`-codec_whitelist:${index}`, decoder])
  const at = input.indexOf('-codec_whitelist') + 2
  return [...input.slice(0, at), ...opened, ...input.slice(at)]
}

/** The first stream whose decoder was not allowed, from the errors of ffprobe; null when it failed for another reason. */
export function unlistedDecoder(stderr: string): [index: number, decoder: string] | null {
  const decoder = [...stderr.matchAll(/Codec \(([\w.-]+)\) not on whitelist/g)].at(-1)?.[1]
  const index = /Could not open codec for input stream (\d+)/.exec(stderr)?.[1]
  return decoder === undefined || index === undefined ? null : [Number(index), decoder]
}

/** Our own finished HLS in the working folder; never an uploaded file. */
export function ownPlaylistInput(name: string): string[] {
  return [...whitelists('file', 'hls,mov', ownDecoders), '-f', 'hls', '-i', name]
}

/** An MP4 that we wrote into the working folder; never an uploaded file. */
export function ownClipInput(name: string): string[] {
  return [...whitelists('file', 'mov', ownDecoders), '-f', 'mov', '-i', name]
}

/** An uploaded image. Only its demuxer and its decoder are allowed, so no other ever probes the bytes. */
export function imageInput(path: string, demuxer: ImageDemuxer): string[] {
  return [
    ...['-threads', '1', '-max_pixels', String(MAX_DECODED_PIXELS)],
    ...[...whitelists('file', demuxer, imageDecoder[demuxer]), '-f', demuxer, '-i', `file:${path}`],
  ]
}
