import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createModeratedSite,
  everywhere,
  type ModeratedSite,
  send,
  takedown,
} from '#tests/support/worlds/moderated-site.server.ts'

let its: ModeratedSite

beforeAll(async () => {
  its = await createModeratedSite()
})
afterAll(() => its?.close())

const cleanUp = () => its.site.hoshi.rooms.moderation.cleanUp()
const statusFor = async (id: string) => (await its.creator.call('GET', `/api/v1/episodes/${id}`)).status

async function takenDown() {
  const { id, video } = await its.reported()
  const made = await its.decide(its.saki, id, takedown)
  return { id, video, decision: made.id }
}

test('what was taken down is erased after 30 days, and not before', async () => {
  const { id, video, decision } = await takenDown()
  await its.pass(decision, '29 days 23 hours')
  await cleanUp()
  expect(await statusFor(id)).toBe(200)
  await its.pass(decision, '2 hours')
  await cleanUp()
  expect(await statusFor(id)).toBe(404)
  expect(await its.foundAt(id, video)).toEqual(everywhere({ read: 404, page: 404, media: 404, isListed: false }))
  expect(await its.query('select 1 from videos where uid = $1', [video.uid])).toEqual([])
})

test('it stays while its appeal waits, when it was taken back, and when it was taken down again since', async () => {
  const [appealed, undone, repeated] = [await takenDown(), await takenDown(), await takenDown()]
  await its.pass(appealed.decision)
  await send(its.creator, 'POST', `/me/decisions/${appealed.decision}/appeal`, { text: 'It is mine.' })
  await send(its.saki, 'DELETE', `/moderation/decisions/${undone.decision}`)
  await its.decide(its.ren, undone.id, takedown)
  for (const { decision } of [appealed, undone, repeated]) await its.pass(decision, '31 days')
  await its.decide(its.saki, repeated.id, takedown)
  await cleanUp()
  for (const { id } of [appealed, undone, repeated]) expect(await statusFor(id)).toBe(200)
})
