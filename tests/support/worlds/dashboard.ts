import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Visitor } from '#tests/support/browser/browser.server.ts'
import { type EpisodeFields, seedEpisode } from '#tests/support/data/publishing.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { type AppFixture, setUpApp } from './app-fixture.ts'
import type { TestHoshiOptions } from './test-hoshi.ts'

type SeededEpisode = EpisodeFields & { state?: 'ready' | 'inprogress' | 'error' }

/** Views, likes and comments. */
type Stats = readonly [views: number, likes: number, comments: number]

export interface DashboardFixture {
  readonly app: AppFixture
  /** A creator with these episodes, the last of them the newest. */
  createCreatorWith(...episodes: SeededEpisode[]): Promise<{ creator: Person; ids: string[] }>
  /** A visitor on the dashboard, once it is live. */
  visitAs(person: Person, path?: string, options?: BrowserContextOptions): Promise<Visitor>
  /** Sets an episode's numbers: the totals, those of today, and those of forty days ago. */
  setStats(id: string, now: Stats, today: Stats, earlier: Stats): Promise<void>
}

/** Called once at the top of a spec about the dashboard. */
export function setUpDashboard(options: TestHoshiOptions = {}): DashboardFixture {
  const app = setUpApp(async () => options)
  return {
    app,
    async createCreatorWith(...episodes) {
      const creator = await createPerson(app.hoshi.url, 'creator')
      const ids: string[] = []
      for (const { state, ...fields } of episodes)
        ids.push(await seedEpisode(app.hoshi.connectionString, creator, fields, state))
      return { creator, ids }
    },
    async visitAs(person, path = '/dashboard', options = {}) {
      const visitor = await app.visit(options)
      await visitor.logInAs(person)
      const hasNoScript = options.javaScriptEnabled === false
      // Its last request: from then on only tests cause others.
      const live = hasNoScript ? null : visitor.page.waitForResponse('**/api/v1/me/episodes/live*')
      expect(await visitor.open(path)).toBe(200)
      await live
      return visitor
    },
    async setStats(id, now, today, earlier) {
      const execute = (statement: string, values: unknown[]) =>
        queryDatabase(app.hoshi.connectionString, statement, values)
      await execute('insert into episode_stats (episode_id) values ($1) on conflict do nothing', [id])
      await execute('update episode_stats set views = $2, likes = $3, comments = $4 where episode_id = $1', [
        id,
        ...now,
      ])
      for (const [days, stats] of [[0, today] as const, [40, earlier] as const])
        await execute(
          `insert into daily_totals (episode_id, day, views, likes, comments)
           values ($1, (now() at time zone 'UTC')::date - $2::int, $3, $4, $5)`,
          [id, days, ...stats],
        )
    },
  }
}

export const card = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })
export const edit = (page: Page, title: string) => card(page, title).getByRole('button', { name: 'Edit', exact: true })
export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
/** One of the three totals. */
export const stat = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Texts with whitespace collapsed. */
export async function textsOf(all: Locator): Promise<string[]> {
  return (await all.allTextContents()).map((text) => text.replaceAll(/\s+/g, ' ').trim())
}
