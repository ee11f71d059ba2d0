import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { alertsOf } from '#tests/support/by-hand.ts'
import { makeClip } from '#tests/support/clips.server.ts'
import { card, edit, onDashboard } from '#tests/support/dashboard.ts'
import { publishFinished } from '#tests/support/golden-renditions.server.ts'
import { createPerson, type Person } from '#tests/support/person.ts'
import { query } from '#tests/support/publishing.ts'

const { on, signedIn } = onDashboard()
let second: string

beforeAll(async () => {
  second = await makeClip(on.clipsDir, { seconds: 5 })
})

interface Found {
  videoId: string
  date: string
  views: number
  durationSeconds: number
}

const part = (page: Page) => page.getByRole('region', { name: 'Video file', exact: true })
const fileField = (page: Page) => part(page).getByLabel('New video file', { exact: true })
const button = (page: Page, name: string) => part(page).getByRole('button', { name, exact: true })

async function found(creator: Person, id: string): Promise<Found> {
  return (await (await creator.call('GET', `/api/v1/episodes/${id}`)).json()) as Found
}

async function creatorOf(title: string) {
  const creator = await createPerson(on.hoshi.url, 'creator')
  return { creator, id: await publishFinished(on.hoshi, creator, {}, { title }) }
}

async function openEdit(page: Page, title: string): Promise<void> {
  await edit(page, title).click()
  await page.getByRole('dialog', { name: 'Edit Episode' }).waitFor()
}

describe('a new file for an episode', () => {
  test('is sent from the sheet and takes its place, while address, views and date stay', async () => {
    const { creator, id } = await creatorOf('Rain')
    await query(on.hoshi.connectionString, 'insert into episode_stats (episode_id, views) values ($1, 41)', [id])
    const before = await found(creator, id)
    const { page, troubles } = await signedIn(creator, '/dashboard?tab=content')
    await openEdit(page, 'Rain')
    await fileField(page).setInputFiles(second)
    await button(page, 'Replace File').click()
    await part(page).getByText('The new file is in its place.').waitFor()
    const after = await found(creator, id)
    expect(after).toMatchObject({ date: before.date, views: 41, durationSeconds: 5 })
    expect(after.videoId).not.toBe(before.videoId)
    expect((await creator.call('GET', `/api/v1/videos/${before.videoId}`)).status).toBe(404)
    await page.keyboard.press('Escape')
    await card(page, 'Rain').getByText('0:05').waitFor()
    const watching = await on.visit()
    expect(await watching.open(`/watch/${id}`)).toBe(200)
    expect(troubles).toEqual([])
  })

  test('goes on without the page once it has arrived, and the old film plays until then', async () => {
    const { creator, id } = await creatorOf('Snow')
    const before = await found(creator, id)
    const { page, context } = await signedIn(creator)
    await openEdit(page, 'Snow')
    await fileField(page).setInputFiles(second)
    const sent = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.status() === 204)
    await button(page, 'Replace File').click()
    await sent
    await context.close()
    await expect.poll(async () => (await found(creator, id)).videoId).not.toBe(before.videoId)
  })

  test('that will not do leaves the film that is there, says why, and can be cancelled', async () => {
    const { creator, id } = await creatorOf('Fog')
    const before = await found(creator, id)
    const { page } = await signedIn(creator, '/dashboard?tab=content')
    await openEdit(page, 'Fog')
    await button(page, 'Replace File').click()
    expect(await alertsOf(page)).toEqual(['Please select a video file.'])
    const cut = (await readFile(second)).subarray(0, 20_000)
    await fileField(page).setInputFiles({ name: 'cut.mp4', mimeType: 'video/mp4', buffer: Buffer.from(cut) })
    await button(page, 'Replace File').click()
    const failed = part(page).getByText('The film that is there stays.')
    await failed.waitFor()
    expect(await found(creator, id)).toMatchObject({ videoId: before.videoId })
    await page.keyboard.press('Escape')
    await card(page, 'Fog').getByText('The film that is there stays.').waitFor()
    await openEdit(page, 'Fog')
    await button(page, 'Cancel Replacement').click()
    await failed.waitFor({ state: 'detached' })
    await card(page, 'Fog').getByText('The film that is there stays.').waitFor({ state: 'detached' })
  })

  test('is given up in the middle by Cancel, and nothing of it is left', async () => {
    const { creator, id } = await creatorOf('Hail')
    const before = await found(creator, id)
    const { page } = await signedIn(creator)
    await openEdit(page, 'Hail')
    await page.route('**/api/uploads/*', (route) =>
      route.request().method() === 'PATCH' ? undefined : route.fallback(),
    )
    await fileField(page).setInputFiles(second)
    await button(page, 'Replace File').click()
    await part(page).getByRole('progressbar', { name: 'New file' }).waitFor()
    await expect.poll(() => pending(creator)).not.toBeNull()
    await button(page, 'Cancel Replacement').click()
    await part(page).getByRole('progressbar').waitFor({ state: 'detached' })
    await expect.poll(() => pending(creator)).toBeNull()
    expect(await found(creator, id)).toMatchObject({ videoId: before.videoId })
  })
})

async function pending(creator: Person): Promise<unknown> {
  const answer = await creator.call('GET', '/api/v1/me/episodes')
  return ((await answer.json()) as { episodes: { replacement: unknown }[] }).episodes[0]?.replacement
}
