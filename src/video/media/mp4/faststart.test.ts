import { describe, expect, it } from 'vitest'
import { readFaststartMoov } from './faststart.ts'

/** A file of boxes of these types and sizes. */
function file(...boxes: [type: string, size: number][]) {
  const starts = new Map<number, DataView>()
  let at = 0
  for (const [type, size] of boxes) {
    const head = new DataView(new ArrayBuffer(8))
    head.setUint32(0, size)
    for (let index = 0; index < 4; index += 1) head.setUint8(4 + index, type.charCodeAt(index))
    starts.set(at, head)
    at += size
  }
  return async (position: number, length: number) =>
    length === 8 ? (starts.get(position) ?? null) : new DataView(new ArrayBuffer(length))
}

describe('the index of an MP4', () => {
  it('is looked for after fifteen boxes, and no more', async () => {
    const moovAfter = (count: number) =>
      readFaststartMoov(
        file(['ftyp', 32], ...Array.from({ length: count - 1 }, () => ['free', 8] as [string, number]), ['moov', 900]),
      )
    expect((await moovAfter(15))?.byteLength).toBe(900)
    expect(await moovAfter(16)).toBeNull()
  })

  it.each<[string, [string, number][], number | null]>([
    [
      'index, media',
      [
        ['ftyp', 32],
        ['moov', 900],
        ['mdat', 5000],
      ],
      900,
    ],
    [
      'free space, index, media',
      [
        ['ftyp', 32],
        ['free', 8],
        ['uuid', 40],
        ['moov', 900],
        ['mdat', 9],
      ],
      900,
    ],
    [
      'media, index',
      [
        ['ftyp', 32],
        ['free', 8],
        ['mdat', 5000],
        ['moov', 900],
      ],
      null,
    ],
    [
      'media without a length',
      [
        ['ftyp', 32],
        ['mdat', 0],
      ],
      null,
    ],
    [
      'media with a long length',
      [
        ['ftyp', 32],
        ['mdat', 1],
        ['moov', 900],
      ],
      null,
    ],
    [
      'no index',
      [
        ['ftyp', 32],
        ['free', 8],
      ],
      null,
    ],
    ['an empty file', [], null],
    [
      'no file type in front',
      [
        ['moov', 900],
        ['mdat', 5000],
      ],
      null,
    ],
    ['too many boxes', [['ftyp', 32], ...Array<[string, number]>(40).fill(['free', 8]), ['moov', 900]], null],
    [
      'an oversized index',
      [
        ['ftyp', 32],
        ['moov', 2 ** 31],
        ['mdat', 5000],
      ],
      null,
    ],
  ])('is found when it precedes the media: %s', async (_name, boxes, moovBytes) => {
    expect((await readFaststartMoov(file(...boxes)))?.byteLength ?? null).toBe(moovBytes)
  })
})
