import type { Writable } from 'node:stream'
import { ownDecoders, pictureDecoder, uploadedDecoders } from './decoders.ts'
import type { PictureDemuxer } from './picture-kind.ts'

/** Gives bytes to a run's stdin, and tells of each step. Does not end it. */
export type Feed = (sink: Writable, onStep: () => void) => Promise<void>

/** An MP4 that is still being uploaded: given from its first byte on, each as soon as it is there. */
export interface Arriving {
  sizeBytes: number
  copyTo: Feed
  /** Null for what lies beyond the end. */
  at(position: number, length: number): Promise<DataView | null>
}

/** Uploaded bytes: where they lie, or what is there of them. */
export type Uploaded = string | Arriving

/**
 * Containers that may be opened. ffmpeg compares each name with the demuxer's list of names, so `mov` stands for
 * `mov,mp4,m4a,3gp,3g2,mj2` and `matroska` for `matroska,webm`. Everything that can name other files (hls, concat,
 * image2, dash, …) stays out: without this list a playlist renamed .mp4 pulls other local files into the picture.
 */
const FORMAT_WHITELIST = 'mov,matroska,avi,mpegts,mpeg,ogg,flv,asf,mxf'

/** Frames larger than the accepted 36 megapixels (with room for block padding), also when a stream grows in the middle. */
const MAX_DECODED_PIXELS = 40_000_000

/** What a run may open: from where, by which demuxers, with which decoders. Closed lists, of ffmpeg's names. */
function only(protocol: 'file' | 'pipe', demuxers: string, decoders: string): string[] {
  return ['-protocol_whitelist', protocol, '-format_whitelist', demuxers, '-codec_whitelist', decoders]
}

/** What the picture is like shows when the second one comes, which may be 12 seconds later in a film that is copied. */
const fromStdin = ['-analyzeduration', '15M', '-f', 'mov', '-i', 'pipe:0']

/** How uploaded bytes are named to ffmpeg and ffprobe, everywhere. Options of the input go before it. */
export function uploadedInput(source: Uploaded): string[] {
  if (typeof source !== 'string') return [...only('pipe', 'mov', uploadedDecoders), ...fromStdin]
  return [...only('file', FORMAT_WHITELIST, uploadedDecoders), '-i', `file:${source}`]
}

/** What a run with `uploadedInput` has to be given: the file to see, or the bytes as its stdin. */
export function given(source: Uploaded): { reads: string } | { stdin: Feed } {
  return typeof source === 'string' ? { reads: source } : { stdin: source.copyTo }
}

/** The same for a run that decodes pictures. */
export function decodedUploadedInput(path: string, threads: number): string[] {
  return ['-threads', String(threads), '-max_pixels', String(MAX_DECODED_PIXELS), ...uploadedInput(path)]
}

/** Our own finished HLS in the working folder; never an uploaded file. */
export function ownPlaylistInput(name: string): string[] {
  return [...only('file', 'hls,mov', ownDecoders), '-f', 'hls', '-i', name]
}

/** An MP4 that we wrote into the working folder; never an uploaded file. */
export function ownClipInput(name: string): string[] {
  return [...only('file', 'mov', ownDecoders), '-f', 'mov', '-i', name]
}

/** An uploaded picture. Its demuxer and its decoder are the only ones allowed, so no other is ever asked what the bytes are. */
export function pictureInput(path: string, demuxer: PictureDemuxer): string[] {
  return [
    ...['-threads', '1', '-max_pixels', String(MAX_DECODED_PIXELS)],
    ...[...only('file', demuxer, pictureDecoder[demuxer]), '-f', demuxer, '-i', `file:${path}`],
  ]
}
