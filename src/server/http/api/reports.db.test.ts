import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { solveProof } from '#app/proof/solve-proof.ts'
import type { ProofChallenge } from '#platform/proof-challenge.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let creator: Person

beforeAll(async () => {
  site = await createTestHoshi()
  creator = await createPerson(site.url, 'creator', 'Mika')
})

afterAll(() => site?.close())

type Caller = Pick<Person, 'call'>

async function send({ call }: Caller, method: string, path: string, body?: object) {
  const response = await call(method, path, body)
  const answer = response.status === 204 ? {} : ((await response.json()) as Record<string, unknown>)
  return { status: response.status, ...answer } as Record<string, unknown> & { status: number; id?: string }
}

const newViewer = () => createPerson(site.url, 'viewer')
const newEpisode = async () => (await publishEpisode(site, creator, { title: 'Harbour Fire' })).id
const about = (id: string, more: object = {}) => ({ subject: { kind: 'episode', id }, reason: 'spam', ...more })
const report = (person: Caller, id: string, more?: object) => send(person, 'POST', '/api/v1/reports', about(id, more))
const reportsOf = (person: Caller) => send(person, 'GET', '/api/v1/me/reports')

/** The item of the queue about a thing. */
async function itemOf(id: string) {
  const select = 'select state, kinds, rank from moderation_items where subject_id = $1'
  return (await queryDatabase<{ state: string; kinds: string[]; rank: number }>(site.connectionString, select, [id]))[0]
}

test('a report gets a number, and its sender finds it with its words', async () => {
  const viewer = await newViewer()
  const id = await newEpisode()
  const details = 'Blood in the harbour scene.'
  const sent = await report(viewer, id, { reason: 'not_marked_nsfw', details, atSeconds: 1 })
  expect(sent).toEqual({ status: 201, id: expect.any(String), number: expect.any(Number) })
  expect(await reportsOf(viewer)).toMatchObject({
    reports: [
      {
        id: sent.id,
        number: sent.number,
        reason: 'not_marked_nsfw',
        details,
        atSeconds: 1,
        outcome: null,
        subject: { kind: 'episode', id, title: 'Harbour Fire' },
        answeredAt: null,
      },
    ],
    nextCursor: null,
  })
  expect(await reportsOf(await newViewer())).toMatchObject({ reports: [] })
  expect(await itemOf(id)).toEqual({ state: 'open', kinds: ['report'], rank: 2 })
})

test('a second report of the same thing is refused until the first is taken back', async () => {
  const viewer = await newViewer()
  const [one, two] = [await newEpisode(), await newEpisode()]
  const first = await report(viewer, one)
  expect(await report(viewer, one, { reason: 'hate' })).toMatchObject({
    status: 409,
    code: 'moderation.already_reported',
  })
  expect((await report(viewer, two)).status).toBe(201)
  expect((await report(await newViewer(), one)).status).toBe(201)
  expect((await send(viewer, 'DELETE', `/api/v1/me/reports/${first.id}`)).status).toBe(204)
  expect((await report(viewer, one)).status).toBe(201)
})

test('ten at once by one person on one thing leave one', async () => {
  const viewer = await newViewer()
  const id = await newEpisode()
  const sent = await Promise.all(Array.from({ length: 10 }, () => report(viewer, id)))
  expect(sent.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
})

describe('the queue', () => {
  test('loses a thing with its last report, and gets it back with the next', async () => {
    const [one, two] = [await newViewer(), await newViewer()]
    const id = await newEpisode()
    const [first, second] = [await report(one, id), await report(two, id)]
    await send(one, 'DELETE', `/api/v1/me/reports/${first.id}`)
    expect(await itemOf(id)).toMatchObject({ state: 'open', kinds: ['report'] })
    await send(two, 'DELETE', `/api/v1/me/reports/${second.id}`)
    expect(await itemOf(id)).toMatchObject({ state: 'closed', kinds: [] })
    await report(one, id)
    expect(await itemOf(id)).toMatchObject({ state: 'open', kinds: ['report'] })
  })

  test('has child safety first, then what three people reported', async () => {
    const id = await newEpisode()
    const ranks = []
    for (const reason of ['spam', 'spam', 'hate']) {
      await report(await newViewer(), id, { reason })
      ranks.push((await itemOf(id))?.rank)
    }
    const worried = await newViewer()
    const sent = await report(worried, id, { reason: 'child_safety' })
    ranks.push((await itemOf(id))?.rank)
    await send(worried, 'DELETE', `/api/v1/me/reports/${sent.id}`)
    ranks.push((await itemOf(id))?.rank)
    expect(ranks).toEqual([2, 2, 1, 0, 1])
  })

  test('loses the reports of a removed account', async () => {
    const viewer = await newViewer()
    const id = await newEpisode()
    await report(viewer, id)
    expect((await viewer.call('DELETE', '/api/v1/me', { password: viewer.password, now: true })).status).toBe(202)
    expect(await itemOf(id)).toMatchObject({ state: 'closed', kinds: [] })
    const left = 'select from rate_limits where key = $1'
    const keys = await queryDatabase(site.connectionString, left, [`reports:${viewer.account.uid}`])
    expect(keys).toHaveLength(0)
  })
})

test('words are added below those that are there, up to 1000 characters', async () => {
  const viewer = await newViewer()
  const { id } = await report(viewer, await newEpisode(), { details: 'First.' })
  const add = (details: string) => send(viewer, 'PATCH', `/api/v1/me/reports/${id}`, { details })
  expect(await add('Second.')).toMatchObject({ status: 200, details: 'First.\n\nSecond.' })
  expect(await add('x'.repeat(1000))).toMatchObject({ status: 422, code: 'moderation.details_invalid' })
  expect(await add(' ')).toMatchObject({ status: 422, code: 'moderation.details_invalid' })
})

test('an answered report can no longer be changed, and the thing can be reported again', async () => {
  const viewer = await newViewer()
  const id = await newEpisode()
  const sent = await report(viewer, id)
  const answer = `update reports set outcome = 'leave', closed_at = now() - interval '1 minute' where id = $1`
  await queryDatabase(site.connectionString, answer, [sent.id])
  const closed = { status: 409, code: 'moderation.report_closed' }
  expect(await send(viewer, 'PATCH', `/api/v1/me/reports/${sent.id}`, { details: 'x' })).toMatchObject(closed)
  expect(await send(viewer, 'DELETE', `/api/v1/me/reports/${sent.id}`)).toMatchObject(closed)
  expect(await reportsOf(viewer)).toMatchObject({ reports: [{ outcome: 'leave', answeredAt: expect.any(String) }] })
  expect((await report(viewer, id)).status).toBe(201)
})

test('only their sender changes a report', async () => {
  const viewer = await newViewer()
  const { id } = await report(viewer, await newEpisode())
  const other = await newViewer()
  for (const person of [other, creator]) {
    const path = `/api/v1/me/reports/${id}`
    expect(await send(person, 'DELETE', path)).toMatchObject({ status: 404, code: 'moderation.report_not_found' })
    expect(await send(person, 'PATCH', path, { details: 'x' })).toMatchObject({ status: 404 })
  }
  expect(await reportsOf(viewer)).toMatchObject({ reports: [{ id, details: '' }] })
})

test('without an account, a report may name an address for the answer, with one it may not', async () => {
  const stranger = createStranger(site.url)
  const id = await newEpisode()
  expect((await report(stranger, id, { email: 'Ondine@Example.com' })).status).toBe(201)
  const stored = await queryDatabase(site.connectionString, 'select email from reports where email is not null')
  expect(stored).toEqual([{ email: 'ondine@example.com' }])
  expect(await report(stranger, id, { email: 'nobody' })).toMatchObject({ status: 422, code: 'identity.email_invalid' })
  expect(await report(await newViewer(), id, { email: 'a@example.com' })).toMatchObject({
    status: 422,
    code: 'moderation.email_not_needed',
    field: 'email',
  })
})

describe('what is refused', () => {
  test('a thing that is not there for this person', async () => {
    const viewer = await newViewer()
    const { id } = await publishEpisode(site, creator, { visibility: 'private' })
    expect(await report(viewer, id)).toMatchObject({ status: 404, code: 'catalog.episode_not_found' })
    for (const kind of ['episode', 'comment', 'creator']) {
      const subject = { kind, id: 'unknown' }
      expect(await send(viewer, 'POST', '/api/v1/reports', { subject, reason: 'hate' })).toMatchObject({ status: 404 })
    }
  })

  test('reasons that do not fit, moments outside, long words, unknown fields', async () => {
    const viewer = await newViewer()
    const id = await newEpisode()
    const subject = { kind: 'creator', id: creator.account.uid }
    const flashing = { subject, reason: 'flashing' }
    expect(await send(viewer, 'POST', '/api/v1/reports', flashing)).toMatchObject({
      status: 422,
      code: 'moderation.reason_not_for_this',
    })
    expect(await report(viewer, id, { reason: 'boring' })).toMatchObject({ status: 422, field: 'reason' })
    expect(await report(viewer, id, { atSeconds: 700 })).toMatchObject({ status: 422, field: 'atSeconds' })
    expect(await report(viewer, id, { atSeconds: -1 })).toMatchObject({ status: 422, field: 'atSeconds' })
    const onProfile = { subject, reason: 'hate', atSeconds: 1 }
    expect(await send(viewer, 'POST', '/api/v1/reports', onProfile)).toMatchObject({ code: 'moderation.time_invalid' })
    expect(await report(viewer, id, { details: 'x'.repeat(1001) })).toMatchObject({ status: 422, field: 'details' })
    expect(await report(viewer, id, { urgent: true })).toMatchObject({ status: 422, field: 'urgent' })
    expect(await reportsOf(viewer)).toMatchObject({ reports: [] })
  })

  test('an eleventh of a network without an account, a thirty-first of an account', async () => {
    await queryDatabase(site.connectionString, `delete from rate_limits where key like 'reports:%'`)
    const stranger = createStranger(site.url)
    const id = await newEpisode()
    const statuses = []
    for (let at = 0; at < 11; at += 1) statuses.push((await report(stranger, id)).status)
    expect(statuses).toEqual([...Array(10).fill(201), 429])
    const viewer = await newViewer()
    const fill = `insert into rate_limits (key, used, ends_at) values ($1, 29, now() + interval '1 hour')`
    await queryDatabase(site.connectionString, fill, [`reports:${viewer.account.uid}`])
    expect((await report(viewer, id)).status).toBe(201)
    expect(await report(viewer, id)).toMatchObject({ status: 409 })
    const refused = await report(viewer, await newEpisode())
    expect(refused).toMatchObject({ status: 429, code: 'moderation.too_many_reports' })
  })
})

test('a busy network without an account repeats a report with a proof, in the header or in the field of the form', async () => {
  const busy = await createTestHoshi({ beside: site, callsWithoutProof: 1 })
  onTestFinished(() => busy.close())
  // Other tests have used up what this network may do.
  await queryDatabase(site.connectionString, 'delete from rate_limits')
  const id = await newEpisode()
  const stranger = createStranger(busy.url)
  const call = (headers = {}) => stranger.call('POST', '/api/v1/reports', about(id), headers)
  expect((await call()).status).toBe(201)
  const refused = (await (await call()).json()) as { proof: ProofChallenge }
  expect(refused).toMatchObject({ status: 428, code: 'request.proof_required' })
  const headers = { 'proof-of-work': solveProof(refused.proof) }
  expect((await call(headers)).status).toBe(201)
  expect((await call(headers)).status).toBe(428)

  const post = async (proof: string) => {
    const form = new FormData()
    const fields = { intent: 'send', reason: 'spam', details: 'Kept words', at: '', email: '', proof }
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    const response = await stranger.call('POST', `/report?kind=episode&id=${id}`, form)
    return { status: response.status, page: await response.text() }
  }
  const { status, page } = await post('')
  expect(status).toBe(428)
  expect(page).toContain('There is a lot of activity from your network')
  expect(page).toContain('Kept words</textarea>')
  const { proof } = (await (await call()).json()) as { proof: ProofChallenge }
  expect((await post(solveProof(proof))).status).toBe(302)
  const viewer = await newViewer()
  expect(await report({ call: createStranger(busy.url).call }, id)).toMatchObject({ status: 428 })
  expect(await report(viewer, id)).toMatchObject({ status: 201 })
})

test('comments and profiles are reported like episodes, and lists page by a cursor', async () => {
  const viewer = await newViewer()
  const id = await newEpisode()
  const { id: commentId } = await send(creator, 'POST', `/api/v1/episodes/${id}/comments`, { text: 'Go away' })
  const things = [
    { kind: 'comment', id: commentId },
    { kind: 'creator', id: creator.account.uid },
  ]
  for (const subject of things) {
    expect((await send(viewer, 'POST', '/api/v1/reports', { subject, reason: 'hate' })).status).toBe(201)
  }
  const first = await send(viewer, 'GET', '/api/v1/me/reports?limit=1')
  expect(first).toMatchObject({ reports: [{ subject: { kind: 'creator', title: 'Mika' } }] })
  const second = await send(viewer, 'GET', `/api/v1/me/reports?limit=1&cursor=${first.nextCursor}`)
  expect(second).toMatchObject({ reports: [{ subject: { kind: 'comment', title: 'Go away' } }], nextCursor: null })
  expect(await send(viewer, 'GET', '/api/v1/me/reports?cursor=no')).toMatchObject({
    status: 422,
    code: 'moderation.cursor_invalid',
  })
})
