import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { type EventStream, openEventStream } from '#tests/support/http/event-stream.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let creator: Person
let viewer: Person

beforeAll(async () => {
  site = await createTestHoshi({ environment: { TRUST_PROXY: '1' } })
  creator = await createPerson(site.url, 'creator', 'Mika')
  viewer = await createPerson(site.url, 'viewer')
})

afterAll(() => site?.close())

let visits = 0
const firefox = { 'User-Agent': 'Mozilla/5.0 Firefox/150.0' }

/** A new visitor plays the episode. */
async function play(id: string, body: object = {}): Promise<string> {
  visits += 1
  const visitId = `visit-${visits}`
  const headers = { 'X-Forwarded-For': `198.51.100.${visits}`, ...firefox }
  const report = { kind: 'watch', visitId, ...body }
  const response = await createStranger(site.url).call('POST', `/api/v1/episodes/${id}/views`, report, headers)
  expect(response.status).toBe(200)
  return visitId
}

const report = (id: string, body: object) =>
  createStranger(site.url).call('POST', `/api/v1/episodes/${id}/watching`, body)
const today = () => new Date().toISOString().slice(0, 10)

describe('GET /api/v1/me/analytics', () => {
  test('answers with every figure of known plays', async () => {
    const mika = await createPerson(site.url, 'creator')
    const { id } = await publishEpisode(site, mika, { title: 'Known' })
    const visitId = await play(id, { source: 'explore' })
    await play(id, { kind: 'preview', source: 'outside', host: 'example.org' })
    await report(id, { visitId, reached: 95, watchedSeconds: 1, ranges: [[0, 1]] })
    await viewer.call('PUT', `/api/v1/episodes/${id}/like`)
    await viewer.call('POST', `/api/v1/episodes/${id}/comments`, { text: 'Known' })
    await viewer.call('PUT', `/api/v1/creators/${mika.account.uid}/follow`)
    await viewer.call('DELETE', `/api/v1/creators/${mika.account.uid}/follow`)
    await viewer.call('PUT', `/api/v1/creators/${mika.account.uid}/follow`)

    const url = 'https://www.patreon.com/mika'
    await mika.call('PATCH', '/api/v1/creators/me', { patreonUrl: url })
    const click = { url, visitId: 'click' }
    await viewer.call('POST', `/api/v1/creators/${mika.account.uid}/support-clicks`, click, firefox)

    const response = await mika.call('GET', `/api/v1/me/analytics?compare=true&from=${today()}&to=${today()}`)
    const ofEpisode = { watched: 1, previewed: 1, watchSeconds: 1, visitors: 2, likes: 1, comments: 1 }
    const figures = { ...ofEpisode, followed: 1, unfollowed: 1, supportClicks: 1 }
    const none = { watched: 0, previewed: 0, watchSeconds: 0, visitors: 0, likes: 0, comments: 0 }
    const noFollows = { followed: 0, unfollowed: 0, supportClicks: 0 }
    const { days, ...rest } = (await response.json()) as { days: object[] }
    expect(days).toEqual([{ day: expect.any(String), ...figures }])
    expect(rest).toEqual({
      totals: figures,
      before: { ...none, ...noFollows },
      completion: [25, 50, 75, 95].map((reached) => ({ reached, count: 1, share: 1 })),
      sources: [
        { source: 'explore', views: 1 },
        { source: 'outside', host: 'example.org', views: 1 },
      ],
      episodes: [{ id, title: 'Known', ...ofEpisode, ...noFollows }],
    })
    const one = await mika.call('GET', `/api/v1/me/analytics?episodeId=${id}`)
    expect(await one.json()).toMatchObject({ retention: expect.arrayContaining([1]), before: null })
  })

  test('counts the loss of a follower whose account is deleted', async () => {
    const [mika, fan] = [await createPerson(site.url, 'creator'), await createPerson(site.url, 'viewer')]
    await fan.call('PUT', `/api/v1/creators/${mika.account.uid}/follow`)
    expect((await fan.call('DELETE', '/api/v1/me', { password: fan.password, now: true })).status).toBe(202)
    const { totals } = (await (await mika.call('GET', '/api/v1/me/analytics')).json()) as { totals: object }
    expect(totals).toMatchObject({ followed: 1, unfollowed: 1 })
  })

  test('is for oneself, and for days that exist', async () => {
    const { id } = await publishEpisode(site, creator)
    expect((await createStranger(site.url).call('GET', '/api/v1/me/analytics')).status).toBe(401)
    const other = await createPerson(site.url, 'creator')
    expect((await other.call('GET', `/api/v1/me/analytics?episodeId=${id}`)).status).toBe(404)
    for (const days of [
      'from=2026-01-02&to=2026-01-01',
      'from=2024-01-01&to=2026-01-01',
      'from=today',
      'to=2026-02-30',
    ]) {
      const refused = await creator.call('GET', `/api/v1/me/analytics?${days}`)
      expect(refused.status, days).toBe(422)
      expect(await refused.json()).toMatchObject({
        code: 'engagement.range_invalid',
        detail: 'Please choose a start and end date that cover 366 days or fewer.',
      })
    }
    expect((await creator.call('GET', '/api/v1/me/analytics?from=2024-01-01&to=2024-12-31')).status).toBe(200)
  })

  test('is a CSV file by its address or by Accept, without formulas', async () => {
    const mika = await createPerson(site.url, 'creator')
    const { id } = await publishEpisode(site, mika, { title: '=1+1, "two"' })
    await play(id, { source: 'landing' })
    const query = `from=${today()}&to=${today()}`
    const byAddress = await mika.call('GET', `/api/v1/me/analytics.csv?${query}`)
    const byType = await mika.call('GET', `/api/v1/me/analytics?${query}`, undefined, { Accept: 'text/csv' })
    expect(byAddress.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    const text = await byAddress.text()
    expect(await byType.text()).toBe(text)
    const columns = 'watched,previewed,watchSeconds,visitors,likes,comments,followed,unfollowed,supportClicks'
    expect(text).toBe(
      [
        `day,${columns}`,
        `${today()},1,0,0,1,0,0,0,0,0`,
        '',
        `id,title,${columns},reached 25,reached 50,reached 75,reached 95`,
        `${id},"'=1+1, ""two""",1,0,0,1,0,0,0,0,0,0,0,0,0`,
        '',
        'source,host,views',
        'Landing,,1',
        '',
        'reached,count,share',
        ...[25, 50, 75, 95].map((mark) => `${mark},0,0`),
        '',
        `days,from,to,${columns}`,
        `these,${today()},${today()},1,0,0,1,0,0,0,0,0`,
        '',
      ].join('\r\n'),
    )
  })
})

describe('POST /api/v1/episodes/{id}/watching', () => {
  test('refuses what makes no sense, and answers alike whether or not there was a watch', async () => {
    const { id } = await publishEpisode(site, creator)
    const visitId = await play(id)
    const sound = { visitId, reached: 25, watchedSeconds: 1 }
    for (const change of [
      { reached: 30 },
      { reached: 0 },
      { watchedSeconds: -1 },
      { watchedSeconds: 'long' },
      { ranges: [[2, 1]] },
      { ranges: [[-1, 1]] },
      { ranges: Array(61).fill([0, 1]) },
      { visitId: 'no id!' },
      { other: 1 },
    ])
      expect((await report(id, { ...sound, ...change })).status, JSON.stringify(change)).toBe(422)
    expect((await report(id, sound)).status).toBe(204)
    expect((await report(id, { ...sound, visitId: 'unknown' })).status).toBe(204)
    expect((await report('unknown', sound)).status).toBe(404)
  })
})

describe('POST /api/v1/episodes/{id}/views', () => {
  test('takes the sources that there are', async () => {
    const { id } = await publishEpisode(site, creator)
    for (const source of ['landing', 'explore', 'search', 'profile', 'next', 'series', 'embed', 'outside'])
      await play(id, { source })
    const body = { kind: 'watch', visitId: 'somewhere', source: 'somewhere' }
    expect((await viewer.call('POST', `/api/v1/episodes/${id}/views`, body)).status).toBe(422)
  })
})

describe('GET /api/v1/me/analytics/live', () => {
  const open: EventStream[] = []
  afterAll(() => {
    for (const stream of open) stream.close()
  })

  test('tells the creator alone of a counted view', async () => {
    const { id } = await publishEpisode(site, creator, { title: 'Live' })
    const stream = await openEventStream(creator, '/api/v1/me/analytics/live')
    open.push(stream)
    await expect.poll(() => stream.lastEventId(), { interval: 5 }).not.toBe('')
    await play(id)
    const { data } = await stream.waitForEvent(({ event, data }) => event === 'episode' && data.views === 1)
    expect(data).toEqual({ id, title: 'Live', views: 1, likes: 0, comments: 0 })
    expect((await createStranger(site.url).call('GET', '/api/v1/me/analytics/live')).status).toBe(401)
  })

  test('tells the creator of follows and support clicks, which belong to no episode', async () => {
    const mika = await createPerson(site.url, 'creator')
    const url = 'https://www.patreon.com/mika'
    await mika.call('PATCH', '/api/v1/creators/me', { patreonUrl: url })
    const stream = await openEventStream(mika, '/api/v1/me/analytics/live')
    open.push(stream)
    await expect.poll(() => stream.lastEventId(), { interval: 5 }).not.toBe('')
    const figureEvents = () => stream.events.filter(({ event }) => event === 'figures').length
    await viewer.call('PUT', `/api/v1/creators/${mika.account.uid}/follow`)
    await expect.poll(figureEvents, { interval: 5 }).toBe(1)
    const click = { url, visitId: 'live-click' }
    await viewer.call('POST', `/api/v1/creators/${mika.account.uid}/support-clicks`, click, firefox)
    await expect.poll(figureEvents, { interval: 5 }).toBe(2)
  })
})
