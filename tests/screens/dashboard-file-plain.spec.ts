import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { askDatabase } from '#tests/support/ask-database.server.ts'
import { alertsOf } from '#tests/support/by-hand.ts'
import { makeClip } from '#tests/support/clips.server.ts'
import { onDashboard } from '#tests/support/dashboard.ts'
import { publishFinished } from '#tests/support/golden-renditions.server.ts'
import { PATIENCE_MS } from '#tests/support/patience.ts'
import { createPerson, type Person } from '#tests/support/person.ts'
import { query } from '#tests/support/publishing.ts'

const { on, signedIn } = onDashboard()
const plain = { javaScriptEnabled: false }
const pretender = { name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.from('not a film at all') }
let second: string

beforeAll(async () => {
  second = await makeClip(on.clipsDir, { seconds: 5 })
})

const part = (page: Page) => page.getByRole('region', { name: 'Video file', exact: true })
const button = (page: Page, name: string) => part(page).getByRole('button', { name, exact: true })
const sheetOf = (id: string) => `/dashboard?tab=content&edit=${id}`

async function creatorOf(title: string) {
  const creator = await createPerson(on.hoshi.url, 'creator')
  return { creator, id: await publishFinished(on.hoshi, creator, {}, { title }) }
}

async function replace(page: Page, file: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0] | null) {
  if (file) await part(page).getByLabel('New video file', { exact: true }).setInputFiles(file)
  await button(page, 'Replace File').click()
}

interface Found {
  videoId: string
  date: string
  views: number
  durationSeconds: number
}

async function found(creator: Person, id: string): Promise<Found> {
  return (await (await creator.call('GET', `/api/v1/episodes/${id}`)).json()) as Found
}

async function videosOf({ account }: Person): Promise<string[]> {
  const all = 'select uid from videos where creator_id = $1'
  const rows = await askDatabase<{ uid: string }>(on.hoshi.connectionString, all, [account.uid])
  return rows.map(({ uid }) => uid)
}

const until = (look: () => Promise<void>) => vi.waitFor(look, { timeout: PATIENCE_MS, interval: 200 })

describe('without scripts, a new file for an episode', () => {
  test('is sent by a form and takes its place, while address, views and date stay', async () => {
    const { creator, id } = await creatorOf('Rain')
    await query(on.hoshi.connectionString, 'insert into episode_stats (episode_id, views) values ($1, 41)', [id])
    const before = await found(creator, id)
    const { page } = await signedIn(creator, sheetOf(id), plain)
    await replace(page, second)
    await page.waitForURL(`**${sheetOf(id)}`)
    expect(await page.getByRole('alert').count()).toBe(0)
    await until(async () => expect((await found(creator, id)).videoId).not.toBe(before.videoId))
    expect(await found(creator, id)).toMatchObject({ date: before.date, views: 41, durationSeconds: 5 })
    expect(await videosOf(creator)).toEqual([(await found(creator, id)).videoId])
  })

  test('that will not do is refused in words, and the film that is there stays', async () => {
    const { creator, id } = await creatorOf('Fog')
    const before = await found(creator, id)
    const { page } = await signedIn(creator, sheetOf(id), plain)
    const long = await makeClip(on.clipsDir, { seconds: 602, fps: 1, width: 64, height: 64, audio: 'none' })
    for (const [file, sentence] of [
      [null, 'Please select a video file.'],
      [{ ...pretender, name: 'notes.txt', mimeType: 'text/plain' }, 'Please select a video file.'],
      [
        pretender,
        'This file is not a video that Hoshi can open. Export it as MP4 or WebM and upload that. The film that is there stays.',
      ],
      [long, 'Video exceeds 10-minute limit.'],
    ] as const) {
      // The same sentence twice would be taken for the next one.
      await page.goto(sheetOf(id))
      await replace(page, file)
      await part(page).getByText(sentence, { exact: true }).waitFor()
      expect(await alertsOf(page)).toEqual([sentence])
    }
    expect(await videosOf(creator)).toEqual([before.videoId])
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Fog')
  })

  test('takes the place of nothing that is waited for when it is refused', async () => {
    const { creator, id } = await creatorOf('Mist')
    const { uid } = await waitFor(creator, id, 1000)
    const { page } = await signedIn(creator, sheetOf(id), plain)
    await replace(page, pretender)
    await part(page).getByText('This file is not a video that Hoshi can open.').waitFor()
    expect(await videosOf(creator)).toContain(uid)
    await part(page).getByText('waiting.mp4').waitFor()
  })

  test('that is sent twice at once is there once', async () => {
    const { creator, id } = await creatorOf('Hail')
    const before = await found(creator, id)
    const bytes = new Uint8Array(await readFile(second))
    const send = () => {
      const form = new FormData()
      form.set('file', new Blob([bytes], { type: 'video/mp4' }), 'second.mp4')
      return creator.call('POST', `${sheetOf(id)}&file`, form)
    }
    const answers = await Promise.all([send(), send()])
    for (const answer of answers) expect(answer.status).toBeLessThan(400)
    await until(async () => {
      const { videoId } = await found(creator, id)
      expect(videoId).not.toBe(before.videoId)
      expect(await videosOf(creator)).toEqual([videoId])
    })
  })

  test('is not taken from a session that ended, nor for an episode of somebody else', async () => {
    const { creator, id } = await creatorOf('Sleet')
    const other = await createPerson(on.hoshi.url, 'creator')
    const before = await found(creator, id)
    const { page, context } = await signedIn(creator, sheetOf(id), plain)
    await context.clearCookies()
    await replace(page, second)
    expect(await alertsOf(page)).toEqual(['You must be logged in.'])
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(await readFile(second))], { type: 'video/mp4' }), 'second.mp4')
    expect((await other.call('POST', `${sheetOf(id)}&file`, form)).status).toBe(403)
    expect(await videosOf(creator)).toEqual([before.videoId])
    expect(await videosOf(other)).toEqual([])
  })

  test('that is waited for can be cancelled, also twice', async () => {
    const { creator, id } = await creatorOf('Drizzle')
    const before = await found(creator, id)
    const { uid } = await waitFor(creator, id, 1000)
    const { page } = await signedIn(creator, sheetOf(id), plain)
    const again = await signedIn(creator, sheetOf(id), plain)
    for (const each of [page, again.page]) {
      await button(each, 'Cancel Replacement').click()
      await button(each, 'Cancel Replacement').waitFor({ state: 'detached' })
      expect(await each.getByRole('alert').count()).toBe(0)
    }
    expect(await videosOf(creator)).not.toContain(uid)
    expect((await found(creator, id)).videoId).toBe(before.videoId)
  })
})

/** Lets the episode wait for a file that has not arrived. */
async function waitFor(creator: Person, id: string, sizeBytes: number): Promise<{ uid: string }> {
  const asked = await creator.call('POST', '/api/v1/videos', { name: 'waiting.mp4', sizeBytes })
  const { uid } = (await asked.json()) as { uid: string }
  expect((await creator.call('PUT', `/api/v1/episodes/${id}/video/${uid}`)).status).toBe(200)
  return { uid }
}
