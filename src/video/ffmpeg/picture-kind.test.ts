import { describe, expect, test } from 'vitest'
import { pictureDemuxerOf, stillWebp } from './picture-kind.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')

describe('the kind of a picture', () => {
  test.each([
    ['\x89PNG\r\n\x1a\n....', 'png_pipe'],
    ['\xff\xd8\xff\xe0..JFIF', 'jpeg_pipe'],
    ['GIF89a......', 'gif'],
    ['GIF87a......', 'gif'],
    ['RIFF\x04\0\0\0WEBP', 'webp_pipe'],
  ])('%j is read by %s', (start, demuxer) => {
    expect(pictureDemuxerOf(bytes(start))).toBe(demuxer)
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
  ])('%j is none of ours', (start) => {
    expect(pictureDemuxerOf(bytes(start))).toBeNull()
  })
})

function chunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8, name, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

const webp = (...chunks: Buffer[]) => chunk('RIFF', Buffer.concat([bytes('WEBP'), ...chunks]))
const extended = (flags: number) => chunk('VP8X', Buffer.from([flags, 0, 0, 0, 9, 0, 0, 4, 0, 0]))
const frame = (...chunks: Buffer[]) => {
  const head = Buffer.alloc(16)
  head.set([9, 0, 0, 4, 0, 0], 6)
  return chunk('ANMF', Buffer.concat([head, ...chunks]))
}
const odd = Buffer.from([1, 2, 3])

describe('the still of a WebP', () => {
  test('is the file itself when nothing moves', () => {
    for (const still of [webp(chunk('VP8 ', odd)), webp(extended(0x10), chunk('ALPH', odd), chunk('VP8 ', odd))]) {
      expect(stillWebp(still)).toBe(still)
    }
  })

  test('is the first frame of one that moves, with its transparency', () => {
    const plain = webp(extended(0x02), chunk('ANIM', odd), frame(chunk('VP8L', odd)), frame(chunk('VP8L', bytes('no'))))
    expect(stillWebp(plain)).toEqual(webp(chunk('VP8L', odd)))
    const clear = webp(extended(0x12), frame(chunk('ALPH', odd), chunk('XTRA', odd), chunk('VP8 ', odd)))
    expect(stillWebp(clear)).toEqual(webp(extended(0x10), chunk('ALPH', odd), chunk('VP8 ', odd)))
  })

  test('is nothing when it claims to move and holds no frame', () => {
    expect(stillWebp(webp(extended(0x02)))).toBeNull()
    expect(stillWebp(webp(extended(0x02), chunk('ANMF', odd)))).toBeNull()
  })

  test('does not trip over sizes that lie', () => {
    const lying = webp(extended(0x02), frame(chunk('VP8 ', odd)))
    lying.writeUInt32LE(0xffffffff, 12 + 18 + 4)
    expect(stillWebp(lying)?.length).toBeLessThan(100)
    expect(stillWebp(lying.subarray(0, 15))?.length).toBe(15)
  })
})
