import type { Page } from 'playwright-core'
import { beforeAll, beforeEach } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import type { AppFixture } from './app-fixture.ts'

/** Writes a timed note, whatever its author wrote a moment ago. @returns its id */
export async function writeNote(
  app: AppFixture,
  author: Pick<Person, 'call'>,
  episodeId: string,
  { text, frame }: { text: string; frame: number },
): Promise<string> {
  await queryDatabase(app.hoshi.connectionString, 'delete from rate_limits')
  const response = await author.call('POST', `/api/v1/episodes/${episodeId}/notes`, { text, frame })
  if (response.status !== 201) throw new Error(`Writing a note answered ${response.status}: ${await response.text()}`)
  return ((await response.json()) as { id: string }).id
}

/** Stores many notes at once, without limits. */
export async function storeNotes(app: AppFixture, author: Person, episodeId: string, frames: number[]): Promise<void> {
  const ids = frames.map(() => newId())
  await queryDatabase(
    app.hoshi.connectionString,
    `insert into episode_stats (episode_id) values ('${episodeId}') on conflict do nothing`,
  )
  await queryDatabase(
    app.hoshi.connectionString,
    `insert into comments (id, episode_id, author_uid, text, frame, on_picture, created_at)
     select id, '${episodeId}', '${author.account.uid}', 'note number ' || place, frame, true, now()
     from unnest('{${ids}}'::text[], '{${frames}}'::int[]) with ordinality as stored (id, frame, place)`,
  )
}

export interface NotedEpisode {
  creator: Person
  viewer: Person
  /** Id of an episode of eight seconds, 24 frames each. */
  id: string
  path: string
}

/** People, and a new episode for each test. */
export function setUpNotes(app: AppFixture): NotedEpisode {
  const episode = {} as NotedEpisode
  beforeAll(async () => {
    episode.creator = await createPerson(app.hoshi.url, 'creator', 'Mio')
    episode.viewer = await createPerson(app.hoshi.url, 'viewer')
  })
  beforeEach(async () => {
    episode.id = await publishFinished(app.hoshi, episode.creator, 'numbered', { title: 'The Last Local' })
    episode.path = `/watch/${episode.id}`
  })
  return episode
}

export const notesOnPicture = (page: Page) => page.locator('.note-on-picture')
/** Opens the tab of the notes, which the browser then remembers. */
export const showNotes = (page: Page) => page.getByRole('tab', { name: /^Notes/ }).click()
export const notesList = (page: Page) => page.getByRole('tabpanel', { name: /^Notes/ })
export const noteRow = (page: Page, text: string) => notesList(page).getByRole('listitem').filter({ hasText: text })
