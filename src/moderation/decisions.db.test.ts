import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verbsOf } from '#tests/support/assertions/verbs-of.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
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
import { decisions } from './decision.ts'

let world: ModeratedSite

beforeAll(async () => {
  world = await createModeratedSite()
})
afterAll(() => world?.close())

const undo = (by: Person, id: string) => send(by, 'DELETE', `/moderation/decisions/${id}`)
const about = (by: Person, subject: { kind: string; id: string }, more: object) =>
  send(by, 'POST', '/moderation/decisions', { subject, ...more })
const limit = { ...takedown, decision: 'limit' }

describe('a decision', () => {
  const effects = [
    ['takedown', takedown, { read: 404, page: 404, media: 404, isListed: false }],
    ['limit', limit, { read: 200, page: 200, media: 200, isListed: false }],
    ['nsfw', mark, { read: 200, page: 200, isListed: false }],
    ['leave', { decision: 'leave' }, { read: 200, page: 200, media: 200, isListed: true }],
  ] as const

  test.each(effects)('of %s is true at every node, and can be taken back', async (_name, input, expected) => {
    const { saki, ren } = world
    const { id, video, itemId } = await world.reported()
    expect(await world.foundAt(id, video)).toEqual(openToAll)
    const made = await world.decide(saki, id, input)
    expect(made).toMatchObject({ status: 201, state: 'final' })
    await expect.poll(() => world.foundAt(id, video)).toMatchObject(everywhere(expected))
    expect(await world.itemOf(itemId)).toMatchObject({ state: 'closed' })
    expect(await undo(ren, made.id)).toMatchObject({ status: 403, code: 'moderation.not_your_decision' })
    expect((await undo(saki, made.id)).status).toBe(204)
    await expect.poll(() => world.foundAt(id, video)).toEqual(openToAll)
    expect(await world.itemOf(itemId)).toMatchObject({ state: 'open', kinds: ['report'], reports: [{ outcome: null }] })
    expect(await undo(saki, made.id)).toMatchObject({ status: 409, code: 'moderation.undo_over' })
  })

  test('cannot be taken back once its time is over', async () => {
    const { id } = await world.reported()
    const made = await world.decide(world.saki, id, { decision: 'leave' })
    await world.pass(made.id)
    expect(await undo(world.saki, made.id)).toMatchObject({ status: 409, code: 'moderation.undo_over' })
    expect(await undo(world.saki, 'unknown')).toMatchObject({ status: 404, code: 'moderation.decision_not_found' })
  })

  test('of two at once about an item, one is made', async () => {
    const { saki, ren, query } = world
    const { itemId } = await world.reported()
    const both = await Promise.all([
      world.decideItem(saki, itemId, { decision: 'leave' }),
      world.decideItem(ren, itemId, mark),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(both.find(({ status }) => status === 409)!.code).toBe('moderation.item_closed')
    expect(await query('select 1 from moderation_decisions where item_id = $1', [itemId])).toHaveLength(1)
  })

  test('keeps the creator from clearing the mark', async () => {
    const { id } = await world.reported()
    await world.decide(world.saki, id, mark)
    expect(await send(world.creator, 'PATCH', `/episodes/${id}`, { nsfw: false })).toMatchObject({
      status: 403,
      code: 'catalog.marked_by_moderator',
    })
  })

  test('that is taken back leaves what a later one made, and that one goes back to the beginning', async () => {
    const { saki, ren } = world
    const { id, video } = await world.reported()
    const first = await world.decide(saki, id, limit)
    const second = await world.decide(ren, id, takedown)
    await undo(saki, first.id)
    await expect.poll(async () => (await world.foundAt(id, video))[0]).toMatchObject({ read: 404 })
    await undo(ren, second.id)
    await expect.poll(() => world.foundAt(id, video)).toEqual(openToAll)
  })

  test('that is taken back keeps a report that came since', async () => {
    const { saki, creator } = world
    const { id, itemId } = await world.reported()
    const made = await world.decide(saki, id, { decision: 'leave' })
    await world.report(id, 'spam', creator)
    await undo(saki, made.id)
    expect(await world.itemOf(itemId)).toMatchObject({
      state: 'open',
      kinds: ['report'],
      reports: [{ outcome: null }, { outcome: null }],
    })
  })

  test('about child safety takes two moderators who decide the same', async () => {
    const { saki, ren } = world
    const { id, video, itemId } = await world.reported('child_safety')
    const waiting = { status: 201, state: 'awaiting_second' }
    expect(await world.decide(saki, id, takedown)).toMatchObject(waiting)
    expect(await world.foundAt(id, video)).toEqual(openToAll)
    expect(await world.itemOf(itemId)).toMatchObject({ state: 'awaiting_second' })
    expect(await world.decide(saki, id, takedown)).toMatchObject({ status: 409, code: 'moderation.second_needed' })
    const other = await world.decide(ren, id, { decision: 'leave' })
    expect(other).toMatchObject(waiting)
    await undo(ren, other.id)
    expect(await world.decide(saki, id, takedown)).toMatchObject({ code: 'moderation.second_needed' })
    expect(await world.decide(ren, id, takedown)).toMatchObject({ status: 201, state: 'final' })
    expect(await world.itemOf(itemId)).toMatchObject({ state: 'closed' })
    await expect.poll(async () => (await world.foundAt(id, video))[0]).toMatchObject({ read: 404 })
  })

  test('about what is gone ends quietly, and the item closes', async () => {
    const { saki, creator, viewer } = world
    const { id, itemId } = await world.reported()
    await creator.call('DELETE', `/api/v1/episodes/${id}`)
    const gone = { status: 404, code: 'moderation.subject_gone' }
    expect(await world.decideItem(saki, itemId, { decision: 'takedown' })).toMatchObject(gone)
    expect(await world.itemOf(itemId)).toMatchObject({ state: 'closed', subject: { title: null }, history: null })
    const { reports } = await send(viewer, 'GET', '/me/reports')
    expect((reports as object[])[0]).toMatchObject({ subject: { id, title: null } })
    expect(await world.decideItem(saki, itemId, { decision: 'leave' })).toMatchObject(gone)
    expect(await world.decide(saki, 'unknown', { decision: 'leave' })).toMatchObject(gone)
    expect(await world.decideItem(saki, 'unknown', {})).toMatchObject({ status: 422 })
    expect(await world.decideItem(saki, 'unknown', { decision: 'leave' })).toMatchObject({
      status: 404,
      code: 'moderation.item_not_found',
    })
  })

  test('is not a moderator’s about themselves, nor about an admin', async () => {
    const { saki, query } = world
    const person = await createPerson(world.site.url, 'creator', 'Both')
    const profile = { kind: 'creator', id: person.account.uid }
    const become = (role: string) => query(`update users set role = $2 where id = $1`, [person.account.uid, role])
    await become('admin')
    // Not even asked for words.
    const warn = { decision: 'warn' }
    expect(await about(saki, profile, warn)).toMatchObject({ status: 403, code: 'moderation.admin_account' })
    await become('moderator')
    expect(await about(person, profile, warn)).toMatchObject({ status: 403, code: 'moderation.own_account' })
    expect(await about(saki, profile, warn)).toMatchObject({ status: 422, code: 'moderation.words_required' })
  })

  test('hides a comment, and the creator of the episode cannot show it', async () => {
    const { site, creator, viewer, saki } = world
    const { id } = await publishEpisode(site, creator)
    const { id: commentId } = await send(viewer, 'POST', `/episodes/${id}/comments`, { text: 'Go away' })
    const hide = { decision: 'hide', reason: 'Words against a person.' }
    const made = await about(saki, { kind: 'comment', id: commentId }, hide)
    expect(made.status).toBe(201)
    const shown = () => send(createStranger(site.url), 'GET', `/episodes/${id}/comments`)
    expect(await shown()).toMatchObject({ comments: [], total: 0 })
    expect(await send(creator, 'DELETE', `/comments/${commentId}/hide`)).toMatchObject({
      status: 403,
      code: 'engagement.hidden_by_moderator',
    })
    await undo(saki, made.id)
    expect(await shown()).toMatchObject({ comments: [{ id: commentId }], total: 1 })
  })

  test('suspends an account until a date, which two decisions take back in any order', async () => {
    const { site, saki, ren, query } = world
    const { account } = await createPerson(site.url, 'creator', 'Loud')
    const profile = { kind: 'creator', id: account.uid }
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    const suspend = { decision: 'suspend', rule: '4', reason: 'Why' }
    const until = async () => {
      const rows = await query<{ until: Date | null }>('select suspended_until as until from users where id = $1', [
        account.uid,
      ])
      return rows[0]!.until?.toISOString() ?? null
    }
    const [one, three] = [day(1), day(3)]
    const first = await about(saki, profile, { ...suspend, until: one })
    expect(await until()).toBe(one)
    const second = await about(ren, profile, { ...suspend, until: three })
    expect(await until()).toBe(three)
    await undo(saki, first.id)
    expect(await until()).toBe(three)
    await undo(ren, second.id)
    expect(await until()).toBeNull()
  })
})

test('a decision of every kind is in the audit log', async () => {
  const { site, saki, query } = world
  const person = await createPerson(site.url, 'creator', 'Every')
  const { id } = await publishEpisode(site, person)
  const { id: commentId } = await send(person, 'POST', `/episodes/${id}/comments`, { text: 'Mine' })
  const until = new Date(Date.now() + 86_400_000).toISOString()
  for (const decision of decisions) {
    const subject = decision === 'hide' ? { kind: 'comment', id: commentId } : { kind: 'episode', id }
    const words = decision === 'leave' ? {} : { reason: 'Why', rule: '4' }
    const made = await about(saki, subject, { decision, ...words, ...(decision === 'suspend' && { until }) })
    expect([decision, made.status]).toEqual([decision, 201])
  }
  const logged = await query<{ action: string }>(
    'select action from audit_log where subject_id = any($1) order by id',
    [[id, commentId]],
  )
  expect(logged.map(({ action }) => action)).toEqual(decisions.map((decision) => `decision.${decision}`))
})

test('everything that a moderator does is in the audit log, with its words', async () => {
  const { saki, ren, query } = world
  const { id, itemId } = await world.reported()
  const item = `/moderation/items/${itemId}`
  await send(saki, 'POST', `${item}/claim`)
  await send(saki, 'POST', `${item}/claim`)
  await send(saki, 'POST', `${item}/release`)
  const made = await world.decide(saki, id, { ...takedown, note: 'As in March.' })
  await undo(saki, made.id)
  await send(saki, 'POST', `${item}/second-opinion`, { note: 'Or not?' })
  await world.decide(ren, id, takedown)
  const entries = await query(
    `select action, actor_uid as by, subject_kind as kind, reason, before, after from audit_log where subject_id = $1 order by id`,
    [id],
  )
  const entry = (action: string, by: Person, more: object = {}) => ({
    action,
    by: by.account.uid,
    kind: 'episode',
    reason: '',
    before: {},
    after: {},
    ...more,
  })
  const change = { before: { restriction: null }, after: { restriction: 'taken_down' } }
  expect(entries).toEqual([
    entry('item.claimed', saki),
    entry('item.released', saki),
    entry('decision.takedown', saki, { reason: 'As in March.', ...change }),
    entry('decision.undone', saki, { before: change.after, after: change.before }),
    entry('item.second-opinion', saki, { reason: 'Or not?' }),
    entry('decision.takedown', ren, { reason: takedown.reason, ...change }),
  ])
})

test('every verb of the room is one whose entry in the audit log a test reads, or that needs none', () => {
  const recorded = [
    'queue.claim',
    'queue.release',
    'queue.askSecondOpinion',
    'decisions.decide',
    'decisions.undo',
    'appeals.decide',
  ]
  const fromCommandLine = ['episodes.takeDown', 'episodes.restore', 'episodes.reprocess']
  const reads = [
    ...[
      'queue.list',
      'queue.counts',
      'queue.waitingCounts',
      'queue.openReportsOn',
      'queue.find',
      'queue.titlesOf',
      'queue.frame',
    ],
    ...['decisions.recent', 'appeals.on', 'appeals.ownDecisions', 'transparency.quarters'],
    ...['reports.countOpen', 'reports.subjectOf', 'reports.own', 'reports.openOn', 'reports.expectOwn', 'reports.of'],
  ]
  // People who look after nothing: their reports are no acts on others, and their comments wait.
  const ofEverybody = [
    ...['waiting.comment', 'waiting.word', 'appeals.send'],
    ...['reports.send', 'reports.addTo', 'reports.withdraw', 'reports.removeOf'],
  ]
  // It follows from decisions.
  const known = ['cleanUp', ...recorded, ...fromCommandLine, ...reads, ...ofEverybody]
  expect(verbsOf(world.site.hoshi.rooms.moderation)).toEqual(known.sort())
})
