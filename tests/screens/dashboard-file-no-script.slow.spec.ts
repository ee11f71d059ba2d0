import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { alertsOf } from '#tests/support/browser/forms.ts'

import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { MAX_WAIT_MS } from '#tests/support/run/max-wait.ts'
import { setUpDashboard } from '#tests/support/worlds/dashboard.ts'

const { app, visitAs } = setUpDashboard({ worksJobs: true })
const noScript = { javaScriptEnabled: false }
const fakeVideo = { name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.from('not a video at all') }
let second: string

beforeAll(async () => {
  second = await makeClip(app.clipsDir, { seconds: 5 })
})

const section = (page: Page) => page.getByRole('region', { name: 'Video file', exact: true })
const button = (page: Page, name: string) => section(page).getByRole('button', { name, exact: true })
const editPathOf = (id: string) => `/dashboard/episodes/${id}/file`

async function createCreatorWith(title: string) {
  const creator = await createPerson(app.hoshi.url, 'creator')
  return { creator, id: await publishFinished(app.hoshi, creator, {}, { title }) }
}

async function replace(page: Page, file: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0] | null) {
  if (file) await section(page).getByLabel('New video file', { exact: true }).setInputFiles(file)
  await button(page, 'Replace File').click()
}

interface EpisodeResponse {
  videoId: string
  date: string
  views: number
  durationSeconds: number
}

async function fetchEpisode(creator: Person, id: string): Promise<EpisodeResponse> {
  return (await (await creator.call('GET', `/api/v1/episodes/${id}`)).json()) as EpisodeResponse
}

async function videosOf({ account }: Person): Promise<string[]> {
  const all = 'select uid from videos where creator_id = $1'
  const rows = await queryDatabase<{ uid: string }>(app.hoshi.connectionString, all, [account.uid])
  return rows.map(({ uid }) => uid)
}

const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: MAX_WAIT_MS, interval: 200 })

describe('without scripts, a new file for an episode', () => {
  test('is sent by a form and replaces the old one, while URL, views and date stay', async () => {
    const { creator, id } = await createCreatorWith('Rain')
    await queryDatabase(app.hoshi.connectionString, 'insert into episode_stats (episode_id, views) values ($1, 41)', [
      id,
    ])
    const before = await fetchEpisode(creator, id)
    const { page } = await visitAs(creator, editPathOf(id), noScript)
    await replace(page, second)
    await page.waitForURL(`**${editPathOf(id)}`)
    expect(await page.getByRole('alert').count()).toBe(0)
    await until(async () => expect((await fetchEpisode(creator, id)).videoId).not.toBe(before.videoId))
    expect(await fetchEpisode(creator, id)).toMatchObject({ date: before.date, views: 41, durationSeconds: 5 })
    expect(await videosOf(creator)).toEqual([(await fetchEpisode(creator, id)).videoId])
  })

  test('that is not acceptable is refused with the reason, and the old video stays', async () => {
    const { creator, id } = await createCreatorWith('Fog')
    const before = await fetchEpisode(creator, id)
    const { page } = await visitAs(creator, editPathOf(id), noScript)
    const long = await makeClip(app.clipsDir, { seconds: 602, fps: 1, width: 64, height: 64, audio: 'none' })
    for (const [file, sentence] of [
      [null, 'Please select a video file.'],
      [{ ...fakeVideo, name: 'notes.txt', mimeType: 'text/plain' }, 'Please select a video file.'],
      [
        fakeVideo,
        'This file is not a video that Hoshi can open. Export it as MP4 or WebM and upload that. The episode keeps its current video.',
      ],
      [long, 'Video exceeds 10-minute limit.'],
    ] as const) {
      // The same message twice would pass for the next one.
      await page.goto(editPathOf(id))
      await replace(page, file)
      await section(page).getByText(sentence, { exact: true }).waitFor()
      expect(await alertsOf(page)).toEqual([sentence])
    }
    expect(await videosOf(creator)).toEqual([before.videoId])
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Fog')
  })

  test('does not replace a pending one when it is refused', async () => {
    const { creator, id } = await createCreatorWith('Mist')
    const { uid } = await addPendingFile(creator, id, 1000)
    const { page } = await visitAs(creator, editPathOf(id), noScript)
    await replace(page, fakeVideo)
    await section(page).getByText('This file is not a video that Hoshi can open.').waitFor()
    expect(await videosOf(creator)).toContain(uid)
    await section(page).getByText('waiting.mp4').waitFor()
  })

  test('that is sent twice simultaneously is stored once', async () => {
    const { creator, id } = await createCreatorWith('Hail')
    const before = await fetchEpisode(creator, id)
    const bytes = new Uint8Array(await readFile(second))
    const send = () => {
      const form = new FormData()
      form.set('file', new Blob([bytes], { type: 'video/mp4' }), 'second.mp4')
      return creator.call('POST', `${editPathOf(id)}?file`, form)
    }
    const responses = await Promise.all([send(), send()])
    for (const response of responses) expect(response.status).toBeLessThan(400)
    await until(async () => {
      const { videoId } = await fetchEpisode(creator, id)
      expect(videoId).not.toBe(before.videoId)
      expect(await videosOf(creator)).toEqual([videoId])
    })
  })

  test('is refused after the session has ended, and for somebody else’s episode', async () => {
    const { creator, id } = await createCreatorWith('Sleet')
    const other = await createPerson(app.hoshi.url, 'creator')
    const before = await fetchEpisode(creator, id)
    const { page, context } = await visitAs(creator, editPathOf(id), noScript)
    await context.clearCookies()
    await replace(page, second)
    expect(await alertsOf(page)).toEqual(['You must be logged in.'])
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(await readFile(second))], { type: 'video/mp4' }), 'second.mp4')
    expect((await other.call('POST', `${editPathOf(id)}?file`, form)).status).toBe(403)
    expect(await videosOf(creator)).toEqual([before.videoId])
    expect(await videosOf(other)).toEqual([])
  })

  test('that is pending can be cancelled, even twice', async () => {
    const { creator, id } = await createCreatorWith('Drizzle')
    const before = await fetchEpisode(creator, id)
    const { uid } = await addPendingFile(creator, id, 1000)
    const { page } = await visitAs(creator, editPathOf(id), noScript)
    const again = await visitAs(creator, editPathOf(id), noScript)
    for (const each of [page, again.page]) {
      await button(each, 'Cancel Replacement').click()
      await button(each, 'Cancel Replacement').waitFor({ state: 'detached' })
      expect(await each.getByRole('alert').count()).toBe(0)
    }
    expect(await videosOf(creator)).not.toContain(uid)
    expect((await fetchEpisode(creator, id)).videoId).toBe(before.videoId)
  })
})

/** Gives the episode a pending file that has not arrived. */
async function addPendingFile(creator: Person, id: string, sizeBytes: number): Promise<{ uid: string }> {
  const response = await creator.call('POST', '/api/v1/videos', { name: 'waiting.mp4', sizeBytes })
  const { uid } = (await response.json()) as { uid: string }
  expect((await creator.call('PUT', `/api/v1/episodes/${id}/video/${uid}`)).status).toBe(200)
  return { uid }
}
