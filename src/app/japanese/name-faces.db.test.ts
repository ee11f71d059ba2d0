import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { setUpPlainSite } from '#tests/support/worlds/plain-site.ts'

const site = setUpPlainSite()
const ids = { japanese: '', latin: '' }

beforeAll(async () => {
  const creator = await createPerson(site.hoshi.url, 'creator', 'Mio')
  ids.japanese = (await publishEpisode(site.hoshi, creator, { title: '雪の停車場' })).id
  ids.latin = (await publishEpisode(site.hoshi, creator, { title: 'Harbour Fire' })).id
  // On the page of one episode, the others are offered.
  await creator.call('PATCH', `/api/v1/episodes/${ids.japanese}`, { visibility: 'unlisted' })
})

async function styleOf(path: string) {
  const response = await fetch(site.hoshi.url + path)
  const page = await response.text()
  const style = /<style>(@font-face[^<]*)<\/style><\/head>/.exec(page)?.[1] ?? ''
  return { style, policy: response.headers.get('content-security-policy') ?? '' }
}

test('a page with a Japanese title names the slices of its font, and its policy admits them', async () => {
  const { style, policy } = await styleOf(`/watch/${ids.japanese}`)
  const codes = [...style.matchAll(/unicode-range:([^}]+)/g)].flatMap(([, range = '']) => range.split(','))
  const title = [...'雪の停車場'].map((character) => `U+${character.codePointAt(0)?.toString(16)}`)
  expect(new Set(codes)).toEqual(new Set(title))
  expect(policy).toContain(`style-src 'self' 'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  const [, font = ''] = /src:url\(([^)]+)\)/.exec(style) ?? []
  const answer = await fetch(site.hoshi.url + font)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'font/woff2'])
})

test('a page in Latin letters names none', async () => {
  const { style, policy } = await styleOf(`/watch/${ids.latin}`)
  expect(style).toBe('')
  expect(policy).toContain(`style-src 'self';`)
})
