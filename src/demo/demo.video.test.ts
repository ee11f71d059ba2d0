import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '#platform/database.server.ts'
import { createLog } from '#platform/log.server.ts'
import { askDatabase } from '#tests/support/ask-database.server.ts'
import { makeClip } from '#tests/support/clips.server.ts'
import { PATIENCE_MS } from '#tests/support/patience.ts'
import { createPerson } from '#tests/support/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/test-hoshi.ts'
import type { DemoSignIn } from './demo.server.ts'
import { createFilling, type FillingParts } from './filling.server.ts'
import type { DemoProgramme } from './programme.ts'

const nobody = { patreonUrl: '', bio: '', hasAvatar: false }
const words = { genre: 'Drama', description: '', tags: ['one'] }
const programme: DemoProgramme = {
  creators: [
    { ...nobody, key: 'mio', email: 'mio@demo.hoshi.example', username: 'Mio', patreonUrl: 'https://example.com/mio' },
    { ...nobody, key: 'rafa', email: 'rafa@demo.hoshi.example', username: 'Rafa', hasAvatar: true },
  ],
  episodes: [
    { ...words, key: 'one', creator: 'mio', title: 'One', nsfw: false },
    { ...words, key: 'two', creator: 'rafa', title: '二', nsfw: true },
    { ...words, key: 'three', creator: 'mio', title: 'Three', nsfw: false },
  ],
}

let folder: string
let site: TestHoshi | null = null

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hoshi-demo-test-'))
  const clip = await makeClip(folder, { seconds: 1, width: 320, height: 180 })
  await mkdir(join(folder, 'masters'))
  for (const { key } of programme.episodes) await copyFile(clip, join(folder, 'masters', `${key}.mp4`))
})

afterEach(async () => {
  await site?.close()
  site = null
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function open(DEMO = 'on'): Promise<TestHoshi> {
  site = await createTestHoshi({ environment: { DEMO }, demoProgramme: programme, demoDir: folder })
  return site
}

async function titles({ connectionString }: TestHoshi): Promise<string[]> {
  const rows = await askDatabase<{ title: string }>(
    connectionString,
    'select title from episodes where is_playable order by published_at',
  )
  return rows.map((row) => row.title)
}

async function countOf({ connectionString }: TestHoshi, table: string): Promise<number> {
  const [row] = await askDatabase<{ n: string }>(connectionString, `select count(*)::int as n from ${table}`)
  return Number(row?.n)
}

async function filled(house: TestHoshi): Promise<void> {
  const look = async () => {
    const [row] = await askDatabase<{ state: string }>(house.connectionString, 'select state from demo')
    expect(row?.state).toBe('filled')
  }
  await vi.waitFor(look, { timeout: PATIENCE_MS, interval: 100 })
}

describe('the demo', () => {
  test('fills a new Hoshi once, by ordinary accounts whose passwords are told once', async () => {
    const house = await open()
    const signIns = (await house.hoshi.demo.begin()) as DemoSignIn[]
    expect(signIns.map((each) => each.username)).toEqual(['Mio', 'Rafa'])
    await filled(house)
    expect(await titles(house)).toEqual(['One', '二', 'Three'])

    const { email, password } = signIns[0]!
    const { account } = await house.hoshi.rooms.identity.signIn({ email, password }, { address: '192.0.2.1' })
    expect(await house.hoshi.rooms.creators.find(account.uid)).toMatchObject({ patreonUrl: 'https://example.com/mio' })
    const listed = await house.hoshi.rooms.catalog.explore({})
    expect(listed.episodes.map((each) => each.title)).toEqual(['Three', 'One'])

    expect(await house.hoshi.demo.begin()).toBeNull()
    await filled(house)
    expect([await countOf(house, 'users'), await countOf(house, 'videos'), await countOf(house, 'episodes')]).toEqual([
      2, 3, 3,
    ])
    const everything = await askDatabase<{ row: string }>(
      house.connectionString,
      'select d::text as row from demo d union all select c::text from demo_creators c union all select j.data::text from pgboss.job j',
    )
    for (const each of signIns) expect(JSON.stringify(everything)).not.toContain(each.password)
  })

  test('does not bring back what was deleted', async () => {
    const house = await open()
    const [signIn] = (await house.hoshi.demo.begin()) as DemoSignIn[]
    await filled(house)
    const { account } = await house.hoshi.rooms.identity.signIn(signIn!, { address: '192.0.2.1' })
    const { episodes } = await house.hoshi.rooms.catalog.own(account, {})
    await house.hoshi.rooms.catalog.remove(account, episodes[0]!.id)
    // As a start finds it whose predecessor died just before it could say that everything is there.
    await askDatabase(house.connectionString, `update demo set state = 'filling'`)
    await askDatabase(house.connectionString, 'update demo_episodes set is_done = false')
    await house.hoshi.demo.begin()
    await filled(house)
    expect(await titles(house)).toEqual(['One', '二'])
  })

  test('DEMO=off leaves a Hoshi empty', async () => {
    const house = await open('off')
    expect(await house.hoshi.demo.begin()).toBeNull()
    expect(await countOf(house, 'pgboss.job where name = $$demo.fill$$')).toBe(0)
    expect(await countOf(house, `demo where state = 'declined'`)).toBe(1)
  })

  test('comes to a Hoshi that is in use only when it is asked for by name', async () => {
    const unasked = await open('')
    await createPerson(unasked.url, 'viewer')
    expect(await unasked.hoshi.demo.begin()).toBeNull()
    expect(await countOf(unasked, `demo where state = 'declined'`)).toBe(1)
    await unasked.close()

    const asked = await open('on')
    await createPerson(asked.url, 'viewer')
    await askDatabase(asked.connectionString, `insert into demo values (true, 'declined', repeat('x', 26), now())`)
    expect(await asked.hoshi.demo.begin()).toHaveLength(2)
    await filled(asked)
    expect(await titles(asked)).toEqual(['One', '二', 'Three'])
  })

  test('waits while somebody else has a video in the works', async () => {
    const house = await open()
    const person = await createPerson(house.url, 'creator')
    const { uid } = await house.hoshi.rooms.video.requestUpload(person.account, { name: 'own.mp4', sizeBytes: 1000 })
    await askDatabase(house.connectionString, `update videos set state = 'queued' where uid = $1`, [uid])
    await house.hoshi.demo.begin()
    const isLookedAt = async () =>
      expect(await countOf(house, 'pgboss.job where name = $$demo.fill$$ and state = $$active$$')).toBe(1)
    await vi.waitFor(isLookedAt, { timeout: PATIENCE_MS, interval: 50 })
    expect(await countOf(house, 'videos')).toBe(1)
    await askDatabase(house.connectionString, `update videos set state = 'error' where uid = $1`, [uid])
    await filled(house)
    expect(await titles(house)).toEqual(['One', '二', 'Three'])
  })

  test('a filling that dies after any of its steps is gone on with, and nothing is there twice', async () => {
    const house = await open()
    const { db, close } = openDatabase(house.connectionString, () => {})
    const { rooms } = house.hoshi
    const parts = (cut: <Room extends object>(room: Room) => Room): FillingParts => ({
      db,
      identity: cut(rooms.identity),
      creators: cut(rooms.creators),
      avatars: cut(rooms.avatars),
      video: cut(rooms.video),
      catalog: cut(rooms.catalog),
      programme,
      folder,
      passwordOf: (email) => `the password of ${email}`,
      log: createLog('silent'),
    })
    const powerCutAfter = (calls: number) => {
      let left = calls
      return <Room extends object>(room: Room): Room =>
        new Proxy(room, {
          get(target, name, receiver) {
            const verb: unknown = Reflect.get(target, name, receiver)
            if (typeof verb !== 'function') return verb
            return async (...given: unknown[]) => {
              if (left < 0) throw new Error('There is no power.')
              const answer: unknown = await Reflect.apply(verb, target, given)
              left -= 1
              if (left < 0) throw new Error('Power cut.')
              return answer
            }
          },
        })
    }
    let cuts = 0
    try {
      const ended = async () => {
        const filling = createFilling(parts(powerCutAfter(cuts % 7)))
        return await filling.fill(new AbortController().signal).then(
          () => true,
          () => false,
        )
      }
      while (!(await ended())) cuts += 1
    } finally {
      await close()
    }
    expect(cuts).toBeGreaterThan(7)
    expect([await countOf(house, 'users'), await countOf(house, 'videos'), await countOf(house, 'episodes')]).toEqual([
      2, 3, 3,
    ])
    const allPlay = async () => expect(await titles(house)).toEqual(['One', '二', 'Three'])
    await vi.waitFor(allPlay, { timeout: PATIENCE_MS, interval: 100 })
  })
})
