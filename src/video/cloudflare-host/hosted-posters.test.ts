import { expect, test } from 'vitest'
import { hostedPlayback, hostedPosters } from './host.server.ts'

const mediaUrl = 'https://customer-1.example'
const row = (width: number | null, height: number | null) => ({
  uid: 'a-video',
  state: 'ready' as const,
  width,
  height,
})
const sizesOf = (width: number, height: number) =>
  hostedPosters(mediaUrl)(row(width, height)).map((poster) => `${poster.width}x${poster.height}`)

test('the service scales a poster to fit every size, and never enlarges it', () => {
  expect(sizesOf(1920, 1080)).toEqual(['1280x720', '640x360', '320x180', '160x90', '80x45'])
  expect(sizesOf(1080, 1920)).toEqual(['405x720', '360x640', '180x320', '90x160', '45x80'])
  expect(sizesOf(100, 80)).toEqual(['100x80', '100x80', '100x80', '100x80', '80x64'])
})

test('the largest is the poster of pages, and the others are asked for in boxes of their own', () => {
  const [largest, ...smaller] = hostedPosters(mediaUrl)(row(1920, 1080))
  expect(largest?.url).toBe(hostedPlayback(mediaUrl)(row(1920, 1080)).poster)
  const boxes = smaller.map(({ url }) => new URL(url).searchParams).map((box) => [box.get('width'), box.get('height')])
  expect(boxes).toEqual(['640', '320', '160', '80'].map((side) => [side, side]))
})

test('there is none before the video plays, or while its size is not known', () => {
  expect(hostedPosters(mediaUrl)({ uid: 'a-video', state: 'queued', width: 1920, height: 1080 })).toEqual([])
  expect(hostedPosters(mediaUrl)(row(null, null))).toEqual([])
})
