import { describe, expect, test } from 'vitest'
import { imageDemuxerOf, stillWebp, webpSize } from './image-format.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')

describe('the kind of an image', () => {
  test.each([
    ['\x89PNG\r\n\x1a\n....', 'png_pipe'],
    ['\xff\xd8\xff\xe0..JFIF', 'jpeg_pipe'],
    ['GIF89a......', 'gif'],
    ['GIF87a......', 'gif'],
    ['RIFF\x04\0\0\0WEBP', 'webp_pipe'],
  ])('%j is read by %s', (start, demuxer) => {
    expect(imageDemuxerOf(bytes(start))).toBe(demuxer)
  })

  test.each([
    '',
    '<svg xmlns="http://www.w3.org/2000/svg">',
    '<?xml version="1.0"?><svg/>',
    'BM......',
    '\0\0\0\x20ftypavif',
    'RIFF....WAVE',
    '#EXTM3U',
    '\x89PNG',
  ])('%j is not supported', (start) => {
    expect(imageDemuxerOf(bytes(start))).toBeNull()
  })
})

function chunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8, name, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

const webp = (...chunks: Buffer[]) => chunk('RIFF', Buffer.concat([bytes('WEBP'), ...chunks]))
const extendedHeader = (flags: number) => chunk('VP8X', Buffer.from([flags, 0, 0, 0, 9, 0, 0, 4, 0, 0]))
const frame = (...chunks: Buffer[]) => {
  const head = Buffer.alloc(16)
  head.set([9, 0, 0, 4, 0, 0], 6)
  return chunk('ANMF', Buffer.concat([head, ...chunks]))
}
const payload = Buffer.from([1, 2, 3])

describe('the still of a WebP', () => {
  test('is the file itself when it is not animated', () => {
    for (const still of [
      webp(chunk('VP8 ', payload)),
      webp(extendedHeader(0x10), chunk('ALPH', payload), chunk('VP8 ', payload)),
    ]) {
      expect(stillWebp(still)).toBe(still)
    }
  })

  test('is the first frame of an animated one, with its transparency', () => {
    const opaque = webp(
      extendedHeader(0x02),
      chunk('ANIM', payload),
      frame(chunk('VP8L', payload)),
      frame(chunk('VP8L', bytes('no'))),
    )
    expect(stillWebp(opaque)).toEqual(webp(chunk('VP8L', payload)))
    const clear = webp(
      extendedHeader(0x12),
      frame(chunk('ALPH', payload), chunk('XTRA', payload), chunk('VP8 ', payload)),
    )
    expect(stillWebp(clear)).toEqual(webp(extendedHeader(0x10), chunk('ALPH', payload), chunk('VP8 ', payload)))
  })

  test('is null when it claims to be animated and has no frame', () => {
    expect(stillWebp(webp(extendedHeader(0x02)))).toBeNull()
    expect(stillWebp(webp(extendedHeader(0x02), chunk('ANMF', payload)))).toBeNull()
  })

  test('tolerates false sizes', () => {
    const malformed = webp(extendedHeader(0x02), frame(chunk('VP8 ', payload)))
    malformed.writeUInt32LE(0xffffffff, 12 + 18 + 4)
    expect(stillWebp(malformed)?.length).toBeLessThan(100)
    expect(stillWebp(malformed.subarray(0, 15))?.length).toBe(15)
  })
})

describe('the size of a WebP', () => {
  const simple = (width: number, height: number) => {
    const frameHeader = Buffer.alloc(10)
    frameHeader.writeUInt16LE(width, 6)
    frameHeader.writeUInt16LE(height, 8)
    return webp(chunk('VP8 ', frameHeader))
  }

  test('is read from the frame, or from the extended header', () => {
    expect(webpSize(simple(640, 359))).toEqual({ width: 640, height: 359 })
    expect(webpSize(simple(640 | 0x4000, 359 | 0x8000))).toEqual({ width: 640, height: 359 })
    expect(webpSize(webp(extendedHeader(0x10), chunk('ALPH', payload), chunk('VP8 ', payload)))).toEqual({
      width: 10,
      height: 5,
    })
  })

  test('is null for anything else', () => {
    for (const other of [webp(), webp(chunk('VP8L', payload)), webp(chunk('VP8 ', payload)), bytes('a poster')])
      expect(webpSize(other)).toBeNull()
  })
})
