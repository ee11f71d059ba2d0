import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createStaff } from '#tests/support/data/staff.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { createModeratedSite, type ModeratedSite, send } from '#tests/support/worlds/moderated-site.server.ts'

let world: ModeratedSite
let episodeId: string

beforeAll(async () => {
  world = await createModeratedSite()
  ;({ id: episodeId } = await publishEpisode(world.site, world.creator, { title: 'Harbour Fire' }))
})
afterAll(() => world?.close())

interface Found {
  id: string
  held: boolean
  hidden: boolean
}

const linksOf = (name: string) => `${name} https://a.example https://b.example https://c.example`

async function write(text: string, by: Person = world.viewer) {
  await world.query('delete from rate_limits')
  return send(by, 'POST', `/episodes/${episodeId}/notes`, { text, frame: 24 })
}

async function itemIdOf(id: string): Promise<string | undefined> {
  const [item] = await world.query<{ id: string }>('select id from moderation_items where subject_id = $1', [id])
  return item?.id
}

/** A note that is held for its links, and its item. */
async function addHeld(by: Person = world.viewer) {
  const { id, held, text } = await write(linksOf(newId()), by)
  expect(held).toBe(true)
  return { id, text, itemId: (await itemIdOf(id))! }
}

/** The note as somebody sees it; undefined where they do not. */
async function seenBy(by: Pick<Person, 'call'>, id: string): Promise<Found | undefined> {
  const { notes } = await send(by, 'GET', `/episodes/${episodeId}/notes`)
  return (notes as Found[]).find((each) => each.id === id)
}

const stranger = () => createStranger(world.site.url)

test('a held note waits in the queue with its text, film, time and author, and other notes do not', async () => {
  const { id, itemId, text } = await addHeld()
  const { items } = await send(world.saki, 'GET', '/moderation/queue?kind=comment&limit=60')
  expect((items as { id: string }[]).find((item) => item.id === itemId)).toMatchObject({
    kind: 'comment',
    state: 'open',
    held: true,
    subject: { kind: 'note', id, title: text, creator: { uid: world.viewer.account.uid } },
  })
  const { note, comment } = await world.itemOf(itemId)
  // The middle of frame 24, of 24 a second.
  expect(note).toEqual({ text, episodeTitle: 'Harbour Fire', atSeconds: expect.closeTo(24.5 / 24) })
  expect(comment).toBeUndefined()
  const plain = await write(newId())
  expect(await itemIdOf(plain.id)).toBeUndefined()
})

test('a note with a listed word waits for it', async () => {
  const admin = await createStaff(world.site, 'admin')
  await send(admin, 'POST', '/admin/words', { word: 'casino', action: 'hold', places: ['comment'] })
  const { id } = await write('casino night')
  expect(await world.itemOf((await itemIdOf(id))!)).toMatchObject({ kinds: ['comment'], held: true, word: 'casino' })
})

test('left as it is, it is let through, with an entry in the log; taken back, it waits again', async () => {
  const { id, itemId, text } = await addHeld()
  const made = await world.decideItem(world.saki, itemId, { decision: 'leave' })
  expect(made).toMatchObject({ status: 201, state: 'final' })
  expect(await seenBy(stranger(), id)).toMatchObject({ held: false })
  expect(await world.itemOf(itemId)).toMatchObject({ state: 'closed', kinds: [], held: false })
  const [entry] = await world.query(
    'select action, subject_kind, before, after from audit_log where subject_id = $1 order by at desc, id desc',
    [id],
  )
  expect(entry).toEqual({
    action: 'decision.leave',
    subject_kind: 'note',
    before: { held: true },
    after: { held: false },
  })
  expect((await send(world.saki, 'DELETE', `/moderation/decisions/${made.id}`)).status).toBe(204)
  expect(await seenBy(stranger(), id)).toBeUndefined()
  expect(await seenBy(world.viewer, id)).toMatchObject({ held: true })
  expect(await world.itemOf(itemId)).toMatchObject({ state: 'open', kinds: ['comment'], held: true })
  expect((await (await world.saki.call('GET', '/admin/audit')).text()).includes(text as string)).toBe(true)
})

test('hidden by a moderator, it waits no longer, and its author reads why and appeals', async () => {
  const { id, itemId, text } = await addHeld()
  const made = await world.decideItem(world.saki, itemId, { decision: 'hide', reason: 'This is advertising.' })
  expect(made).toMatchObject({ status: 201 })
  expect(await seenBy(stranger(), id)).toBeUndefined()
  expect(await seenBy(world.viewer, id)).toMatchObject({ hidden: true, held: false })
  expect(await world.itemOf(itemId)).toMatchObject({ state: 'closed' })
  await world.pass(made.id)
  const { decisions } = await send(world.viewer, 'GET', '/me/decisions')
  expect((decisions as { id: string }[]).find((each) => each.id === made.id)).toMatchObject({
    decision: 'hide',
    reason: 'This is advertising.',
    subject: { kind: 'note', id, title: text },
  })
  const appeal = await send(world.viewer, 'POST', `/me/decisions/${made.id}/appeal`, { text: 'These are my sources.' })
  expect(appeal.status).toBe(201)
  const answer = { outcome: 'reversed', reason: 'They are. Sorry.' }
  expect((await send(world.ren, 'POST', `/moderation/appeals/${appeal.id}`, answer)).status).toBe(204)
  expect(await seenBy(stranger(), id)).toMatchObject({ hidden: false, held: false })
})

test('a suspension is about the person, and the note waits on', async () => {
  const spammer = await createPerson(world.site.url, 'viewer')
  const { id, itemId } = await addHeld(spammer)
  const until = new Date(Date.now() + 86_400_000).toISOString()
  const suspension = { decision: 'suspend', rule: '7', reason: 'Advertising in every film.', until }
  expect(await world.decideItem(world.saki, itemId, suspension)).toMatchObject({ status: 201 })
  expect(await seenBy(stranger(), id)).toBeUndefined()
  expect(await world.itemOf(itemId)).toMatchObject({ state: 'open', kinds: ['comment'], held: true })
})

const acts: [string, (id: string) => Promise<unknown>][] = [
  ['is let through by the creator', (id) => send(world.creator, 'DELETE', `/notes/${id}/hide`)],
  ['is hidden by the creator', (id) => send(world.creator, 'PUT', `/notes/${id}/hide`)],
  ['is removed by the creator', (id) => send(world.creator, 'DELETE', `/notes/${id}`)],
  ['is removed by its author', (id) => send(world.viewer, 'DELETE', `/notes/${id}`)],
]
test.each(acts)('leaves the queue when it %s', async (_name, act) => {
  const { id, itemId } = await addHeld()
  await act(id)
  const [item] = await world.query('select state, kinds from moderation_items where id = $1', [itemId])
  expect(item).toEqual({ state: 'closed', kinds: [] })
})

test('an item whose note is gone with its author closes at the first decision', async () => {
  const leaver = await createPerson(world.site.url, 'viewer')
  const { id, itemId } = await addHeld(leaver)
  await world.query('delete from comments where id = $1', [id])
  expect(await world.decideItem(world.saki, itemId, { decision: 'leave' })).toMatchObject({ status: 404 })
  expect(await world.itemOf(itemId)).toMatchObject({ state: 'closed' })
})
