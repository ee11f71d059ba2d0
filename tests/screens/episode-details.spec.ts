import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { panel } from '#tests/support/browser/explore-panel.ts'
import { makeTrending, seedEpisode } from '#tests/support/data/publishing.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

// Facts that a card, a profile and the watch screen show of an episode and its creator, and those they leave out.

const app = setUpApp()
const noScript = { javaScriptEnabled: false }
const badges = ['Trending', 'Founding Creator', 'NSFW']

let founder: Person
let newcomer: Person
const ids = { plain: '', marked: '', adult: '', own: '' }

beforeAll(async () => {
  founder = await createPerson(app.hoshi.url, 'creator', 'Mio')
  newcomer = await createPerson(app.hoshi.url, 'creator', '星野')
  const { connectionString } = app.hoshi
  ids.plain = await seedEpisode(connectionString, newcomer, { title: 'Plain' })
  ids.own = await seedEpisode(connectionString, newcomer, { title: 'Sealed itself', genre: 'Mecha' })
  ids.marked = await seedEpisode(connectionString, founder, { title: 'Marked', genre: 'Fantasy' })
  ids.adult = await seedEpisode(connectionString, founder, { title: 'Adult', genre: 'Horror', nsfw: true })
  const execute = (statement: string, values: unknown[]) => queryDatabase(connectionString, statement, values)
  await execute(`update creators set founder_badge = true, bio = 'Ink and rain.' where uid = $1`, [founder.account.uid])
  await execute('update episodes set founder_badge = true where id = $1', [ids.own])
  await makeTrending(connectionString, ['Marked'])
  await execute(`update episodes set published_at = '2025-06-12T23:59:00Z' where id = $1`, [ids.marked])
  await execute(`update episodes set nsfw_reason = 'Blood' where id = $1`, [ids.adult])
  await execute(
    `insert into episode_stats (episode_id, views) values ($1, 12408), ($2, 1)
      on conflict (episode_id) do update set views = excluded.views`,
    [ids.marked, ids.adult],
  )
})

/** The badges shown there. */
async function badgesIn(container: Locator): Promise<string[]> {
  const counts = await Promise.all(badges.map((name) => container.getByText(name, { exact: true }).count()))
  return badges.filter((_, index) => (counts[index] ?? 0) > 0)
}

describe('a card', () => {
  test('shows its facts, the badges that apply, and two links described by its title', async () => {
    const { page, open } = await app.visit(noScript)
    await open('/explore')
    await panel(page).line('Found 3 episodes').waitFor()
    const card = (title: string) => page.getByRole('article', { name: title, exact: true })
    expect(await badgesIn(card('Plain'))).toEqual([])
    expect(await badgesIn(card('Sealed itself'))).toEqual(['Founding Creator'])
    expect(await badgesIn(card('Marked'))).toEqual(['Trending', 'Founding Creator'])
    expect(await card('Plain').getByText('0 views', { exact: true }).isVisible()).toBe(true)
    expect(await card('Marked').getByText('12,408 views', { exact: true }).isVisible()).toBe(true)
    expect(await card('Marked').getByText('Watched 20 times in 7 days').isVisible()).toBe(true)
    expect(await card('Plain').getByText('in 7 days').count()).toBe(0)
    expect(await card('Marked').getByText('Fantasy', { exact: true }).isVisible()).toBe(true)
    const date = card('Marked').getByText('Jun 12, 2025', { exact: true })
    expect(await date.getAttribute('datetime')).toBe('2025-06-12T23:59:00.000Z')
    for (const [name, path] of [
      ['Watch Episode', `/watch/${ids.marked}`],
      ['View Creator', `/creator/${founder.account.uid}`],
    ] as const) {
      const link = card('Marked').getByRole('link', { name, exact: true, description: 'Marked' })
      expect(await link.getAttribute('href')).toBe(path)
    }
    expect(await page.getByText('Adult').count()).toBe(0)
  })
})

describe('the profile', () => {
  test('of a founder has the seal and the figures; its cards show the NSFW reason', async () => {
    const { page, open } = await app.visit(noScript)
    await open(`/creator/${founder.account.uid}`)
    const profile = page.getByRole('region', { name: 'Creator' })
    expect(await badgesIn(profile)).toEqual(['Founding Creator'])
    expect(await profile.getByText('Ink and rain.', { exact: true }).isVisible()).toBe(true)
    expect(await profile.getByRole('term').allInnerTexts()).toEqual(['Episodes', 'Total views', 'Genres'])
    expect(await profile.getByRole('definition').allInnerTexts()).toEqual(['2', '12,409', '2'])
    expect(await page.getByRole('heading', { level: 2, name: 'Episodes (2)', exact: true }).isVisible()).toBe(true)
    const adult = page.getByRole('article', { name: 'Adult' })
    expect(await badgesIn(adult)).toEqual(['NSFW'])
    expect(await badgesIn(page.getByRole('article', { name: 'Marked' }))).toEqual(['Trending'])
    expect(await page.getByText('Watched 20 times in 7 days').count()).toBe(1)
    expect(await adult.getByText('Blood', { exact: true }).isVisible()).toBe(true)
    expect(await adult.getByText('1 views', { exact: true }).isVisible()).toBe(true)
    expect(await adult.locator('time').count()).toBe(1)
    const watch = adult.getByRole('link', { name: 'Watch Episode', exact: true })
    expect(await watch.getAttribute('href')).toBe(`/watch/${ids.adult}`)
  })

  test('sets a Japanese name and its initial in the text font, and has the Japanese one for other headings', async () => {
    const { page, open } = await app.visit(noScript)
    await open(`/creator/${newcomer.account.uid}`)
    const stacks = (of: Locator) => of.evaluateAll((all) => all.map((each) => getComputedStyle(each).fontFamily))
    const ofText = expect.stringMatching(/^"Figtree/)
    expect(await stacks(page.locator('.profile h1, .profile .avatar'))).toEqual([ofText, ofText])
    const headings = await stacks(page.locator('h1, h2'))
    expect(headings.filter((stack) => !stack.includes('"M PLUS 2"'))).toEqual([])
  })

  test('of anybody else has neither seal nor support link, and an initial as its avatar', async () => {
    const { page, open } = await app.visit(noScript)
    await open(`/creator/${newcomer.account.uid}`)
    const profile = page.getByRole('region', { name: 'Creator' })
    expect(await badgesIn(profile)).toEqual([])
    expect(await profile.getByText('星', { exact: true }).count()).toBe(1)
    expect(await profile.getByRole('img').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Support this creator' }).count()).toBe(0)
  })
})

describe('the watch screen', () => {
  test('shows badges, the reason, the creator and the ad slot', async () => {
    const { page, open } = await app.visit(noScript)
    expect(await open(`/watch/${ids.adult}`)).toBe(200)
    const main = page.getByRole('main')
    expect(await badgesIn(main)).toEqual(['Founding Creator', 'NSFW'])
    for (const text of ['Blood', '1 views', 'Horror', 'Advertisement', 'Ink and rain.'])
      expect(await main.getByText(text, { exact: true }).isVisible(), text).toBe(true)
    const creator = page.getByRole('region', { name: 'Creator', exact: true })
    expect(await creator.getByRole('link', { name: 'Mio', exact: true }).getAttribute('href')).toBe(
      `/creator/${founder.account.uid}`,
    )
    expect(await page.getByRole('heading', { level: 2, name: 'About the Creator', exact: true }).isVisible()).toBe(true)
    expect(await creator.getByRole('link', { name: 'Support this creator' }).count()).toBe(0)
    await open(`/watch/${ids.marked}`)
    expect(await badgesIn(main)).toEqual(['Trending', 'Founding Creator'])
    expect(await main.getByText('Watched 20 times in 7 days').isVisible()).toBe(true)
    await open(`/watch/${ids.plain}`)
    expect(await badgesIn(main)).toEqual([])
    await open(`/watch/${ids.own}`)
    expect(await badgesIn(creator)).toEqual(['Founding Creator'])
  })
})
