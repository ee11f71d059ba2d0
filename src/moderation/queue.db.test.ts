import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#tests/support/http/person.ts'
import {
  createModeratedSite,
  type ModeratedSite,
  mark,
  send,
  takedown,
} from '#tests/support/worlds/moderated-site.server.ts'

let world: ModeratedSite

beforeAll(async () => {
  world = await createModeratedSite()
})
afterAll(() => world?.close())

const claim = (by: Person, itemId: string) => send(by, 'POST', `/moderation/items/${itemId}/claim`)
const release = (by: Person, itemId: string) => send(by, 'POST', `/moderation/items/${itemId}/release`)
const askSecond = (by: Person, itemId: string, note = '') =>
  send(by, 'POST', `/moderation/items/${itemId}/second-opinion`, { note })

test('an item has its reports, and what is known of the creator', async () => {
  const { creator } = world
  const { id, itemId } = await world.reported()
  expect(await world.itemOf(itemId)).toMatchObject({
    status: 200,
    kind: 'report',
    kinds: ['report'],
    state: 'open',
    claimedBy: null,
    childSafety: false,
    subject: { kind: 'episode', id, title: 'Harbour Fire', creator: { uid: creator.account.uid, username: 'Mika' } },
    reports: [{ reason: 'not_marked_nsfw', sender: { answered: 0, left: 0 } }],
    frames: [],
    history: { warnings: 0 },
  })
  expect(JSON.stringify(await world.itemOf(itemId))).not.toContain(world.viewer.account.uid)
})

test('child safety stands first, and the queue pages by a cursor', async () => {
  await world.reported()
  const urgent = await world.reported('child_safety')
  const first = await send(world.saki, 'GET', '/moderation/queue?limit=1')
  expect(first).toMatchObject({ items: [{ id: urgent.itemId, childSafety: true }], total: expect.any(Number) })
  const second = await send(world.saki, 'GET', `/moderation/queue?limit=1&cursor=${first.nextCursor}`)
  expect((second.items as { id: string }[])[0]!.id).not.toBe(urgent.itemId)
  expect(await send(world.saki, 'GET', '/moderation/queue?cursor=no')).toMatchObject({
    status: 422,
    code: 'moderation.cursor_invalid',
  })
  expect(await send(world.saki, 'GET', '/moderation/queue?kind=appeal')).toMatchObject({ items: [], total: 0 })
})

test('the latest may stand first, after child safety, also through its pages', async () => {
  await world.reported('child_safety')
  await world.reported()
  const { queue } = world.site.hoshi.rooms.moderation
  const idsOf = async (isNewestFirst: boolean) => {
    const ids: string[] = []
    for (let cursor: string | undefined | null; cursor !== null; ) {
      const page = await queue.list(world.saki.account, { isNewestFirst, limit: 1, ...(cursor && { cursor }) })
      ids.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    }
    return ids
  }
  const { items } = await queue.list(world.saki.account, { limit: 60 })
  const urgent = items.filter(({ isUrgent }) => isUrgent).map(({ id }) => id)
  const others = items.filter(({ isUrgent }) => !isUrgent).map(({ id }) => id)
  expect(await idsOf(false)).toEqual([...urgent, ...others])
  expect(await idsOf(true)).toEqual([...urgent.reverse(), ...others.reverse()])
})

test('the console counts what waits: in all, and with child safety at stake', async () => {
  const { moderation } = world.site.hoshi.rooms
  const before = await moderation.queue.waitingCounts()
  await world.reported('child_safety')
  const { id } = await world.reported()
  expect(await moderation.queue.waitingCounts()).toEqual({ all: before.all + 2, urgent: before.urgent + 1 })
  await world.decide(world.saki, id, { decision: 'leave' })
  expect(await moderation.queue.waitingCounts()).toEqual({ all: before.all + 1, urgent: before.urgent + 1 })
})

test('nothing of the queue is there below moderators, whatever they send', async () => {
  const { itemId } = await world.reported()
  const calls = [
    ['GET', '/moderation/queue'],
    ['GET', `/moderation/items/${itemId}`],
    ['POST', `/moderation/items/${itemId}/claim`],
    ['POST', `/moderation/items/${itemId}/release`],
    ['POST', `/moderation/items/${itemId}/second-opinion`],
    ['POST', '/moderation/decisions'],
    ['DELETE', '/moderation/decisions/any'],
  ] as const
  for (const [method, path] of calls) {
    const answer = await send(world.viewer, method, path, method === 'POST' ? { wrong: 'body' } : undefined)
    expect([path, answer.status, answer.code]).toEqual([path, 404, 'request.not_found'])
  }
})

describe('a claim', () => {
  test('keeps an item for one moderator until the lease ends', async () => {
    const { saki, ren } = world
    const { id, itemId } = await world.reported()
    expect(await claim(saki, itemId)).toMatchObject({
      status: 200,
      state: 'claimed',
      claimedBy: { uid: saki.account.uid },
    })
    expect((await claim(saki, itemId)).status).toBe(200)
    expect(await claim(ren, itemId)).toMatchObject({ status: 409, code: 'moderation.claimed' })
    expect(await release(ren, itemId)).toMatchObject({ status: 403, code: 'moderation.not_your_claim' })
    expect(await world.decide(ren, id, takedown)).toMatchObject({ status: 409, code: 'moderation.claimed' })
    expect(await askSecond(ren, itemId)).toMatchObject({ status: 409, code: 'moderation.claimed' })
    expect(await send(ren, 'GET', '/moderation/queue?state=claimed')).toMatchObject({ items: [{ id: itemId }] })
    await world.query(`update moderation_items set claimed_until = now() where id = $1`, [itemId])
    expect(await claim(ren, itemId)).toMatchObject({ status: 200, claimedBy: { uid: ren.account.uid } })
    expect(await release(ren, itemId)).toMatchObject({ status: 200, state: 'open', claimedBy: null })
    expect(await claim(saki, 'unknown')).toMatchObject({ status: 404, code: 'moderation.item_not_found' })
  })

  test('is won by one of two who claim at once', async () => {
    const { itemId } = await world.reported()
    const both = await Promise.all([world.saki, world.ren].map((by) => claim(by, itemId)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

test('a second opinion is another moderator’s', async () => {
  const { saki, ren } = world
  const { itemId } = await world.reported()
  expect((await askSecond(saki, itemId, 'Wound or paint?')).status).toBe(204)
  expect(await world.itemOf(itemId)).toMatchObject({
    state: 'awaiting_second',
    secondOpinion: { note: 'Wound or paint?' },
  })
  expect(await world.decideItem(saki, itemId, mark)).toMatchObject({ status: 409, code: 'moderation.second_needed' })
  const made = await world.decideItem(ren, itemId, { decision: 'leave' })
  expect(made).toMatchObject({ status: 201, state: 'final' })
  expect(await world.itemOf(itemId)).toMatchObject({ state: 'closed', kinds: [], secondOpinion: null })
  expect(await claim(saki, itemId)).toMatchObject({ status: 409, code: 'moderation.item_closed' })
  await send(ren, 'DELETE', `/moderation/decisions/${made.id}`)
  expect(await world.itemOf(itemId)).toMatchObject({
    state: 'awaiting_second',
    secondOpinion: { note: 'Wound or paint?' },
  })
})
