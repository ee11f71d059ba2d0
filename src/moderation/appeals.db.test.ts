import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LONG_UNDO_SECONDS } from '#tests/support/data/undo-time.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import {
  createModeratedSite,
  everywhere,
  type ModeratedSite,
  mark,
  openToAll,
  send,
  takedown,
} from '#tests/support/worlds/moderated-site.server.ts'

let world: ModeratedSite

beforeAll(async () => {
  world = await createModeratedSite()
})
afterAll(() => world?.close())

const ownDecisions = async (by: Person) => (await send(by, 'GET', '/me/decisions')).decisions as { id: string }[]
const latestReport = async () => ((await send(world.viewer, 'GET', '/me/reports')).reports as { outcome: string }[])[0]!

async function toldOf(person: Person, decision: string) {
  const { notifications } = await send(person, 'GET', '/me/notifications')
  const list = notifications as { kind: string; decision?: { about: string; decision: string } }[]
  return list.filter((each) => each.decision?.decision === decision).map(({ decision: news }) => news!.about)
}

const appeal = (decisionId: string, text = 'It is mine.', by = world.creator) =>
  send(by, 'POST', `/me/decisions/${decisionId}/appeal`, { text })
const answer = (by: Person, id: string, outcome: string, reason = 'Looked again.') =>
  send(by, 'POST', `/moderation/appeals/${id}`, { outcome, reason })

/** A decision that its creator may know of. */
async function decided(input: object = takedown) {
  const { id, video, itemId } = await world.reported()
  const made = await world.decide(world.saki, id, input)
  await world.pass(made.id)
  return { id, video, itemId, decisionId: made.id }
}

test('a decision is told once it can no longer be taken back, to the creator and to those who reported, and not before', async () => {
  const { site, creator, viewer, saki, query } = world
  const { id } = await world.reported()
  const limit = { ...takedown, decision: 'limit' }
  await send(createStranger(site.url) as Person, 'POST', '/reports', {
    subject: { kind: 'episode', id },
    reason: 'copied',
    email: 'guest@example.org',
  })
  const made = await world.decide(saki, id, limit)
  expect((await ownDecisions(creator)).map((each) => each.id)).not.toContain(made.id)
  expect((await latestReport()).outcome).toBeNull()
  const [announcement] = await query<{ seconds: number }>(
    `select extract(epoch from start_after - created_on)::float8 as seconds from pgboss.job
     where name = 'moderation.announce' and state = 'created' and data ->> 'id' = $1`,
    [made.id],
  )
  expect(announcement!.seconds).toBeGreaterThan(LONG_UNDO_SECONDS)
  await world.pass(made.id)
  const own = await ownDecisions(creator)
  expect(own.find((each) => each.id === made.id)).toMatchObject({
    decision: 'limit',
    reason: takedown.reason,
    rule: { id: '2', title: 'Your own work' },
    subject: { kind: 'episode', id, title: 'Harbour Fire' },
    appeal: null,
    answer: null,
  })
  expect(JSON.stringify(own)).not.toContain(saki.account.uid)
  expect((await latestReport()).outcome).toBe('limit')
  await expect.poll(() => toldOf(creator, 'limit')).toEqual(['decision'])
  expect(await toldOf(viewer, 'limit')).toEqual(['report'])
  const subjectsTo = (address: string) => site.mails.filter(({ to }) => to === address).map(({ subject }) => subject)
  await expect.poll(() => subjectsTo(creator.email)).toContain('Harbour Fire is now link only')
  await expect
    .poll(() => subjectsTo('guest@example.org'))
    .toEqual([expect.stringMatching(/^Your report \d+ on Hoshi$/)])
  const forgotten = () => query(`select 1 from reports where email = 'guest@example.org'`)
  await expect.poll(forgotten).toEqual([])
})

describe('an appeal', () => {
  test('is decided by somebody else, and reversing restores everything', async () => {
    const { creator, saki, ren } = world
    const { id, video, itemId, decisionId } = await decided()
    const sent = await appeal(decisionId)
    expect(sent.status).toBe(201)
    expect(await appeal(decisionId)).toMatchObject({ status: 409, code: 'moderation.already_appealed' })
    expect(await world.itemOf(itemId)).toMatchObject({ state: 'open', kind: 'appeal', kinds: ['appeal'] })
    expect(await answer(saki, sent.id, 'reversed')).toMatchObject({ status: 403, code: 'moderation.own_decision' })
    const withoutWords = await send(saki, 'POST', `/moderation/appeals/${sent.id}`, {})
    expect(withoutWords).toMatchObject({ status: 403, code: 'moderation.own_decision' })
    expect(await answer(creator, sent.id, 'reversed')).toMatchObject({ status: 404, code: 'request.not_found' })
    expect(await answer(ren, sent.id, 'reversed', ' ')).toMatchObject({ code: 'moderation.words_required' })
    expect((await answer(ren, sent.id, 'reversed')).status).toBe(204)
    await expect.poll(() => world.foundAt(id, video)).toEqual(openToAll)
    expect(await world.itemOf(itemId)).toMatchObject({ state: 'closed' })
    expect(await answer(ren, sent.id, 'upheld')).toMatchObject({ status: 409, code: 'moderation.appeal_answered' })
    expect((await ownDecisions(creator)).find((each) => each.id === decisionId)).toMatchObject({
      appeal: { text: 'It is mine.' },
      answer: { outcome: 'reversed', reason: 'Looked again.' },
    })
    await expect.poll(() => toldOf(creator, 'takedown')).toContain('appeal')
    const subjects = () => world.site.mails.map(({ subject }) => subject)
    await expect.poll(subjects).toContain('Your appeal was granted: Harbour Fire')
  })

  test('that is refused changes nothing', async () => {
    const { id, video, itemId, decisionId } = await decided()
    const { id: appealId } = await appeal(decisionId)
    expect((await answer(world.ren, appealId, 'upheld')).status).toBe(204)
    const nowhere = everywhere({ read: 404, page: 404, media: 404, isListed: false })
    await expect.poll(() => world.foundAt(id, video)).toEqual(nowhere)
    expect(await world.itemOf(itemId)).toMatchObject({ state: 'closed' })
    expect(await answer(world.ren, 'unknown', 'upheld')).toMatchObject({
      status: 404,
      code: 'moderation.appeal_not_found',
    })
  })

  test('that is granted leaves what another decision made since', async () => {
    const { id, video, decisionId } = await decided({ ...takedown, decision: 'limit' })
    await world.decide(world.ren, id, mark)
    await world.decide(world.ren, id, takedown)
    const { id: appealId } = await appeal(decisionId)
    expect((await answer(world.ren, appealId, 'reversed')).status).toBe(204)
    expect((await world.foundAt(id, video))[0]).toMatchObject({ read: 404, isListed: false })
  })

  test('stays in the queue when the thing is decided about again', async () => {
    const { id, itemId, decisionId } = await decided()
    await appeal(decisionId)
    await world.decide(world.ren, id, { decision: 'leave' })
    expect(await world.itemOf(itemId)).toMatchObject({ state: 'open', kinds: ['appeal'] })
  })

  test('is the owner’s, within thirty days', async () => {
    const { decisionId } = await decided()
    const unknown = { status: 404, code: 'moderation.decision_not_found' }
    expect(await appeal(decisionId, 'x', world.viewer)).toMatchObject(unknown)
    expect(await appeal(decisionId, ' ')).toMatchObject({ status: 422, code: 'moderation.words_required' })
    expect(await appeal(decisionId, 'x'.repeat(1001))).toMatchObject({ status: 422, code: 'moderation.words_invalid' })
    await world.pass(decisionId, '31 days')
    expect(await appeal(decisionId)).toMatchObject({ status: 409, code: 'moderation.appeal_over' })
  })

  test('is open to a suspended person, of a suspension too, which it lifts', async () => {
    const { site, saki, ren, query } = world
    const person = await createPerson(site.url, 'creator', 'Loud')
    const until = new Date(Date.now() + 86_400_000).toISOString()
    const suspend = { decision: 'suspend', rule: '4', reason: 'Why', until }
    const subject = { kind: 'creator', id: person.account.uid }
    const made = await send(saki, 'POST', '/moderation/decisions', { subject, ...suspend })
    await world.pass(made.id)
    await person.call('POST', '/api/auth/sign-in/email', { email: person.email, password: person.password })
    const sent = await appeal(made.id, 'It was my brother.', person)
    expect(sent.status).toBe(201)
    expect((await answer(ren, sent.id, 'reversed')).status).toBe(204)
    const [row] = await query<{ until: Date | null }>('select suspended_until as until from users where id = $1', [
      person.account.uid,
    ])
    expect(row!.until).toBeNull()
    const actions = await query<{ action: string }>('select action from audit_log where subject_id = $1 order by id', [
      person.account.uid,
    ])
    expect(actions.map(({ action }) => action)).toEqual(['decision.suspend', 'appeal.reversed'])
  })
})
