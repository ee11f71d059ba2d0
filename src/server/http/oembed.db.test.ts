import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishEpisode, type ReadyVideo } from '#tests/support/data/ready-video.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'
import { smallPosterNamesOf } from '#video/stored-objects.ts'

let site: TestHoshi
let creator: Person
let id: string
let video: ReadyVideo

const title = 'Rain & <Stars> "again"'

beforeAll(async () => {
  site = await createTestHoshi()
  creator = await createPerson(site.url, 'creator', 'Mio & Co')
  const published = await publishEpisode(site, creator, { title })
  id = published.id
  video = published.video
})

afterAll(() => site?.close())

function ask(parameters: Record<string, string>): Promise<Response> {
  return fetch(`${site.url}/oembed?${new URLSearchParams(parameters)}`)
}

const watchUrl = (episodeId: string) => `${site.url}/watch/${episodeId}`

describe('the way to embed an episode', () => {
  test('is told as JSON, for its page and for its player', async () => {
    const response = await ask({ url: `${watchUrl(id)}?t=12` })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const answer = (await response.json()) as { html: string; width: number; height: number }
    expect(answer).toMatchObject({
      version: '1.0',
      type: 'video',
      title,
      author_name: 'Mio & Co',
      author_url: `${site.url}/creator/${creator.account.uid}`,
      provider_name: 'Hoshi',
      provider_url: `${site.url}/`,
      width: 640,
      height: 360,
    })
    expect(answer.html).toContain(`<iframe src="${site.url}/embed/${id}" width="640" height="360"`)
    expect(answer.html).toContain('title="Rain &amp; &lt;Stars&gt; &quot;again&quot;"')
    expect(await (await ask({ url: `${site.url}/embed/${id}`, format: 'json' })).json()).toEqual(answer)
  })

  test('is told for an unlisted one too', async () => {
    const { id: unlisted } = await publishEpisode(site, creator, { visibility: 'unlisted' })
    expect((await ask({ url: watchUrl(unlisted) })).status).toBe(200)
  })

  test('is told as XML', async () => {
    const response = await ask({ url: watchUrl(id), format: 'xml' })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/xml; charset=utf-8'])
    const text = await response.text()
    expect(text).toMatch(/^<\?xml version="1.0" encoding="utf-8" standalone="yes"\?>\n<oembed>.*<\/oembed>\n$/)
    expect(text).toContain('<title>Rain &amp; &lt;Stars&gt; &quot;again&quot;</title>')
    expect(text).toContain(`&lt;iframe src=&quot;${site.url}/embed/${id}&quot;`)
    expect(text).toContain('<width>640</width><height>360</height>')
  })

  test.each([
    [{ maxwidth: '320' }, 320, 180],
    [{ maxheight: '90' }, 160, 90],
    [{ maxwidth: '320', maxheight: '90' }, 160, 90],
    [{ maxwidth: '9999', maxheight: '' }, 640, 360],
  ])('fits into %j', async (limits, width, height) => {
    const answer = (await (await ask({ url: watchUrl(id), ...limits })).json()) as Record<string, unknown>
    expect(answer).toMatchObject({
      width,
      height,
      html: expect.stringContaining(`width="${width}" height="${height}"`),
    })
  })
})

describe('the thumbnail of an episode', () => {
  async function thumbnailWithin(maxwidth: string, maxheight: string) {
    const answer = (await (await ask({ url: watchUrl(id), maxwidth, maxheight })).json()) as Record<string, unknown>
    const { thumbnail_url: url, thumbnail_width: width, thumbnail_height: height } = answer
    return [url, width, height]
  }

  const pathOf = (side: number) =>
    side === 640 ? video.media.poster : video.media.smallPoster.replace('-320-', `-${side}-`)

  test.each([
    ['', '', 640, 360],
    ['640', '360', 640, 360],
    ['639', '', 320, 180],
    ['', '359', 320, 180],
    ['320', '179', 160, 90],
    ['160', '90', 160, 90],
    ['159', '', 80, 45],
    ['80', '45', 80, 45],
  ])('is the largest within %j by %j', async (maxwidth, maxheight, width, height) => {
    const url = `${site.url}${pathOf(width)}`
    expect(await thumbnailWithin(maxwidth, maxheight)).toEqual([url, width, height])
    const picture = await fetch(url)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
  })

  test('is left out where even the smallest does not fit', async () => {
    for (const [maxwidth, maxheight] of [
      ['79', ''],
      ['', '44'],
    ] as const)
      expect(await thumbnailWithin(maxwidth, maxheight)).toEqual([undefined, undefined, undefined])
  })

  test('is hidden with its episode', async () => {
    const { id: other, video: hidden } = await publishEpisode(site, creator)
    const paths = smallPosterNamesOf(hidden.media.smallPoster).map(({ name }) => `/media/${hidden.uid}/${name}`)
    const statuses = () => Promise.all(paths.map(async (path) => (await fetch(site.url + path)).status))
    expect(await statuses()).toEqual([200, 200, 200])
    for (const change of [{ visibility: 'private' }, { visibility: 'public', nsfw: true }]) {
      expect((await creator.call('PATCH', `/api/v1/episodes/${other}`, change)).status).toBe(200)
      await expect.poll(statuses).toEqual([404, 404, 404])
    }
  })
})

describe('no way to embed', () => {
  async function expectProblem(parameters: Record<string, string>, status: number, code: string): Promise<void> {
    const response = await ask(parameters)
    expect(response.headers.get('content-type'), JSON.stringify(parameters)).toBe('application/problem+json')
    expect(await response.json(), JSON.stringify(parameters)).toMatchObject({ status, code })
  }

  test('what is unknown, or of another site', async () => {
    const elsewhere = [
      watchUrl('unknown'),
      `https://elsewhere.example/watch/${id}`,
      `${site.url}/explore`,
      'rubbish',
      '',
    ]
    for (const url of elsewhere) await expectProblem({ url }, 404, 'request.not_found')
  })

  test('private and adult episodes, and those that their creator lets no site embed', async () => {
    const changes = [{ visibility: 'private' }, { nsfw: true }, { embedSites: [] }]
    for (const change of changes) {
      const { id: other } = await publishEpisode(site, creator)
      expect((await ask({ url: watchUrl(other) })).status).toBe(200)
      expect((await creator.call('PATCH', `/api/v1/episodes/${other}`, change)).status).toBe(200)
      await expectProblem({ url: watchUrl(other) }, 404, 'request.not_found')
      const own = await creator.call('GET', `/oembed?url=${encodeURIComponent(watchUrl(other))}`)
      expect(own.status).toBe(404)
    }
  })

  test('in other formats and with rubbish', async () => {
    await expectProblem({ url: watchUrl(id), format: 'yaml' }, 501, 'request.format_unknown')
    await expectProblem({ url: watchUrl(id), maxwidth: 'wide' }, 422, 'request.invalid')
    await expectProblem({}, 422, 'request.invalid')
  })
})
