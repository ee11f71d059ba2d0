import { describe, expect, it } from 'vitest'
import { hasIndexInFront } from './mp4-order.ts'

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
  return async (position: number) => starts.get(position) ?? null
}

describe('the order of an MP4', () => {
  it.each<[string, [string, number][], boolean]>([
    [
      'index, media',
      [
        ['ftyp', 32],
        ['moov', 900],
        ['mdat', 5000],
      ],
      true,
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
      true,
    ],
    [
      'media, index',
      [
        ['ftyp', 32],
        ['free', 8],
        ['mdat', 5000],
        ['moov', 900],
      ],
      false,
    ],
    [
      'media without a length',
      [
        ['ftyp', 32],
        ['mdat', 0],
      ],
      false,
    ],
    [
      'media with a long length',
      [
        ['ftyp', 32],
        ['mdat', 1],
        ['moov', 900],
      ],
      false,
    ],
    [
      'no index',
      [
        ['ftyp', 32],
        ['free', 8],
      ],
      false,
    ],
    ['nothing', [], false],
    [
      'no type in front',
      [
        ['moov', 900],
        ['mdat', 5000],
      ],
      false,
    ],
    ['boxes without end', [['ftyp', 32], ...Array<[string, number]>(40).fill(['free', 8]), ['moov', 900]], false],
  ])('is told: %s', async (_name, boxes, isInFront) => {
    expect(await hasIndexInFront(file(...boxes))).toBe(isInFront)
  })
})
