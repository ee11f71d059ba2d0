import { describe, expect, test } from 'vitest'
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
  card: null,
  views: 12,
  embeddable: null,
  linked: null,
  texts: { tracks: [] },
  strip: null,
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
  expect(head.data).toBeUndefined()
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

const linked: WatchPage['linked'] = {
  player: { width: 640, height: 360 },
  file: { url: '/media/v/f.mp4', width: 1280, height: 720 },
}

describe('a link that plays elsewhere', () => {
  const contentsOf = (changes: Partial<WatchPage>) =>
    Object.fromEntries(
      sharedHead(
        [{ id: 'root', loaderData: { publicUrl: 'https://hoshi.example' } }],
        watchHead({ ...page, ...changes }),
      ).flatMap((tag) =>
        'content' in tag ? [['name' in tag ? tag.name : 'property' in tag && tag.property, tag.content]] : [],
      ),
    )

  test('names the embedded player and the file', () => {
    expect(contentsOf({ linked })).toMatchObject({
      'og:video': 'https://hoshi.example/media/v/f.mp4',
      'og:video:type': 'video/mp4',
      'og:video:width': '1280',
      'og:video:height': '720',
      'twitter:card': 'player',
      'twitter:player': 'https://hoshi.example/embed/e1',
      'twitter:player:width': '640',
      'twitter:player:height': '360',
    })
    expect(dataOf({ linked })).toMatchObject({
      embedUrl: 'https://hoshi.example/embed/e1',
      contentUrl: 'https://hoshi.example/media/v/f.mp4',
    })
  })

  test('names the playlist before the file is made', () => {
    const early = { linked: { ...linked, file: null } }
    expect(contentsOf(early)).toMatchObject({ 'twitter:player': 'https://hoshi.example/embed/e1' })
    expect(contentsOf(early)).not.toHaveProperty('og:video')
    expect(dataOf(early)).toMatchObject({ contentUrl: 'https://hoshi.example/media/v/master.m3u8' })
  })

  test('names none of them where it only leads here', () => {
    expect(Object.keys(contentsOf({})).filter((name) => /^(og:video|twitter:player)/.test(name))).toEqual([])
    expect(contentsOf({})).toMatchObject({ 'twitter:card': 'summary_large_image' })
    expect(Object.keys(dataOf() ?? {}).filter((name) => /^(embed|content)Url$/.test(name))).toEqual([])
  })
})

test('chapters are clips, and not part of the description', () => {
  const description = 'A short night.\n\n0:00 The platform\n3:18 The viaduct'
  expect(dataOf({ episode: { ...page.episode, description } })).toMatchObject({
    description: 'A short night.',
    hasPart: [
      {
        '@type': 'Clip',
        name: 'The platform',
        startOffset: 0,
        endOffset: 198,
        url: 'https://hoshi.example/watch/e1?t=0',
      },
      { '@type': 'Clip', name: 'The viaduct', startOffset: 198, endOffset: 403 },
    ],
  })
})

test('its series is named', () => {
  expect(dataOf({ strip: { series: { id: 's1', title: 'Night trains' } } })).toMatchObject({
    partOfSeries: { '@type': 'CreativeWorkSeries', name: 'Night trains', url: 'https://hoshi.example/series/s1' },
  })
})

test('its texts are named, and captions tell the language that is spoken', () => {
  const track = (language: string, kind: string) => ({ language, kind, vttUrl: `/api/v1/subtitles/${language}` })
  const subtitles = track('en', 'subtitles')
  expect(dataOf({ texts: { tracks: [subtitles] } })).not.toHaveProperty('inLanguage')
  expect(dataOf({ texts: { tracks: [subtitles, track('ja', 'captions')] } })).toMatchObject({
    inLanguage: 'ja',
    caption: [
      { inLanguage: 'en', encodingFormat: 'text/vtt', contentUrl: 'https://hoshi.example/api/v1/subtitles/en' },
      { inLanguage: 'ja' },
    ],
  })
})
