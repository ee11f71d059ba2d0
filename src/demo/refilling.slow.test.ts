import { describe, expect, test, vi } from 'vitest'
import { openDatabase } from '#platform/database.server.ts'
import { createLog } from '#platform/log.server.ts'
import { askDatabase } from '#tests/support/ask-database.server.ts'
import { countOf, filled, onDemo, programme, titles } from '#tests/support/demo.server.ts'
import { PATIENCE_MS } from '#tests/support/patience.ts'
import { createPerson } from '#tests/support/person.ts'
import type { DemoSignIn } from './demo.server.ts'
import { createFilling, type FillingParts } from './filling.server.ts'

const demo = onDemo()

describe('the demo', () => {
  test('does not bring back what was deleted', async () => {
    const house = await demo.open()
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

  test('comes to a Hoshi that is in use only when it is asked for by name', async () => {
    const unasked = await demo.open('')
    await createPerson(unasked.url, 'viewer')
    expect(await unasked.hoshi.demo.begin()).toBeNull()
    expect(await countOf(unasked, `demo where state = 'declined'`)).toBe(1)
    await unasked.close()

    const asked = await demo.open('on')
    await createPerson(asked.url, 'viewer')
    await askDatabase(asked.connectionString, `insert into demo values (true, 'declined', repeat('x', 26), now())`)
    expect(await asked.hoshi.demo.begin()).toHaveLength(2)
    await filled(asked)
    expect(await titles(asked)).toEqual(['One', '二', 'Three'])
  })

  test('waits while somebody else has a video in the works', async () => {
    const house = await demo.open()
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
    const house = await demo.open()
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
      folder: demo.folder,
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
