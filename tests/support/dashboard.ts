import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Visitor } from './browser.server.ts'
import { type OnScreen, onScreen } from './on-screen.ts'
import { createPerson, type Person } from './person.ts'
import { type EpisodeWords, query, stageEpisode } from './publishing.ts'

type StagedEpisode = EpisodeWords & { state?: 'ready' | 'inprogress' | 'error' }

/** Views, likes and comments. */
type Numbers = readonly [views: number, likes: number, comments: number]

export interface OnDashboard {
  readonly on: OnScreen
  /** Somebody with these episodes, the last of them the newest. */
  creatorOf(...episodes: StagedEpisode[]): Promise<{ creator: Person; ids: string[] }>
  /** Somebody at the dashboard, once it follows and the list that it asked for again has come. */
  signedIn(person: Person, path?: string, options?: BrowserContextOptions): Promise<Visitor>
  /** Numbers of an episode as if people had made them: all there are, those of today, and those of forty days ago. */
  giveNumbers(id: string, now: Numbers, today: Numbers, earlier: Numbers): Promise<void>
}

/** Called once at the top of a spec about the dashboard. */
export function onDashboard(): OnDashboard {
  const on = onScreen()
  return {
    on,
    async creatorOf(...episodes) {
      const creator = await createPerson(on.hoshi.url, 'creator')
      const ids: string[] = []
      for (const { state, ...words } of episodes)
        ids.push(await stageEpisode(on.hoshi.connectionString, creator, words, state))
      return { creator, ids }
    },
    async signedIn(person, path = '/dashboard', options = {}) {
      const visitor = await on.visit(options)
      await visitor.logInAs(person)
      const isPlain = options.javaScriptEnabled === false
      // Asked for once the live connection stands: from then on nothing is sent that no test asks for.
      const listed = isPlain ? null : visitor.page.waitForResponse('**/api/v1/me/episodes')
      expect(await visitor.open(path)).toBe(200)
      await (await listed)?.finished()
      return visitor
    },
    async giveNumbers(id, now, today, earlier) {
      const tell = (statement: string, values: unknown[]) => query(on.hoshi.connectionString, statement, values)
      await tell('insert into episode_stats (episode_id) values ($1) on conflict do nothing', [id])
      await tell('update episode_stats set views = $2, likes = $3, comments = $4 where episode_id = $1', [id, ...now])
      for (const [days, numbers] of [[0, today] as const, [40, earlier] as const])
        await tell(
          `insert into daily_totals (episode_id, day, views, likes, comments)
           values ($1, (now() at time zone 'UTC')::date - $2::int, $3, $4, $5)`,
          [id, days, ...numbers],
        )
    },
  }
}

export const card = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })
export const edit = (page: Page, title: string) => card(page, title).getByRole('button', { name: 'Edit', exact: true })
export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
/** One of the three totals. */
export const stat = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Texts as they are read, without the breaks between their parts. */
export async function textsOf(all: Locator): Promise<string[]> {
  return (await all.allTextContents()).map((text) => text.replaceAll(/\s+/g, ' ').trim())
}
