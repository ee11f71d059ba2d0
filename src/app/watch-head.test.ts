import { expect, test } from 'vitest'
import { sharedHead } from './http/head.ts'
import { type WatchPage, watchHead } from './watch-head.ts'

const page: WatchPage = {
  episode: {
    id: 'e1',
    title: 'Stars',
    description: 'A short night.',
    genre: 'Drama',
    tags: ['night', 'train'],
    nsfw: false,
    date: new Date('2025-06-12T10:00:00Z'),
    audience: 'everyone',
  },
  playback: { hls: '/media/v/master.m3u8', poster: '/media/v/p.webp', durationSeconds: 402.9 },
  views: 12,
  embeddable: null,
  creator: { uid: 'c1', name: 'Mio' },
}

function dataOf(changes: Partial<WatchPage> = {}) {
  return watchHead({ ...page, ...changes }).data?.('https://hoshi.example', 'https://hoshi.example/media/v/p.webp')
}

test('an episode is described as a schema.org VideoObject', () => {
  expect(dataOf()).toMatchObject({
    '@type': 'VideoObject',
    name: 'Stars',
    description: 'A short night.',
    url: 'https://hoshi.example/watch/e1',
    thumbnailUrl: 'https://hoshi.example/media/v/p.webp',
    contentUrl: 'https://hoshi.example/media/v/master.m3u8',
    uploadDate: '2025-06-12T10:00:00.000Z',
    duration: 'PT6M43S',
    keywords: 'night, train',
    isFamilyFriendly: true,
    interactionStatistic: { userInteractionCount: 12 },
    author: { name: 'Mio', url: 'https://hoshi.example/creator/c1' },
  })
})

test.each([
  [0.2, 'PT1S'],
  [59.6, 'PT1M'],
  [61, 'PT1M1S'],
  [600, 'PT10M'],
])('%d s is written as %s', (durationSeconds, duration) => {
  expect(dataOf({ playback: { ...page.playback, durationSeconds } })).toMatchObject({ duration })
})

test('an unknown duration is omitted', () => {
  expect(dataOf({ playback: { ...page.playback, durationSeconds: null } })).not.toHaveProperty('duration')
})

test('a missing description is generated from genre and creator', () => {
  expect(watchHead({ ...page, episode: { ...page.episode, description: '' } }).description).toBe(
    'A short Drama anime by Mio.',
  )
})

test('an adult episode is unlisted and has no image in link previews', () => {
  const head = watchHead({ ...page, episode: { ...page.episode, nsfw: true, audience: 'profile' } })
  expect(head).toMatchObject({ isUnlisted: true, poster: null })
})

test('an unlisted episode is not for search engines and has an image in link previews', () => {
  const head = watchHead({ ...page, episode: { ...page.episode, audience: 'link' } })
  expect(head).toMatchObject({ isUnlisted: true, poster: { path: page.playback.poster } })
})

test('an episode that only its creator sees is unlisted and has no schema.org data', () => {
  const head = watchHead({ ...page, episode: { ...page.episode, audience: 'owner' } })
  expect(head).toMatchObject({ isUnlisted: true, poster: null })
  expect(head.data).toBeUndefined()
})

test('programs find how to embed it, unless other sites may not', () => {
  const root = { id: 'root', loaderData: { publicUrl: 'https://hoshi.example' } }
  const link = { type: 'application/json+oembed', href: 'https://hoshi.example/oembed?url=some' }
  const linksOf = (embeddable: WatchPage['embeddable']) =>
    sharedHead([root], watchHead({ ...page, embeddable })).filter((tag) => 'rel' in tag && tag.rel === 'alternate')
  expect(linksOf(null)).toEqual([])
  expect(linksOf({ oembed: [link] })).toEqual([{ tagName: 'link', rel: 'alternate', title: 'Stars · Hoshi', ...link }])
})
