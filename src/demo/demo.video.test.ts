import { describe, expect, test } from 'vitest'
import { askDatabase } from '#tests/support/ask-database.server.ts'
import { countOf, filled, onDemo, titles } from '#tests/support/demo.server.ts'
import type { DemoSignIn } from './demo.server.ts'

const demo = onDemo()

describe('the demo', () => {
  test('fills a new Hoshi once, by ordinary accounts whose passwords are told once', async () => {
    const house = await demo.open()
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

  test('DEMO=off leaves a Hoshi empty', async () => {
    const house = await demo.open('off')
    expect(await house.hoshi.demo.begin()).toBeNull()
    expect(await countOf(house, 'pgboss.job where name = $$demo.fill$$')).toBe(0)
    expect(await countOf(house, `demo where state = 'declined'`)).toBe(1)
  })
})
