import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect } from 'vitest'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { type AppFixture, setUpApp } from './app-fixture.ts'
import type { TestHoshiOptions } from './test-hoshi.ts'

/** A viewer and an episode of the creator Mio, new for each test. */
export interface WatchedEpisode {
  creator: Person
  viewer: Person
  id: string
  /** Path of its watch page. */
  path: string
}

export interface WatchCommentsFixture {
  readonly app: AppFixture
  /** Stores a comment, on the test's episode unless another is given. @returns its id */
  write(person: Person, text: string, parentId?: string, episodeId?: string): Promise<string>
}

/** Called once at the top of a spec. @param onOpen receives the episode of each test before it runs */
export function setUpWatchComments(
  onOpen: (opened: WatchedEpisode) => void,
  options: TestHoshiOptions = {},
): WatchCommentsFixture {
  const app = setUpApp(async () => options)
  let creator: Person
  let id: string

  beforeAll(async () => {
    creator = await createPerson(app.hoshi.url, 'creator', 'Mio')
  })
  beforeEach(async () => {
    const viewer = await createPerson(app.hoshi.url, 'viewer')
    id = await publishFinished(app.hoshi, creator, 'short', { title: 'Rain on threes', genre: 'Drama' })
    onOpen({ creator, viewer, id, path: `/watch/${id}` })
  })

  return {
    app,
    async write(person, text, parentId, episodeId = id) {
      const response = await person.call('POST', `/api/v1/episodes/${episodeId}/comments`, { text, parentId })
      const body = (await response.json()) as { id: string }
      expect(response.status).toBe(201)
      return body.id
    },
  }
}

export const section = (page: Page) => page.getByRole('region', { name: /^Comments/ })
/** A comment that is stored. */
export const itemOf = (page: Page, text: string) =>
  page.locator('li.comment:not([aria-busy])').filter({ hasText: text }).last()
/** The number beside the title of the section. */
export const countOf = (page: Page) => page.locator('#comments-title .figures').textContent()
/** The comment that is shown now, whatever its text becomes. */
export async function keepItem(page: Page, text: string) {
  return page.locator(`#${await itemOf(page, text).getAttribute('id')}`)
}
