import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Hold } from '#catalog/hold.ts'
import { moderateEpisodeOn } from '#tests/support/data/moderate-episode.ts'
import { publishEpisode, type ReadyVideo } from '#tests/support/data/ready-video.server.ts'
import { createStaff } from '#tests/support/data/staff.ts'
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
import { createTestHoshi } from '#tests/support/worlds/test-hoshi.ts'

/** Two nodes without image moderation: what is held back waits for a person. */
let world: ModeratedSite
let admin: Person

beforeAll(async () => {
  world = await createModeratedSite()
  admin = await createStaff(world.site, 'admin')
})
afterAll(() => world?.close())

/** Past the API, which wants a recent sign-in: this file may take longer. */
const change = (moderation: 'flag' | 'hold') =>
  world.site.hoshi.rooms.administration.settings.change(admin.account, { moderation })
const held = everywhere({ read: 404, page: 404, media: 404, isListed: false })

beforeEach(() => change('hold'))

/** A new episode, and its item. */
async function publishHeld(): Promise<{ id: string; video: ReadyVideo; itemId: string }> {
  const { id, video } = await publishEpisode(world.site, world.creator, { title: 'Harbour Fire' })
  const [item] = await world.query<{ id: string }>('select id from moderation_items where subject_id = $1', [id])
  return { id, video, itemId: item!.id }
}

const setHold = (id: string, hold: Hold) => moderateEpisodeOn(world.site, id, { hold })

test('a held episode is there for its creator and moderators alone, who read that it waits', async () => {
  const { id, video, itemId } = await publishHeld()
  expect(await world.foundAt(id, video)).toEqual(held)
  expect((await send(world.viewer, 'GET', `/episodes/${id}`)).status).toBe(404)
  expect((await world.viewer.call('GET', video.media.segment)).status).toBe(404)
  for (const person of [world.creator, world.saki, admin]) {
    expect((await send(person, 'GET', `/episodes/${id}`)).status).toBe(200)
    expect((await person.call('GET', video.media.segment)).status).toBe(200)
    expect(await (await person.call('GET', `/watch/${id}`)).text()).toContain('Awaiting review')
  }
  const { episodes } = await send(world.creator, 'GET', '/me/episodes')
  expect((episodes as { id: string }[]).find((each) => each.id === id)).toMatchObject({ held: true })
  expect(await world.itemOf(itemId)).toMatchObject({ state: 'open', kinds: ['suggestion'], held: true })
})

test('a taken-down episode is opened by its creator and moderators alone', async () => {
  await change('flag')
  const { id, video } = await publishEpisode(world.site, world.creator)
  const { id: decision } = await world.decide(world.saki, id, takedown)
  await expect.poll(() => world.foundAt(id, video)).toEqual(held)
  expect((await world.viewer.call('GET', video.media.segment)).status).toBe(404)
  const sentences = [
    [world.creator, 'Only you and moderators can see this page.'],
    [world.ren, 'Only the creator and moderators can see this page.'],
    [admin, 'Only the creator and moderators can see this page.'],
  ] as const
  for (const [person, sentence] of sentences) {
    expect((await send(person, 'GET', `/episodes/${id}`)).status).toBe(200)
    const media = await person.call('GET', video.media.segment)
    expect([media.status, media.headers.get('cache-control')]).toEqual([200, expect.stringContaining('private')])
    expect(await (await person.call('GET', `/watch/${id}`)).text()).toContain(sentence)
  }
  // Words for its creator, and the file, are the creator's alone.
  const own = await (await world.creator.call('GET', `/watch/${id}`)).text()
  expect(own).toContain('/original')
  expect(own).not.toContain('<video')
  expect(await (await world.creator.call('GET', `/watch/${id}?t=1`)).text()).toContain('<video')
  expect(await (await world.ren.call('GET', `/watch/${id}`)).text()).not.toContain('/original')
  await send(world.saki, 'DELETE', `/moderation/decisions/${decision}`)
  await expect.poll(() => world.foundAt(id, video)).toEqual(openToAll)
})

test('of two moderators who let an episode through at once, one decides', async () => {
  const { id, video, itemId } = await publishHeld()
  const made = await Promise.all(
    [world.saki, world.ren].map((by) => world.decideItem(by, itemId, { decision: 'leave' })),
  )
  expect(made.map(({ status }) => status).toSorted()).toEqual([201, 409])
  await expect.poll(() => world.foundAt(id, video)).toEqual(openToAll)
  const entries = await world.query('select from audit_log where subject_id = $1', [id])
  expect(entries).toHaveLength(1)
})

describe('a decision', () => {
  const limit = { ...takedown, decision: 'limit' }
  const effects = [
    ['leave', { decision: 'leave' }, { read: 200, page: 200, media: 200, isListed: true }],
    ['warn', { decision: 'warn', reason: 'Mark it next time.' }, { read: 200, isListed: true }],
    ['nsfw', mark, { read: 200, page: 200, isListed: false }],
    ['limit', limit, { read: 200, page: 200, media: 200, isListed: false }],
    ['takedown', takedown, { read: 404, page: 404, media: 404, isListed: false }],
  ] as const

  test.each(effects)('of %s settles it at every node; taken back, it waits again', async (_name, input, expected) => {
    const { id, video, itemId } = await publishHeld()
    const made = await world.decideItem(world.saki, itemId, input)
    expect(made).toMatchObject({ status: 201, state: 'final' })
    await expect.poll(() => world.foundAt(id, video)).toMatchObject(everywhere(expected))
    expect(await world.itemOf(itemId)).toMatchObject({ state: 'closed', held: false })
    expect((await send(world.saki, 'DELETE', `/moderation/decisions/${made.id}`)).status).toBe(204)
    await expect.poll(() => world.foundAt(id, video)).toEqual(held)
    expect(await world.itemOf(itemId)).toMatchObject({ state: 'open', kinds: ['suggestion'], held: true })
  })

  test('to suspend is about the person, and the episode waits on', async () => {
    const creator = await createPerson(world.site.url, 'creator')
    const { id, video } = await publishEpisode(world.site, creator)
    const until = new Date(Date.now() + 86_400_000).toISOString()
    const suspension = { decision: 'suspend', rule: '2', reason: 'Copied films, again.', until }
    expect(await world.decide(world.saki, id, suspension)).toMatchObject({ status: 201 })
    expect(await world.foundAt(id, video)).toEqual(held)
    const [item] = await world.query('select state, kinds from moderation_items where subject_id = $1', [id])
    expect(item).toEqual({ state: 'open', kinds: ['suggestion'] })
  })

  test('that is taken back after an appeal leaves the episode let through', async () => {
    const { id, video, itemId } = await publishHeld()
    const made = await world.decideItem(world.saki, itemId, takedown)
    await world.pass(made.id)
    const appeal = await send(world.creator, 'POST', `/me/decisions/${made.id}/appeal`, { text: 'It is my own film.' })
    const answer = { outcome: 'reversed', reason: 'It is.' }
    expect((await send(world.ren, 'POST', `/moderation/appeals/${appeal.id}`, answer)).status).toBe(204)
    await expect.poll(() => world.foundAt(id, video)).toEqual(openToAll)
  })
})

test('once nothing is held back any more, only what waits for a check is released, at every node', async () => {
  const [checked, waiting] = [await publishHeld(), await publishHeld()]
  await setHold(checked.id, 'check')
  await change('flag')
  await expect.poll(() => world.foundAt(checked.id, checked.video)).toEqual(openToAll)
  expect(await world.foundAt(waiting.id, waiting.video)).toEqual(held)
  const { id, video } = await publishEpisode(world.site, world.creator)
  expect(await world.foundAt(id, video)).toEqual(openToAll)
})

test('no episode is left waiting that is published while the site stops holding', async () => {
  // Nothing is ever asked: the renditions of these videos are not complete.
  const service = { IMAGE_MODERATION: 'http', IMAGE_MODERATION_URL: 'http://127.0.0.1:9/' }
  const site = await createTestHoshi({ worksJobs: true, environment: { ...service, MODERATION: 'hold' } })
  try {
    const [creator, other] = [await createPerson(site.url, 'creator'), await createStaff(site, 'admin')]
    const stranger = createStranger(site.url)
    const first = await publishEpisode(site, creator)
    expect((await send(stranger, 'GET', `/episodes/${first.id}`)).status).toBe(404)
    const [, ...others] = await Promise.all([
      send(other, 'PATCH', '/admin/settings', { moderation: 'flag' }),
      ...Array.from({ length: 6 }, () => publishEpisode(site, creator)),
    ])
    for (const { id } of [first, ...others])
      await expect.poll(async () => (await send(stranger, 'GET', `/episodes/${id}`)).status).toBe(200)
  } finally {
    await site.close()
  }
})

test('the setting of the process counts until an admin has chosen', async () => {
  const site = await createTestHoshi({ worksJobs: true, environment: { MODERATION: 'hold' } })
  try {
    const [creator, other] = [await createPerson(site.url, 'creator'), await createStaff(site, 'admin')]
    const stranger = createStranger(site.url)
    const readNew = async () => {
      const { id } = await publishEpisode(site, creator)
      return (await send(stranger, 'GET', `/episodes/${id}`)).status
    }
    expect(await send(other, 'GET', '/admin/settings')).toMatchObject({ moderation: 'hold' })
    expect(await readNew()).toBe(404)
    await send(other, 'PATCH', '/admin/settings', { moderation: 'flag' })
    expect(await readNew()).toBe(200)
  } finally {
    await site.close()
  }
})
