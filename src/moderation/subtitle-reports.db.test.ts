import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { approveText, linesFile, subtitleForm } from '#tests/support/media/subtitle-files.ts'
import { createModeratedSite, type ModeratedSite, send } from '#tests/support/worlds/moderated-site.server.ts'

let world: ModeratedSite
let helper: Person
let episodeId: string
let textId: string

beforeAll(async () => {
  world = await createModeratedSite()
  helper = await createPerson(world.site.url, 'viewer')
})
afterAll(() => world?.close())

beforeEach(async () => {
  await world.query('delete from rate_limits')
  const fields = { title: 'Harbour Fire', translationsOpen: true }
  ;({ id: episodeId } = await publishEpisode(world.site, world.creator, fields))
  textId = await approveText(world.creator, episodeId, linesFile(['Buy this!', 'Now!']), {}, helper)
})

const report = (by: Pick<Person, 'call'>, reason = 'spam', id = textId) =>
  send(by, 'POST', '/reports', { subject: { kind: 'subtitle', id }, reason })

async function countFor(by: Pick<Person, 'call'>): Promise<number> {
  const { subtitles } = await send(by, 'GET', `/episodes/${episodeId}/subtitles`)
  return (subtitles as unknown[]).length
}

/** A person's notifications about decisions. */
async function decisionsTold(person: Person): Promise<unknown[]> {
  const { notifications } = await send(person, 'GET', '/me/notifications')
  return (notifications as { decision?: unknown }[]).flatMap(({ decision }) => decision ?? [])
}

const stranger = () => createStranger(world.site.url)

async function itemId(): Promise<string> {
  const [item] = await world.query<{ id: string }>('select id from moderation_items where subject_id = $1', [textId])
  return item!.id
}

const hide = { decision: 'hide', rule: '7', reason: 'These are advertisements.' }

test('a report puts them into the queue with their lines, once for each person', async () => {
  expect(await report(world.viewer)).toMatchObject({ status: 201 })
  expect(await report(world.viewer)).toMatchObject({ status: 409, code: 'moderation.already_reported' })
  expect(await report(stranger(), 'copied')).toMatchObject({ status: 201 })
  expect(await world.itemOf(await itemId())).toMatchObject({
    state: 'open',
    kinds: ['report'],
    held: false,
    subject: { kind: 'subtitle', title: 'English, Harbour Fire', creator: { uid: helper.account.uid } },
    lines: [
      { from: 1, to: 2, text: 'Buy this!' },
      { from: 2, to: 3, text: 'Now!' },
    ],
  })
})

test('drafts, those of a private episode and other reasons are refused', async () => {
  expect(await report(world.viewer, 'spoiler')).toMatchObject({ status: 422, code: 'moderation.reason_not_for_this' })
  const form = subtitleForm(linesFile(['Later']), { language: 'es', kind: 'subtitles' })
  const draft = (await (await helper.call('POST', `/api/v1/episodes/${episodeId}/subtitles`, form)).json()) as {
    id: string
  }
  expect(await report(world.viewer, 'spam', draft.id)).toMatchObject({ status: 404, code: 'subtitles.not_found' })
  await send(world.creator, 'PATCH', `/episodes/${episodeId}`, { visibility: 'private' })
  expect(await report(world.viewer)).toMatchObject({ status: 404, code: 'subtitles.not_found' })
})

test('a decision takes them off the episode, and can be taken back', async () => {
  await report(world.viewer)
  const made = await world.decideItem(world.saki, await itemId(), hide)
  expect(made).toMatchObject({ status: 201, state: 'final' })
  expect([await countFor(stranger()), await countFor(helper), await countFor(world.creator)]).toEqual([0, 1, 1])
  expect(await send(helper, 'GET', `/subtitles/${textId}`)).toMatchObject({ hidden: true, approvedVersion: null })
  const approved = { outcome: 'approved' }
  expect(await send(world.creator, 'POST', `/subtitles/${textId}/review`, approved)).toMatchObject({
    status: 403,
    code: 'subtitles.hidden_by_moderator',
  })
  expect((await send(world.saki, 'DELETE', `/moderation/decisions/${made.id}`)).status).toBe(204)
  expect(await countFor(stranger())).toBe(1)
  expect(await world.itemOf(await itemId())).toMatchObject({ state: 'open', kinds: ['report'] })
})

test('their author is told, appeals, and gets them back', async () => {
  await report(world.viewer)
  const made = await world.decideItem(world.saki, await itemId(), hide)
  await world.pass(made.id)
  await expect
    .poll(() => decisionsTold(helper))
    .toMatchObject([{ decision: 'hide', subject: { kind: 'subtitle', id: textId } }])
  await expect
    .poll(() => world.site.mails.map(({ subject }) => subject))
    .toContain('Your subtitles have been hidden: English, Harbour Fire')
  const appeal = await send(helper, 'POST', `/me/decisions/${made.id}/appeal`, { text: 'The film says so.' })
  const answer = { outcome: 'reversed', reason: 'It does. Sorry.' }
  expect((await send(world.ren, 'POST', `/moderation/appeals/${appeal.id}`, answer)).status).toBe(204)
  expect(await countFor(stranger())).toBe(1)
  const [entry] = await world.query(
    'select action, subject_kind, after from audit_log where subject_id = $1 order by at desc, id desc',
    [textId],
  )
  expect(entry).toMatchObject({ action: 'appeal.reversed', subject_kind: 'subtitle', after: { hidden: false } })
})

test('without their author, the creator who let them through hears of it', async () => {
  await world.query('update subtitles set author_uid = null where id = $1', [textId])
  await report(world.viewer)
  const made = await world.decideItem(world.saki, await itemId(), hide)
  await world.pass(made.id)
  const { decisions } = await send(world.creator, 'GET', '/me/decisions')
  expect((decisions as { id: string }[]).map(({ id }) => id)).toContain(made.id)
})
