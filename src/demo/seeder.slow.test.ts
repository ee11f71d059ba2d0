import { describe, expect, test, vi } from 'vitest'
import { openDatabase } from '#platform/database.server.ts'
import { createLog } from '#platform/log.server.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { MAX_WAIT_MS } from '#tests/support/run/max-wait.ts'
import { countOf, programme, setUpDemo, titles, waitUntilFilled } from '#tests/support/worlds/demo.server.ts'
import type { DemoSignIn } from './demo.server.ts'
import { createSeeder, type SeederParts } from './seeder.server.ts'

const demo = setUpDemo()

describe('the demo', () => {
  test('does not restore deleted content', async () => {
    const site = await demo.open()
    const [signIn] = (await site.hoshi.demo.start()) as DemoSignIn[]
    await waitUntilFilled(site)
    const { account } = await site.hoshi.rooms.identity.signIn(signIn!, { ip: '192.0.2.1' })
    const { episodes } = await site.hoshi.rooms.catalog.own(account, {})
    await site.hoshi.rooms.catalog.remove(account, episodes[0]!.id)
    // The state after a process died just before recording that everything is done.
    await queryDatabase(site.connectionString, `update demo set state = 'filling'`)
    await queryDatabase(site.connectionString, 'update demo_episodes set is_done = false')
    await site.hoshi.demo.start()
    await waitUntilFilled(site)
    expect(await titles(site)).toEqual(['One', '二'])
  })

  test('fills a Hoshi in use only when switched on explicitly', async () => {
    const unset = await demo.open('')
    await createPerson(unset.url, 'viewer')
    expect(await unset.hoshi.demo.start()).toBeNull()
    expect(await countOf(unset, `demo where state = 'declined'`)).toBe(1)
    await unset.close()

    const enabled = await demo.open('on')
    await createPerson(enabled.url, 'viewer')
    await queryDatabase(enabled.connectionString, `insert into demo values (true, 'declined', repeat('x', 26), now())`)
    expect(await enabled.hoshi.demo.start()).toHaveLength(2)
    await waitUntilFilled(enabled)
    expect(await titles(enabled)).toEqual(['One', '二', 'Three'])
  })

  test('waits while somebody else’s video is being processed', async () => {
    const site = await demo.open()
    const person = await createPerson(site.url, 'creator')
    const { uid } = await site.hoshi.rooms.video.requestUpload(person.account, { name: 'own.mp4', sizeBytes: 1000 })
    await queryDatabase(site.connectionString, `update videos set state = 'queued' where uid = $1`, [uid])
    await site.hoshi.demo.start()
    const isActive = async () =>
      expect(await countOf(site, 'pgboss.job where name = $$demo.fill$$ and state = $$active$$')).toBe(1)
    await vi.waitFor(isActive, { timeout: MAX_WAIT_MS, interval: 50 })
    expect(await countOf(site, 'videos')).toBe(1)
    await queryDatabase(site.connectionString, `update videos set state = 'error' where uid = $1`, [uid])
    await waitUntilFilled(site)
    expect(await titles(site)).toEqual(['One', '二', 'Three'])
  })

  test('continues after a crash in any step, without duplicates', async () => {
    const site = await demo.open()
    const { db, close } = openDatabase(site.connectionString, () => {})
    const { rooms } = site.hoshi
    const parts = (wrap: <Room extends object>(room: Room) => Room): SeederParts => ({
      db,
      identity: wrap(rooms.identity),
      creators: wrap(rooms.creators),
      avatars: wrap(rooms.avatars),
      video: wrap(rooms.video),
      catalog: wrap(rooms.catalog),
      series: wrap(rooms.series),
      engagement: wrap(rooms.engagement),
      subtitles: wrap(rooms.subtitles),
      content: programme,
      folder: demo.folder,
      passwordOf: (email) => `the password of ${email}`,
      log: createLog('silent'),
    })
    const powerCutAfter = (calls: number) => {
      let remaining = calls
      return <Room extends object>(room: Room): Room =>
        new Proxy(room, {
          get(target, name, receiver) {
            const method: unknown = Reflect.get(target, name, receiver)
            if (typeof method !== 'function') return method
            return async (...given: unknown[]) => {
              if (remaining < 0) throw new Error('There is no power.')
              const result: unknown = await Reflect.apply(method, target, given)
              remaining -= 1
              if (remaining < 0) throw new Error('Power cut.')
              return result
            }
          },
        })
    }
    let cuts = 0
    try {
      const runSeeder = async () => {
        const seeder = createSeeder(parts(powerCutAfter(cuts % 7)))
        return await seeder.seed(new AbortController().signal).then(
          () => true,
          () => false,
        )
      }
      while (!(await runSeeder())) cuts += 1
    } finally {
      await close()
    }
    expect(cuts).toBeGreaterThan(7)
    expect([await countOf(site, 'users'), await countOf(site, 'videos'), await countOf(site, 'episodes')]).toEqual([
      2, 3, 3,
    ])
    const said = await queryDatabase<{ text: string; parent: string | null }>(
      site.connectionString,
      'select c.text, p.text as parent from comments c left join comments p on p.id = c.parent_id order by c.created_at',
    )
    expect(said).toEqual([
      { text: 'Look at 0:01', parent: null },
      { text: 'I did', parent: 'Look at 0:01' },
      { text: 'There', parent: null },
    ])
    const allPlay = async () => expect(await titles(site)).toEqual(['One', '二', 'Three'])
    await vi.waitFor(allPlay, { timeout: MAX_WAIT_MS, interval: 100 })
  })
})
