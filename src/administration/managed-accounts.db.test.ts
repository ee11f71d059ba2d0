import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Account, Role } from '#identity/account.ts'
import { newId } from '#platform/ids.server.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'
import type { Administration } from './administration.server.ts'

let site: TestHoshi
let administration: Administration
let admin: Account

beforeAll(async () => {
  site = await createTestHoshi()
  administration = site.hoshi.rooms.administration
  admin = await create('admin')
})
afterAll(() => site?.close())

function create(role: Role): Promise<Account> {
  return administration.accounts.create({ email: `${newId()}@example.org`, password: 'correct horse battery', role })
}

describe('a role', () => {
  test('leaves the profile and uploading as they are', async () => {
    const { uid } = await create('creator')
    for (const role of ['moderator', 'viewer', 'creator'] as const)
      expect(await administration.accounts.change(admin, uid, { role })).toMatchObject({ role, isCreator: true })
  })

  test('of a creator comes with a profile', async () => {
    const { uid } = await create('viewer')
    expect((await administration.accounts.find(uid)).isCreator).toBe(false)
    await administration.accounts.change(admin, uid, { role: 'creator' })
    expect(await administration.accounts.find(uid)).toMatchObject({ role: 'creator', isCreator: true })
    expect(await site.hoshi.rooms.creators.find(uid)).toMatchObject({ username: '', founderBadge: false })
  })

  test('of a moderator stays when they become a creator', async () => {
    const moderator = await create('moderator')
    await site.hoshi.rooms.creators.becomeCreator(moderator, { username: 'Saki' })
    expect(await administration.accounts.find(moderator.uid)).toMatchObject({
      role: 'moderator',
      isCreator: true,
      username: 'Saki',
    })
    const again = site.hoshi.rooms.creators.becomeCreator(moderator, {})
    await expect(again).rejects.toMatchObject({ code: 'creators.already_creator' })
  })
})

test('a quota of one’s own counts instead of the general one', async () => {
  const creator = await create('creator')
  const upload = () => site.hoshi.rooms.video.requestUpload(creator, { name: 'a.mp4', sizeBytes: 1000 })
  await administration.accounts.change(admin, creator.uid, { quotaBytes: 1999 })
  await upload()
  await expect(upload()).rejects.toMatchObject({ code: 'video.quota_reached' })
  expect(await administration.accounts.find(creator.uid)).toMatchObject({ quotaBytes: 1999, usedBytes: 1000 })
  await administration.accounts.change(admin, creator.uid, { quotaBytes: 2000 })
  await upload()
})

test('a founding badge shows on the profile', async () => {
  const { uid } = await create('creator')
  await administration.accounts.change(admin, uid, { founderBadge: true })
  expect(await site.hoshi.rooms.creators.find(uid)).toMatchObject({ founderBadge: true })
})

describe('the list of accounts', () => {
  test('is searched by part of a name or an address, and narrowed by role and state', async () => {
    const [named, other] = [await create('moderator'), await create('viewer')]
    const name = `Ａya ガ ${newId()}`
    await site.hoshi.rooms.creators.becomeCreator(named, { username: name })
    const uids = async (query: Parameters<Administration['accounts']['list']>[0]) =>
      (await administration.accounts.list(query)).accounts.map(({ uid }) => uid)
    expect(await uids({ search: name.slice(1).toUpperCase() })).toEqual([named.uid])
    expect(await uids({ search: `áya ｶﾞ${name.slice(5)}` })).toEqual([named.uid])
    expect(await uids({ search: other.email.slice(3, 20).toUpperCase() })).toEqual([other.uid])
    expect(await uids({ search: '%' })).toEqual([])
    expect(await uids({ search: name.slice(1), role: 'viewer' })).toEqual([])
    expect(await uids({ search: name.slice(1), isSuspended: true })).toEqual([])
    await administration.accounts.change(admin, named.uid, {
      suspendedUntil: new Date(Date.now() + 86_400_000),
      reason: 'Two warnings were not enough.',
    })
    expect(await uids({ search: name.slice(1), isSuspended: true })).toEqual([named.uid])
  })

  test('comes in pages, newest first, without gaps', async () => {
    const made = [await create('viewer'), await create('viewer'), await create('viewer')]
    const found: string[] = []
    for (let cursor: string | undefined; found.length < 3; ) {
      const page = await administration.accounts.list({ limit: 1, ...(cursor ? { cursor } : {}) })
      found.push(...page.accounts.map(({ uid }) => uid))
      cursor = page.nextCursor!
    }
    expect(new Set(found)).toEqual(new Set(made.map(({ uid }) => uid)))
  })
})
