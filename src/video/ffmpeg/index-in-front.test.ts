import { describe, expect, it } from 'vitest'
import { indexInFront } from './index-in-front.ts'

/** Boxes of these types and sizes, as far as they are there. */
function file(...boxes: [type: string, size: number][]) {
  const starts = new Map<number, DataView>()
  let at = 0
  for (const [type, size] of boxes) {
    const head = new DataView(new ArrayBuffer(8))
    head.setUint32(0, size)
    for (let place = 0; place < 4; place += 1) head.setUint8(4 + place, type.charCodeAt(place))
    starts.set(at, head)
    at += size
  }
  return async (position: number, length: number) =>
    length === 8 ? (starts.get(position) ?? null) : new DataView(new ArrayBuffer(length))
}

describe('the index of an MP4', () => {
  it('is looked for behind fifteen boxes, and no more', async () => {
    const behind = (count: number) =>
      indexInFront(
        file(['ftyp', 32], ...Array.from({ length: count - 1 }, () => ['free', 8] as [string, number]), ['moov', 900]),
      )
    expect((await behind(15))?.byteLength).toBe(900)
    expect(await behind(16)).toBeNull()
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
      'something free, index, media',
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
    ['nothing', [], null],
    [
      'no type in front',
      [
        ['moov', 900],
        ['mdat', 5000],
      ],
      null,
    ],
    ['boxes without end', [['ftyp', 32], ...Array<[string, number]>(40).fill(['free', 8]), ['moov', 900]], null],
    [
      'an index beyond all measure',
      [
        ['ftyp', 32],
        ['moov', 2 ** 31],
        ['mdat', 5000],
      ],
      null,
    ],
  ])('is found where it stands before the media: %s', async (_name, boxes, indexBytes) => {
    expect((await indexInFront(file(...boxes)))?.byteLength ?? null).toBe(indexBytes)
  })
})
