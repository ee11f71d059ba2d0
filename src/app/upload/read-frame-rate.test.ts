import { expect, test } from 'vitest'
import { readFrameRate } from './read-frame-rate.ts'

/** A box of a type with this content. */
function box(type: string, ...content: Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const size = content.reduce((sum, { length }) => sum + length, 8)
  const head = new Uint8Array(8)
  new DataView(head.buffer).setUint32(0, size)
  head.set(new TextEncoder().encode(type), 4)
  return joined(head, ...content)
}

function joined(...parts: Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(parts.flatMap((part) => [...part]))
}

function numbers(...values: number[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(values.length * 4))
  values.forEach((value, at) => {
    view.setUint32(at * 4, value)
  })
  return new Uint8Array(view.buffer)
}

const text = (words: string) => new TextEncoder().encode(words)

/** A track whose frames have these times: how many, and how many units each. */
function track(handler: string, unitsPerSecond: number, times: [number, number][]): Uint8Array<ArrayBuffer> {
  return box(
    'trak',
    box(
      'mdia',
      box('mdhd', numbers(0, 0, 0, unitsPerSecond, 0)),
      box('hdlr', numbers(0, 0), text(handler)),
      box('minf', box('stbl', box('stts', numbers(0, times.length, ...times.flat())))),
    ),
  )
}

function movie(...tracks: Uint8Array<ArrayBuffer>[]): Blob {
  return new Blob([joined(box('ftyp', text('isom')), box('mdat', new Uint8Array(99)), box('moov', ...tracks))])
}

test('reads the rate of the video track, wherever the index stands', async () => {
  const sound = track('soun', 48000, [[500, 1024]])
  expect(await readFrameRate(movie(sound, track('vide', 24, [[240, 1]])))).toBe(24)
  expect(await readFrameRate(movie(track('vide', 24000, [[240, 1001]])))).toBeCloseTo(23.976, 3)
})

test('coarse units and a longer last frame are no other rate', async () => {
  const coarse: [number, number][] = Array.from({ length: 30 }, (_, at) => [1, at % 3 === 0 ? 34 : 33])
  expect(await readFrameRate(movie(track('vide', 1000, coarse)))).toBeCloseTo(30, 1)
  expect(
    await readFrameRate(
      movie(
        track('vide', 25, [
          [99, 1],
          [1, 9],
        ]),
      ),
    ),
  ).toBe(25)
})

test.each([
  [
    'with frames of varying length',
    movie(
      track('vide', 600, [
        [40, 25],
        [40, 50],
      ]),
    ),
  ],
  ['whose frames are in fragments', movie(track('vide', 24, []))],
  ['without a video', movie(track('soun', 48000, [[500, 1024]]))],
  ['that is no MP4', new Blob(['\x1aE\xdf\xa3 a WebM file, for example, of any length'])],
  ['that is empty', new Blob([])],
  ['that ends in its index', new Blob([box('moov', track('vide', 24, [[240, 1]])).subarray(0, 70)])],
])('says nothing of a file %s', async (_, file) => {
  expect(await readFrameRate(file)).toBeNull()
})
