/** ffmpeg's demuxers that read one picture from the bytes they are given and open nothing else. */
export type PictureDemuxer = 'png_pipe' | 'jpeg_pipe' | 'webp_pipe' | 'gif'

/** Which kind of picture this is, from its first bytes; null for every other, SVG included. */
export function pictureDemuxerOf(bytes: Uint8Array): PictureDemuxer | null {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 12)).toString('latin1')
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png_pipe'
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg_pipe'
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'gif'
  if (start.startsWith('RIFF') && start.slice(8) === 'WEBP') return 'webp_pipe'
  return null
}

const ANIMATION_FLAG = 0x02
const ALPHA_FLAG = 0x10
/** Place, size, duration and flags of a frame stand before its picture. */
const FRAME_HEAD_BYTES = 16
const pictureChunks = ['ALPH', 'VP8 ', 'VP8L']

/**
 * The first frame of an animated WebP as a picture of its own, because ffmpeg reads no animated ones; any other WebP as
 * it is. Null when it says to be animated and holds no frame.
 *
 * @see https://developers.google.com/speed/webp/docs/riff_container
 */
export function stillWebp(bytes: Buffer): Buffer | null {
  const [head] = chunksOf(bytes.subarray(12))
  if (head?.name !== 'VP8X' || !((head.data[0] ?? 0) & ANIMATION_FLAG)) return bytes
  const frame = chunksOf(bytes.subarray(12)).find(({ name }) => name === 'ANMF')?.data
  if (!frame || frame.length < FRAME_HEAD_BYTES) return null
  const picture = chunksOf(frame.subarray(FRAME_HEAD_BYTES)).filter(({ name }) => pictureChunks.includes(name))
  const hasAlpha = picture.some(({ name }) => name === 'ALPH')
  // Width and height of the frame, each less one and in three bytes, as the extended head wants them.
  const extended = Buffer.concat([Buffer.from([hasAlpha ? ALPHA_FLAG : 0, 0, 0, 0]), frame.subarray(6, 12)])
  const chunks = [...(hasAlpha ? [{ name: 'VP8X', data: extended }] : []), ...picture].map(writeChunk)
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks])
  return writeChunk({ name: 'RIFF', data: body })
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
