import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { sendRaw } from '#tests/support/http/raw-http.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let creator: Person

beforeAll(async () => {
  // Behind a proxy every visitor has their own IP address, as in production.
  site = await createTestHoshi({ environment: { TRUST_PROXY: '1' } })
  creator = await createPerson(site.url, 'creator')
})

afterAll(() => site?.close())

let nextNumber = 0

/** A visitor with their own IP address and cookie jar. */
function visitor() {
  nextNumber += 1
  const from = {
    'X-Forwarded-For': `198.51.${nextNumber >> 8}.${nextNumber & 255}`,
    'User-Agent': 'Mozilla/5.0 Firefox/150.0',
  }
  const stranger = createStranger(site.url)
  return {
    play: (id: string, body: object, headers: Record<string, string> = {}) =>
      stranger.call('POST', `/api/v1/episodes/${id}/views`, body, { ...from, ...headers }),
  }
}

const watch = (visitId: string) => ({ kind: 'watch', visitId })
const viewsOf = async (id: string) => {
  const response = await createStranger(site.url).call('GET', `/api/v1/episodes/${id}`)
  return ((await response.json()) as { views: number }).views
}

describe('views', () => {
  test('are exact under many concurrent requests', async () => {
    const { id } = await publishEpisode(site, creator)
    const responses = await Promise.all(Array.from({ length: 60 }, (_, n) => visitor().play(id, watch(`visit${n}`))))
    const results = (await Promise.all(responses.map((response) => response.json()))) as {
      views: number
      counted: boolean
    }[]
    expect(responses.map(({ status }) => status).every((status) => status === 200)).toBe(true)
    expect(results.every(({ counted }) => counted)).toBe(true)
    expect(
      results
        .map(({ views }) => views)
        .sort((a, b) => a - b)
        .at(-1),
    ).toBe(60)
    expect(await viewsOf(id)).toBe(60)
  })

  test('count a watch once per visitor, and the same visit never twice', async () => {
    const { id } = await publishEpisode(site, creator)
    const one = visitor()
    const repeated = await Promise.all(Array.from({ length: 10 }, () => one.play(id, watch('same'))))
    for (const response of repeated) expect(response.status).toBe(200)
    expect(await (await one.play(id, watch('later'))).json()).toEqual({ views: 1, counted: false })
    expect(await (await visitor().play(id, watch('same'))).json()).toEqual({ views: 1, counted: false })
    expect(await (await visitor().play(id, watch('another'))).json()).toEqual({ views: 2, counted: true })
    expect(await viewsOf(id)).toBe(2)
  })

  test('count a signed-in person once in all browsers, and need no visitor cookie for it', async () => {
    const { id } = await publishEpisode(site, creator)
    const viewer = await createPerson(site.url, 'viewer')
    const browsers = Array.from({ length: 20 }, (_, n) =>
      viewer.call('POST', `/api/v1/episodes/${id}/views`, watch(`browser${n}`), {
        'User-Agent': 'Mozilla/5.0 Firefox/150.0',
      }),
    )
    const responses = await Promise.all(browsers)
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(responses.flatMap(({ headers }) => headers.getSetCookie())).toEqual([])
    expect(await viewsOf(id)).toBe(1)
  })

  test('set a visitor cookie that ends with the browser and that scripts cannot read', async () => {
    const { id } = await publishEpisode(site, creator)
    const one = visitor()
    const first = await one.play(id, watch('first'))
    const [line = '', ...others] = first.headers.getSetCookie()
    expect(others).toEqual([])
    expect(line).toMatch(/^hoshi_visitor=/)
    for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/']) expect(line).toContain(attribute)
    expect(line).not.toMatch(/expires|max-age|domain/i)
    expect((await one.play(id, watch('second'))).headers.getSetCookie()).toEqual([])
  })

  test('treat a forged cookie like none', async () => {
    const { id } = await publishEpisode(site, creator)
    const one = visitor()
    for (const value of ['x', 'a.1.b', `${'A'.repeat(22)}.9999999999.${'A'.repeat(43)}`]) {
      const response = await one.play(id, watch(`visit-${value.length}`), { Cookie: `hoshi_visitor=${value}` })
      expect(response.status).toBe(200)
      expect(response.headers.getSetCookie()[0]).not.toContain(`hoshi_visitor=${value};`)
    }
  })

  test('do not count programs, prefetching or reading', async () => {
    const { id } = await publishEpisode(site, creator)
    const uncounted: Record<string, string>[] = [
      { 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' },
      { 'Sec-Purpose': 'prefetch;prerender' },
      { Purpose: 'prefetch' },
    ]
    for (const headers of uncounted) {
      const response = await visitor().play(id, watch('v'), headers)
      expect(await response.json(), JSON.stringify(headers)).toEqual({ views: 0, counted: false })
      expect(response.headers.getSetCookie()).toEqual([])
    }
    for (const method of ['GET', 'HEAD']) await sendRaw(`${site.url}/api/v1/episodes/${id}/views`, { method })
    await createStranger(site.url).call('GET', `/api/v1/episodes/${id}`)
    expect(await viewsOf(id)).toBe(0)
  })

  test('refuse unknown kinds and invalid visits', async () => {
    const { id } = await publishEpisode(site, creator)
    const wrong: [object, string, string | undefined][] = [
      [{ kind: 'like', visitId: 'v' }, 'engagement.kind_unknown', 'kind'],
      [watch(''), 'engagement.visit_id_invalid', 'visitId'],
      [watch('x'.repeat(65)), 'engagement.visit_id_invalid', 'visitId'],
      [watch('a\0'), 'engagement.visit_id_invalid', 'visitId'],
      [{ kind: 'watch' }, 'request.invalid', 'visitId'],
      [{ ...watch('v'), views: 1000 }, 'request.invalid', 'views'],
    ]
    for (const [body, code, field] of wrong) {
      expect(await (await visitor().play(id, body)).json()).toMatchObject({ status: 422, code, field })
    }
    expect((await visitor().play('a'.repeat(26), watch('v'))).status).toBe(404)
    expect(await viewsOf(id)).toBe(0)
  })
})
