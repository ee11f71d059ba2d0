import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { createModeratedSite, type ModeratedSite, send } from '#tests/support/worlds/moderated-site.server.ts'

let world: ModeratedSite
let reporter: Person
let episodeId: string
let noteId: string

beforeAll(async () => {
  world = await createModeratedSite()
  reporter = await createPerson(world.site.url, 'viewer')
  ;({ id: episodeId } = await publishEpisode(world.site, world.creator, { title: 'Harbour Fire' }))
})
afterAll(() => world?.close())

beforeEach(async () => {
  await world.query('delete from rate_limits')
  ;({ id: noteId } = await send(world.viewer, 'POST', `/episodes/${episodeId}/notes`, { text: newId(), frame: 3 }))
})

const report = (by: Pick<Person, 'call'>, more: object = {}) =>
  send(by, 'POST', '/reports', { subject: { kind: 'note', id: noteId }, reason: 'hate', ...more })

const stranger = () => createStranger(world.site.url)

async function isSeenBy(by: Pick<Person, 'call'>): Promise<boolean> {
  const { notes } = await send(by, 'GET', `/episodes/${episodeId}/notes`)
  return (notes as { id: string }[]).some(({ id }) => id === noteId)
}

async function itemId(): Promise<string> {
  const [item] = await world.query<{ id: string }>(
    "select id from moderation_items where subject_kind = 'note' and subject_id = $1",
    [noteId],
  )
  return item!.id
}

const hide = { decision: 'hide', rule: '4', reason: 'It goes after a person.' }

test('a report puts the note into the queue, once for each person', async () => {
  expect(await report(reporter)).toMatchObject({ status: 201, number: expect.any(Number) })
  expect(await report(reporter)).toMatchObject({ status: 409, code: 'moderation.already_reported' })
  expect(await report(stranger(), { email: 'a@example.com' })).toMatchObject({ status: 201 })
  expect(await world.itemOf(await itemId())).toMatchObject({
    state: 'open',
    kinds: ['report'],
    held: false,
    childSafety: false,
    reasons: ['hate'],
    subject: { kind: 'note', id: noteId },
  })
  const { reports } = await send(reporter, 'GET', '/me/reports')
  expect((reports as object[])[0]).toMatchObject({ subject: { kind: 'note', id: noteId }, outcome: null })
})

test('a note that is named as a comment is the same thing', async () => {
  await report(reporter)
  const subject = { kind: 'comment', id: noteId }
  const again = await send(reporter, 'POST', '/reports', { subject, reason: 'hate' })
  expect(again).toMatchObject({ status: 409, code: 'moderation.already_reported' })
  const page = await reporter.call('GET', `/report?kind=comment&id=${noteId}`)
  expect(await page.text()).toContain('Withdraw Report')
})

test('child safety is read first', async () => {
  await report(reporter, { reason: 'child_safety' })
  expect(await world.itemOf(await itemId())).toMatchObject({ childSafety: true })
})

test('it takes the reasons of comments, no time and no note that is hidden from the person', async () => {
  expect(await report(reporter, { reason: 'flashing' })).toMatchObject({
    status: 422,
    code: 'moderation.reason_not_for_this',
  })
  expect(await report(reporter, { atSeconds: 1 })).toMatchObject({ status: 422, code: 'moderation.time_invalid' })
  await send(world.creator, 'PUT', `/notes/${noteId}/hide`)
  expect(await report(reporter)).toMatchObject({ status: 404, code: 'engagement.note_not_found' })
  expect(await report(world.creator)).toMatchObject({ status: 201 })
})

test('a decision hides it for all but two, and can be taken back', async () => {
  await report(reporter)
  const made = await world.decideItem(world.saki, await itemId(), hide)
  expect(made).toMatchObject({ status: 201, state: 'final' })
  expect([await isSeenBy(stranger()), await isSeenBy(reporter)]).toEqual([false, false])
  expect([await isSeenBy(world.viewer), await isSeenBy(world.creator)]).toEqual([true, true])
  expect(await send(world.creator, 'DELETE', `/notes/${noteId}/hide`)).toMatchObject({
    status: 403,
    code: 'engagement.note_hidden_by_moderator',
  })
  expect((await send(world.saki, 'DELETE', `/moderation/decisions/${made.id}`)).status).toBe(204)
  expect(await isSeenBy(stranger())).toBe(true)
  expect(await world.itemOf(await itemId())).toMatchObject({ state: 'open', kinds: ['report'] })
})

test('the author and the one who reported are told', async () => {
  await report(reporter)
  const made = await world.decideItem(world.saki, await itemId(), hide)
  await world.pass(made.id)
  await expect
    .poll(() => send(reporter, 'GET', '/me/notifications'))
    .toMatchObject({ notifications: [{ decision: { about: 'report', subject: { kind: 'note', id: noteId } } }] })
  const news = { about: 'decision', decision: 'hide', subject: { kind: 'note', id: noteId } }
  expect(await send(world.viewer, 'GET', '/me/notifications')).toMatchObject({ notifications: [{ decision: news }] })
  await expect
    .poll(() => world.site.mails.map(({ subject }) => subject).join('\n'))
    .toContain('Your note has been hidden: ')
  const { reports } = await send(reporter, 'GET', '/me/reports')
  expect((reports as object[])[0]).toMatchObject({ subject: { kind: 'note', title: null }, outcome: 'hide' })
})

test('nobody but moderators decides about it', async () => {
  await report(reporter)
  const id = await itemId()
  expect((await world.decideItem(world.creator, id, hide)).status).toBe(404)
  expect((await world.decideItem(world.viewer, id, hide)).status).toBe(404)
  expect(await world.decideItem(world.saki, id, { decision: 'takedown', rule: '4', reason: 'No.' })).toMatchObject({
    status: 422,
    code: 'moderation.decision_not_possible',
  })
  expect(await isSeenBy(stranger())).toBe(true)
})
