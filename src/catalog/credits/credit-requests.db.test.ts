import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Account } from '#identity/account.ts'
import { transact } from '#platform/transact.server.ts'
import { removeEpisodesOf } from '#tests/support/data/remove-account.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import { CREDIT_REQUESTS_PER_DAY, type NewCredit } from './credit.ts'

// How many people a creator may ask in a day.

let room: TestCatalog
let mio: Account
let rafa: Account

beforeAll(async () => {
  room = await openTestCatalog(await createTestDatabase())
})
afterAll(() => room.close())

beforeEach(async () => {
  room.clock.set('2026-05-01T12:00:00.000Z')
  mio = await room.addCreator()
  rafa = await room.addCreator()
})

const tooMany = expect.objectContaining({
  code: 'catalog.credit_requests_too_many',
  details: expect.objectContaining({ field: 'credits', retryAfterSeconds: expect.any(Number) }),
})

const asking = (person: Account, number: number): NewCredit[] =>
  Array.from({ length: number }, (_, at) => ({ name: `Name ${at}`, role: 'Voice', uid: person.uid }))

test('a creator asks for a bounded number of links in a day, over all episodes', async () => {
  const first = await room.publish(mio, { credits: asking(rafa, CREDIT_REQUESTS_PER_DAY - 1) })
  const { id } = await room.publish(mio, {})
  await expect(room.catalog.edit(mio, id, { title: 'Renamed', credits: asking(rafa, 2) })).rejects.toEqual(tooMany)
  // The edit is refused as a whole, and does not take the free slot.
  expect(await room.catalog.find(id, mio)).toMatchObject({ title: expect.not.stringContaining('Renamed'), credits: [] })
  await room.catalog.edit(mio, id, { credits: asking(rafa, 1) })
  await expect(room.publish(mio, { credits: asking(rafa, 1) })).rejects.toEqual(tooMany)
  // Stored credits, one's own and names without an account ask nobody.
  await room.catalog.edit(mio, first.id, { credits: asking(rafa, CREDIT_REQUESTS_PER_DAY - 1) })
  await room.publish(mio, { credits: [...asking(mio, 3), { name: 'Nao', role: 'Voice' }] })
  // Others have slots of their own.
  await room.publish(rafa, { credits: asking(mio, 1) })
})

test('a list that is refused for another reason takes no slot', async () => {
  const { id } = await room.publish(mio, { credits: asking(rafa, CREDIT_REQUESTS_PER_DAY - 1) })
  const [request] = (await room.catalog.credits.naming(rafa, { limit: 1 })).credits
  await room.catalog.credits.decline(rafa, request!.id)
  await expect(room.catalog.edit(mio, id, { credits: asking(rafa, 2) })).rejects.toMatchObject({
    code: 'catalog.credit_declined',
  })
  await room.publish(mio, { credits: asking(rafa, 1) })
})

test('the limit of a creator goes with the account', async () => {
  await room.publish(mio, { credits: asking(rafa, 1) })
  const keys = () => sql<{ key: string }>`select key from rate_limits where key like ${`%${mio.uid}%`}`.execute(room.db)
  expect((await keys()).rows).toHaveLength(1)
  await transact(room.db, (trx) => removeEpisodesOf(room, trx, mio.uid))
  expect((await keys()).rows).toEqual([])
})
