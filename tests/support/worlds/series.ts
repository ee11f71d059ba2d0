import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { type AppFixture, setUpApp } from './app-fixture.ts'

export interface SeriesFixture {
  readonly app: AppFixture
  /** A new creator with these public episodes. */
  prepare(titles: string[]): Promise<{ creator: Person; ids: string[] }>
  /** Makes the series 'The Vega Line' of these episodes and arcs. @returns its id */
  makeSeries(creator: Person, body: object): Promise<string>
  visitAs(person: Person, path: string, options?: { javaScriptEnabled?: boolean }): Promise<Page>
}

/** Called once at the top of a spec about series. */
export function setUpSeries(): SeriesFixture {
  const app = setUpApp()
  return {
    app,
    async prepare(titles) {
      const creator = await createPerson(app.hoshi.url, 'creator')
      const ids: string[] = []
      for (const title of titles) ids.push((await publishEpisode(app.hoshi, creator, { title })).id)
      return { creator, ids }
    },
    async makeSeries(creator, body) {
      const made = await creator.call('POST', '/api/v1/series', { title: 'The Vega Line', description: 'Eight stops.' })
      const { id } = (await made.json()) as { id: string }
      const listed = await creator.call('PUT', `/api/v1/series/${id}/episodes`, body)
      expect(listed.status).toBe(200)
      return id
    },
    async visitAs(person, path, options = {}) {
      const visitor = await app.visit(options)
      await visitor.logInAs(person)
      await visitor.open(path)
      return visitor.page
    },
  }
}

export const partTitles = (page: Page) => page.locator('.series-parts').getByRole('link').allTextContents()
