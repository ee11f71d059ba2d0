import { describe, expect, it } from 'vitest'
import { drawMovedLines } from './onion-outlines.ts'

const [width, height] = [24, 12]

/** A grey picture with white squares. */
function picture(...lefts: number[]): Float32Array {
  return Float32Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    return lefts.some((left) => x >= left && x < left + 4 && y >= 4 && y < 8) ? 255 : 90
  })
}

/** Columns in which a line was drawn. */
function lines(other: Float32Array, now: Float32Array): number[] {
  const image = { data: new Uint8ClampedArray(width * height * 4), width, height }
  drawMovedLines(image, { other, now }, [1, 2, 3])
  const drawn = Array.from({ length: width * height }, (_, at) => at).filter((at) => image.data[at * 4 + 3]! > 0)
  expect(drawn.every((at) => image.data[at * 4] === 1 && image.data[at * 4 + 2] === 3)).toBe(true)
  return [...new Set(drawn.map((at) => at % width))].sort((one, other) => one - other)
}

describe('outlines of another drawing', () => {
  it('are where it has lines that the current one lacks', () => {
    const columns = lines(picture(14), picture(4))
    expect([columns[0], columns.at(-1)]).toEqual([13, 18])
  })

  it('leave out what stands still', () => {
    expect(lines(picture(4), picture(4))).toEqual([])
    const columns = lines(picture(4, 14), picture(4))
    expect(columns[0]).toBe(13)
  })

  it('leave out grain', () => {
    const grain = picture().map((value, at) => value + (at % 3) * 6)
    expect(lines(grain, picture())).toEqual([])
  })
})
