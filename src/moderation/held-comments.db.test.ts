import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { createModeratedSite, type ModeratedSite, send } from '#tests/support/worlds/moderated-site.server.ts'

let world: ModeratedSite
let episodeId: string

beforeAll(async () => {
  world = await createModeratedSite()
  ;({ id: episodeId } = await publishEpisode(world.site, world.creator))
})
afterAll(() => world?.close())

interface Found {
  id: string
  held: boolean
  hidden: boolean
}

const linksOf = (name: string) => `${name} https://a.example https://b.example https://c.example`

/** A comment that is held for its links, and its item. */
async function addHeld(by: Person = world.viewer) {
  await world.query('delete from rate_limits')
  const { id, held } = await send(by, 'POST', `/episodes/${episodeId}/comments`, { text: linksOf(newId()) })
  expect(held).toBe(true)
  const [item] = await world.query<{ id: string }>('select id from moderation_items where subject_id = $1', [id])
  return { id, itemId: item!.id }
}

/** The comment as somebody sees it; undefined where they do not. */
async function seenBy(by: Pick<Person, 'call'>, id: string): Promise<Found | undefined> {
  const { comments } = await send(by, 'GET', `/episodes/${episodeId}/comments?limit=60`)
  return (comments as Found[]).find((each) => each.id === id)
}

const stranger = () => createStranger(world.site.url)

test('a held comment waits in the queue, and other comments do not', async () => {
  const { id, itemId } = await addHeld()
  const { items } = await send(world.saki, 'GET', '/moderation/queue?kind=comment&limit=60')
  expect((items as { id: string }[]).find((item) => item.id === itemId)).toMatchObject({
    kind: 'comment',
    state: 'open',
    held: true,
    subject: { kind: 'comment', id },
  })
  await world.query('delete from rate_limits')
  const plain = await send(world.viewer, 'POST', `/episodes/${episodeId}/comments`, { text: newId() })
  expect(await world.query('select 1 from moderation_items where subject_id = $1', [plain.id])).toEqual([])
})

test('left as it is, it is let through; taken back, it waits again', async () => {
  const { id, itemId } = await addHeld()
  const made = await world.decideItem(world.saki, itemId, { decision: 'leave' })
  expect(made).toMatchObject({ status: 201, state: 'final' })
  expect(await seenBy(stranger(), id)).toMatchObject({ held: false })
  expect(await world.itemOf(itemId)).toMatchObject({ state: 'closed', kinds: [], held: false })
  expect((await send(world.saki, 'DELETE', `/moderation/decisions/${made.id}`)).status).toBe(204)
  expect(await seenBy(stranger(), id)).toBeUndefined()
  expect(await seenBy(world.viewer, id)).toMatchObject({ held: true })
  expect(await world.itemOf(itemId)).toMatchObject({ state: 'open', kinds: ['comment'], held: true })
})

test('hidden by a moderator, it waits no longer', async () => {
  const { id, itemId } = await addHeld()
  const hide = { decision: 'hide', reason: 'This is advertising.' }
  expect(await world.decideItem(world.saki, itemId, hide)).toMatchObject({ status: 201 })
  expect(await seenBy(stranger(), id)).toBeUndefined()
  expect(await seenBy(world.viewer, id)).toMatchObject({ hidden: true, held: false })
  expect(await world.itemOf(itemId)).toMatchObject({ state: 'closed' })
})

test('a suspension is about the person, and the comment waits on', async () => {
  const spammer = await createPerson(world.site.url, 'viewer')
  const { id, itemId } = await addHeld(spammer)
  const until = new Date(Date.now() + 86_400_000).toISOString()
  const suspension = { decision: 'suspend', rule: '2', reason: 'Advertising under every film.', until }
  expect(await world.decideItem(world.saki, itemId, suspension)).toMatchObject({ status: 201 })
  expect(await seenBy(stranger(), id)).toBeUndefined()
  expect(await world.itemOf(itemId)).toMatchObject({ state: 'open', kinds: ['comment'], held: true })
})

const acts: [string, (id: string) => Promise<unknown>][] = [
  ['is let through by the creator', (id) => send(world.creator, 'DELETE', `/comments/${id}/hide`)],
  ['is hidden by the creator', (id) => send(world.creator, 'PUT', `/comments/${id}/hide`)],
  ['is removed', (id) => send(world.viewer, 'DELETE', `/comments/${id}`)],
  ['loses its links', (id) => send(world.viewer, 'PATCH', `/comments/${id}`, { text: newId() })],
]
test.each(acts)('leaves the queue when it %s', async (_name, act) => {
  const { id, itemId } = await addHeld()
  await act(id)
  const [item] = await world.query('select state, kinds from moderation_items where id = $1', [itemId])
  expect(item).toEqual({ state: 'closed', kinds: [] })
})

test('stays in the queue for a report about it', async () => {
  const { id, itemId } = await addHeld()
  await send(world.creator, 'POST', '/reports', { subject: { kind: 'comment', id }, reason: 'spam' })
  await send(world.creator, 'DELETE', `/comments/${id}/hide`)
  expect(await world.itemOf(itemId)).toMatchObject({ state: 'open', kinds: ['report'] })
})
