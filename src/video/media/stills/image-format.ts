import type { ImageDemuxer } from '../ffmpeg/decoders.ts'

/** The demuxer of an image, by its first bytes; null for every other kind, SVG included. */
export function imageDemuxerOf(bytes: Uint8Array): ImageDemuxer | null {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 12)).toString('latin1')
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png_pipe'
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg_pipe'
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'gif'
  if (start.startsWith('RIFF') && start.slice(8) === 'WEBP') return 'webp_pipe'
  return null
}

const ANIMATION_FLAG = 0x02
const ALPHA_FLAG = 0x10
/** Position, size, duration and flags of a frame precede its image. */
const FRAME_HEADER_BYTES = 16
const imageChunks = ['ALPH', 'VP8 ', 'VP8L']

/**
 * The first frame of an animated WebP as a separate image, because ffmpeg reads no animated ones; any other WebP
 * unchanged. Null when it claims to be animated and has no frame.
 *
 * @see https://developers.google.com/speed/webp/docs/riff_container
 */
export function stillWebp(bytes: Buffer): Buffer | null {
  const [head] = chunksOf(bytes.subarray(12))
  if (head?.name !== 'VP8X' || !((head.data[0] ?? 0) & ANIMATION_FLAG)) return bytes
  const frame = chunksOf(bytes.subarray(12)).find(({ name }) => name === 'ANMF')?.data
  if (!frame || frame.length < FRAME_HEADER_BYTES) return null
  const image = chunksOf(frame.subarray(FRAME_HEADER_BYTES)).filter(({ name }) => imageChunks.includes(name))
  const hasAlpha = image.some(({ name }) => name === 'ALPH')
  // Width and height of the frame, each less one and in three bytes, as the extended header needs them.
  const extendedHeader = Buffer.concat([Buffer.from([hasAlpha ? ALPHA_FLAG : 0, 0, 0, 0]), frame.subarray(6, 12)])
  const chunks = [...(hasAlpha ? [{ name: 'VP8X', data: extendedHeader }] : []), ...image].map(writeChunk)
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks])
  return writeChunk({ name: 'RIFF', data: body })
}

/**
 * Size of a still WebP in pixels; null for a lossless one and for all else.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6386#section-9.1 for the simple format
 */
export function webpSize(bytes: Buffer): { width: number; height: number } | null {
  const [head] = chunksOf(bytes.subarray(12))
  if (head?.name === 'VP8X' && head.data.length >= 10)
    return { width: head.data.readUIntLE(4, 3) + 1, height: head.data.readUIntLE(7, 3) + 1 }
  // The upper two bits of each are a factor for display, which decoders of WebP ignore.
  if (head?.name === 'VP8 ' && head.data.length >= 10)
    return { width: head.data.readUInt16LE(6) & 0x3fff, height: head.data.readUInt16LE(8) & 0x3fff }
  return null
}

interface Chunk {
  name: string
  data: Buffer
}

function chunksOf(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = []
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32LE(at + 4)
    chunks.push({ name: bytes.toString('latin1', at, at + 4), data: bytes.subarray(at + 8, at + 8 + size) })
    at += 8 + size + (size % 2)
  }
  return chunks
}

function writeChunk({ name, data }: Chunk): Buffer {
  const head = Buffer.alloc(8, name, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}
