import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { alertsOf } from '#tests/support/browser/forms.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { card, setUpDashboard } from '#tests/support/worlds/dashboard.ts'

const { app, visitAs } = setUpDashboard({ worksJobs: true })
let second: string

beforeAll(async () => {
  second = await makeClip(app.clipsDir, { seconds: 5 })
})

interface EpisodeResponse {
  videoId: string
  date: string
  views: number
  durationSeconds: number
}

const section = (page: Page) => page.getByRole('region', { name: 'Video file', exact: true })
const fileField = (page: Page) => section(page).getByLabel('New video file', { exact: true })
const button = (page: Page, name: string) => section(page).getByRole('button', { name, exact: true })

async function fetchEpisode(creator: Person, id: string): Promise<EpisodeResponse> {
  return (await (await creator.call('GET', `/api/v1/episodes/${id}`)).json()) as EpisodeResponse
}

async function createCreatorWith(title: string) {
  const creator = await createPerson(app.hoshi.url, 'creator')
  return { creator, id: await publishFinished(app.hoshi, creator, 'short', { title }) }
}

const fileOf = (id: string) => `/dashboard/episodes/${id}/file`

describe('a new file for an episode', () => {
  test('is sent from the page and replaces the old one, while URL, views and date stay', async () => {
    const { creator, id } = await createCreatorWith('Rain')
    await queryDatabase(app.hoshi.connectionString, 'insert into episode_stats (episode_id, views) values ($1, 41)', [
      id,
    ])
    const before = await fetchEpisode(creator, id)
    const list = await visitAs(creator, '/dashboard?tab=content')
    const { page, errors } = await visitAs(creator, fileOf(id))
    await fileField(page).setInputFiles(second)
    await button(page, 'Replace File').click()
    await section(page).getByText('The new file is now in use.').waitFor()
    const after = await fetchEpisode(creator, id)
    expect(after).toMatchObject({ date: before.date, views: 41, durationSeconds: 5 })
    expect(after.videoId).not.toBe(before.videoId)
    expect((await creator.call('GET', `/api/v1/videos/${before.videoId}`)).status).toBe(404)
    await card(list.page, 'Rain').getByText('0:05').waitFor()
    const visitor = await app.visit()
    expect(await visitor.open(`/watch/${id}`)).toBe(200)
    expect(errors).toEqual([])
  })

  test('is processed without the page once uploaded, and the old video plays until then', async () => {
    const { creator, id } = await createCreatorWith('Snow')
    const before = await fetchEpisode(creator, id)
    const { page, context } = await visitAs(creator, fileOf(id))
    await fileField(page).setInputFiles(second)
    const sent = page.waitForResponse(
      (response) => response.request().method() === 'PATCH' && response.status() === 204,
    )
    await button(page, 'Replace File').click()
    await sent
    await context.close()
    await expect.poll(async () => (await fetchEpisode(creator, id)).videoId).not.toBe(before.videoId)
  })

  test('that is not acceptable leaves the old video, shows the reason, and can be cancelled', async () => {
    const { creator, id } = await createCreatorWith('Fog')
    const before = await fetchEpisode(creator, id)
    const list = await visitAs(creator, '/dashboard?tab=content')
    const { page } = await visitAs(creator, fileOf(id))
    await button(page, 'Replace File').click()
    expect(await alertsOf(page)).toEqual(['Please select a video file.'])
    const truncated = (await readFile(second)).subarray(0, 20_000)
    await fileField(page).setInputFiles({ name: 'cut.mp4', mimeType: 'video/mp4', buffer: Buffer.from(truncated) })
    await button(page, 'Replace File').click()
    const failed = section(page).getByText('The episode keeps its current video.')
    await failed.waitFor()
    expect(await fetchEpisode(creator, id)).toMatchObject({ videoId: before.videoId })
    await card(list.page, 'Fog').getByText('The episode keeps its current video.').waitFor()
    await button(page, 'Cancel Replacement').click()
    await failed.waitFor({ state: 'detached' })
    await card(list.page, 'Fog').getByText('The episode keeps its current video.').waitFor({ state: 'detached' })
  })

  test('is stopped midway by Cancel, and nothing of it is left', async () => {
    const { creator, id } = await createCreatorWith('Hail')
    const before = await fetchEpisode(creator, id)
    const { page } = await visitAs(creator, fileOf(id))
    await page.route('**/api/uploads/*', (route) =>
      route.request().method() === 'PATCH' ? undefined : route.fallback(),
    )
    await fileField(page).setInputFiles(second)
    await button(page, 'Replace File').click()
    await section(page).getByRole('progressbar', { name: 'New file' }).waitFor()
    await expect.poll(() => pendingReplacement(creator)).not.toBeNull()
    await button(page, 'Cancel Replacement').click()
    await section(page).getByRole('progressbar').waitFor({ state: 'detached' })
    await expect.poll(() => pendingReplacement(creator)).toBeNull()
    expect(await fetchEpisode(creator, id)).toMatchObject({ videoId: before.videoId })
  })
})

async function pendingReplacement(creator: Person): Promise<unknown> {
  const response = await creator.call('GET', '/api/v1/me/episodes')
  return ((await response.json()) as { episodes: { replacement: unknown }[] }).episodes[0]?.replacement
}
