import { describe, expect, it } from 'vitest'
import { readTiles, tileAt, timeAtPointer } from './storyboard.ts'

const url = 'https://cdn.example/hoshi/media/u1/storyboard-a.vtt'
const storyboardVtt = `WEBVTT

00:00:00.000 --> 00:00:06.250
storyboard-a.webp#xywh=0,0,160,90

00:00:06.250 --> 00:00:12.500
storyboard-a.webp#xywh=160,0,160,90

00:01:12.500 --> 01:00:18.004
storyboard-a.webp#xywh=0,90,160,90
`

function tilesOf(vtt: string) {
  const tiles = readTiles(vtt, url)
  if (!tiles) throw new Error('There are no tiles.')
  return tiles
}

describe('reading a storyboard', () => {
  it('resolves the URL of the sprite, and derives its size from the tiles', () => {
    const { spriteUrl, width, height, tiles } = tilesOf(storyboardVtt)
    expect({ spriteUrl, width, height }).toEqual({
      spriteUrl: 'https://cdn.example/hoshi/media/u1/storyboard-a.webp',
      width: 320,
      height: 180,
    })
    expect(tiles).toEqual([
      { from: 0, to: 6.25, x: 0, y: 0, width: 160, height: 90 },
      { from: 6.25, to: 12.5, x: 160, y: 0, width: 160, height: 90 },
      { from: 72.5, to: 3618.004, x: 0, y: 90, width: 160, height: 90 },
    ])
  })

  it('accepts other line endings, times without hours, and cue names', () => {
    const other = 'WEBVTT\r\n\r\none\r\n00:01.500 --> 00:02.000 align:start\r\ns.webp#xywh=0,0,90,160\r\n'
    expect(tilesOf(other).tiles).toEqual([{ from: 1.5, to: 2, x: 0, y: 0, width: 90, height: 160 }])
  })

  it.each([
    ['an empty file', ''],
    ['another format', '<!doctype html>'],
    ['text cues', 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n'],
    ['tiles without a size', 'WEBVTT\n\n00:00.000 --> 00:01.000\ns.webp#xywh=0,0,0,0\n'],
  ])('finds no tiles in %s', (_name, vtt) => {
    expect(readTiles(vtt, url)).toBeNull()
  })
})

describe('the tile of a time', () => {
  const tiles = tilesOf(storyboardVtt)

  it.each([
    [0, 0],
    [6.249, 0],
    [6.25, 6.25],
    [40, 6.25],
    [72.5, 72.5],
    [9999, 72.5],
    [-1, 0],
  ])('at %d s is the one from %d s', (seconds, from) => {
    expect(tileAt(tiles, seconds)?.from).toBe(from)
  })
})

describe('the time under a pointer', () => {
  const slider = { left: 100, width: 418 }

  it.each([
    [109, 0],
    [100, 0],
    [0, 0],
    [309, 45],
    [509, 90],
    [518, 90],
    [900, 90],
  ])('at %d px is %d s', (x, seconds) => {
    expect(timeAtPointer(x, slider, 18, 90)).toBeCloseTo(seconds, 6)
  })

  it('is 0 when the slider is narrower than its thumb', () => {
    expect(timeAtPointer(5, { left: 0, width: 10 }, 18, 90)).toBe(0)
  })
})
