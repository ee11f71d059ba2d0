import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let creator: Person
let id: string

const title = 'Rain & <Stars> "again"'

beforeAll(async () => {
  site = await createTestHoshi()
  creator = await createPerson(site.url, 'creator', 'Mio & Co')
  id = (await publishEpisode(site, creator, { title })).id
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
      ...{ version: '1.0', type: 'video', title, author_name: 'Mio & Co' },
      author_url: `${site.url}/creator/${creator.account.uid}`,
      ...{ provider_name: 'Hoshi', provider_url: `${site.url}/`, width: 640, height: 360 },
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
    const thumbnail = Number(answer.thumbnail_width ?? 0)
    expect(thumbnail).toBeLessThanOrEqual(width)
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
