import { describe, expect, test } from 'vitest'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { countOf, setUpDemo, titles, waitUntilFilled } from '#tests/support/worlds/demo.server.ts'
import type { DemoSignIn } from './demo.server.ts'

const demo = setUpDemo()

describe('the demo', () => {
  test('fills a new Hoshi once, with ordinary accounts whose passwords are returned once', async () => {
    const site = await demo.open()
    const signIns = (await site.hoshi.demo.start()) as DemoSignIn[]
    expect(signIns.map((each) => each.username)).toEqual(['Mio', 'Rafa'])
    await waitUntilFilled(site)
    expect(await titles(site)).toEqual(['One', '二', 'Three'])

    const { email, password } = signIns[0]!
    const { account } = await site.hoshi.rooms.identity.signIn({ email, password }, { ip: '192.0.2.1' })
    expect(await site.hoshi.rooms.creators.find(account.uid)).toMatchObject({ patreonUrl: 'https://example.com/mio' })
    const listed = await site.hoshi.rooms.catalog.explore({})
    expect(listed.episodes.map((each) => each.title)).toEqual(['Three', 'One'])

    const { series } = await site.hoshi.rooms.series.byCreator(account.uid, null, {})
    expect(series).toMatchObject([{ title: 'Both', episodeCount: 2 }])
    const one = listed.episodes.at(-1)!.id
    const texts = await site.hoshi.rooms.subtitles.subtitlesOn(one, null)
    expect(texts).toMatchObject([{ language: 'ja', state: 'approved' }])
    const noted = await queryDatabase<{ text: string }>(
      site.connectionString,
      'select text from comments where on_picture',
    )
    expect(noted).toEqual([{ text: 'There' }])

    expect(await site.hoshi.demo.start()).toBeNull()
    await waitUntilFilled(site)
    expect([await countOf(site, 'users'), await countOf(site, 'videos'), await countOf(site, 'episodes')]).toEqual([
      2, 3, 3,
    ])
    const everything = await queryDatabase<{ row: string }>(
      site.connectionString,
      'select d::text as row from demo d union all select c::text from demo_creators c union all select j.data::text from pgboss.job j',
    )
    for (const each of signIns) expect(JSON.stringify(everything)).not.toContain(each.password)
  })

  test('DEMO=off leaves a Hoshi empty', async () => {
    const site = await demo.open('off')
    expect(await site.hoshi.demo.start()).toBeNull()
    expect(await countOf(site, 'pgboss.job where name = $$demo.fill$$')).toBe(0)
    expect(await countOf(site, `demo where state = 'declined'`)).toBe(1)
  })
})
