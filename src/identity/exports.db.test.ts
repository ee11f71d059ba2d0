import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { createTestIdentity, type TestIdentity } from '#tests/support/worlds/test-identity.server.ts'
import { createExports, type Exports } from './exports.server.ts'

let at: TestIdentity
let exports: Exports
let queued: string[]

beforeEach(async () => {
  at = createTestIdentity(await createTestDatabase())
  queued = []
  exports = createExports({
    db: at.database.db,
    clock: { now: () => at.time.now },
    queueExport: async (_trx, uid) => void queued.push(uid),
  })
})

afterEach(() => at.close())

function pass(milliseconds: number): void {
  at.time.now = new Date(at.time.now.getTime() + milliseconds)
}

it('an export is stored for a day, to the millisecond', async () => {
  const account = await at.signUp()
  const { requestedAt } = await exports.request(account)
  await exports.store(account.uid, 'document')
  pass(24 * 3_600_000)
  await exports.cleanUp()
  expect(await exports.progressOf(account)).toMatchObject({ requestedAt })
  expect(await exports.documentOf(account)).toBe('document')
  pass(1)
  await exports.cleanUp()
  expect(await exports.progressOf(account)).toBeNull()
  await expect(exports.documentOf(account)).rejects.toMatchObject({ code: 'identity.export_missing' })
})

it('an export being written is not restarted until its job is stale', async () => {
  const account = await at.signUp()
  const first = await exports.request(account)
  pass(15 * 60_000)
  expect(await exports.request(account)).toEqual(first)
  expect(queued).toEqual([account.uid])
  pass(1)
  expect(await exports.request(account)).toEqual({ requestedAt: at.time.now, readyAt: null })
  expect(queued).toEqual([account.uid, account.uid])
})
