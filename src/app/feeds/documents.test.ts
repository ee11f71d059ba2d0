import { describe, expect, test } from 'vitest'
import { xmlText } from '#platform/escape-xml.ts'
import { checkJsonFeed, checkRss } from '#tests/support/feeds/check-feed.ts'
import type { Feed, FeedItem } from './feed.ts'
import { textAsHtml } from './feed-text.ts'
import { jsonDocument } from './json-document.server.ts'
import { rssDocument } from './rss-document.server.ts'

const origin = 'https://hoshi.example'
const author = { name: 'Mio', url: `${origin}/creator/c`, avatarUrl: `${origin}/avatars/c.webp` }
const file = (width: number, height: number, sizeBytes: number) => {
  return { width, height, sizeBytes, url: `${origin}/media/v/${height}.mp4` }
}

const item: FeedItem = {
  url: `${origin}/watch/e`,
  title: 'Rain',
  description: 'A short film.',
  publishedAt: new Date('2026-05-01T12:00:00.000Z'),
  updatedAt: new Date('2026-05-02T12:00:00.000Z'),
  author,
  categories: ['Drama', 'rain'],
  posterUrl: `${origin}/media/v/poster.webp`,
  durationSeconds: 61.4,
  file: file(1280, 720, 42),
  files: [file(640, 360, 21), file(1280, 720, 42)],
  chaptersUrl: `${origin}/feeds/chapters/e.json`,
  transcripts: [
    { url: `${origin}/api/v1/subtitles/s?format=vtt`, language: 'ja', label: '日本語', isCaptions: false },
    { url: `${origin}/api/v1/subtitles/t?format=vtt`, language: 'en', label: 'English', isCaptions: true },
  ],
  seriesNumber: null,
}

const feed = (items: FeedItem[], changes: Partial<Feed> = {}): Feed => ({
  title: 'New episodes on Hoshi',
  description: 'Watch short-form anime.',
  homeUrl: `${origin}/explore?genre=Drama&trending=true`,
  url: `${origin}/feeds/explore.xml?genre=Drama&trending=true`,
  firstUrl: null,
  nextUrl: null,
  imageUrl: `${origin}/icon-512.png`,
  author: null,
  isSeries: false,
  items,
  ...changes,
})

// Some of it is refused at the door, and one day something may come by another one.
const hostile = [
  ['the end of a section', 'a ]]> b ]]]]>> <![CDATA[ c'],
  ['markup', '<script>alert(1)</script> & &amp; &lt; <!-- --> <?xml ?>'],
  ['quotes', `"double" 'single' \u00ab`],
  ['characters of four bytes', '\u{1f338}\u{20000}\u{10ffff}'],
  ['the byte order mark and non-characters of XML', '\ufeffa\ufffeb\uffffc'],
  ['control characters', 'a\u0000b\u0008c\u000bd\u001be\u007ff\u0085g'],
  ['lone surrogates', 'a\ud800b\udc00c'],
  ['text that turns around', '\u202eabc\u2066def'],
] as const

const everywhere = (text: string): FeedItem => ({
  ...item,
  title: text,
  description: `${text}\n\n${text}`,
  author: { ...author, name: text },
  categories: [text],
  transcripts: item.transcripts.map((each) => ({ ...each, label: text })),
})

describe('a feed', () => {
  test('is valid as RSS, with all that an episode has', () => {
    const found = checkRss(rssDocument(feed([item], { nextUrl: `${origin}/feeds/new.xml?before=x` })))
    expect(found.atom?.links?.map(({ rel, href }) => [rel, href])).toEqual([
      ['self', `${origin}/feeds/explore.xml?genre=Drama&trending=true`],
      ['next', `${origin}/feeds/new.xml?before=x`],
    ])
    const [one] = found.items!
    expect(one).toMatchObject({
      title: 'Rain',
      link: item.url,
      guid: { value: item.url, isPermaLink: true },
      pubDate: 'Fri, 01 May 2026 12:00:00 GMT',
      enclosures: [{ url: `${origin}/media/v/720.mp4`, length: 42, type: 'video/mp4' }],
      itunes: { duration: 61, image: item.posterUrl },
      podcast: {
        chapters: { url: item.chaptersUrl, type: 'application/json+chapters' },
        transcripts: [
          { url: item.transcripts[0]!.url, type: 'text/vtt', language: 'ja' },
          { url: item.transcripts[1]!.url, type: 'text/vtt', language: 'en', rel: 'captions' },
        ],
      },
    })
    expect(one!.media?.groups?.[0]?.contents).toHaveLength(2)
    expect(found.lastBuildDate).toBe('Sat, 02 May 2026 12:00:00 GMT')
  })

  test('is valid as JSON, with all that an episode has', () => {
    const found = checkJsonFeed(jsonDocument(feed([item], { nextUrl: `${origin}/feeds/new.json?before=x` })))
    expect(found.next_url).toBe(`${origin}/feeds/new.json?before=x`)
    expect(found.items).toHaveLength(1)
    expect(found.items![0]).toMatchObject({
      id: item.url,
      image: item.posterUrl,
      content_text: 'A short film.',
      tags: ['Drama', 'rain'],
    })
    expect(found.items![0]!.attachments!.map((each) => [each?.mime_type, each?.size_in_bytes])).toEqual([
      ['video/mp4', 42],
      ['application/json+chapters', undefined],
      ['text/vtt', undefined],
      ['text/vtt', undefined],
    ])
  })

  test('is valid without episodes, and with one that has nothing yet', () => {
    const bare = { ...item, posterUrl: null, durationSeconds: null, file: null, files: [], chaptersUrl: null }
    const [none, one] = [feed([]), feed([{ ...bare, transcripts: [], seriesNumber: 3 }], { isSeries: true, author })]
    expect(checkRss(rssDocument(none)).items ?? []).toEqual([])
    expect(JSON.parse(jsonDocument(none))).toHaveProperty('items', [])
    expect(checkRss(rssDocument(one)).items![0]).toMatchObject({ itunes: { episode: 3 } })
    expect(checkJsonFeed(jsonDocument(one)).items).toHaveLength(1)
    expect(checkJsonFeed(jsonDocument(none)).items ?? []).toEqual([])
  })

  test.each(hostile)('is valid with %s in every text', (_, text) => {
    const given = feed([everywhere(text)], { title: text, description: text, author: { ...author, name: text } })
    const found = checkRss(rssDocument(given))
    const kept = xmlText(text).trim()
    // That of the feed, of its picture and of the episode.
    expect(found.titles).toEqual([kept, kept, kept])
    const html = textAsHtml(`${text}\n\n${text}`)
    expect(found.items![0]!.description).toBe(html.replaceAll('&apos;', `'`))
    expect(checkJsonFeed(jsonDocument(given)).items![0]!.title).toBe(text.toWellFormed().trim())
  })

  test('has no white space around its texts', () => {
    expect(rssDocument(feed([everywhere('a & b')]))).toContain('<title><![CDATA[a & b]]></title>')
  })
})

test('a description is plain text for every reader', () => {
  expect(textAsHtml('<b>one</b>\ntwo\n\nthree & four')).toBe(
    '<p>&lt;b&gt;one&lt;/b&gt;<br>two</p>\n<p>three &amp; four</p>',
  )
})
