import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishClip } from '#tests/support/data/publishing.ts'
import { openEventStream } from '#tests/support/http/event-stream.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { openPlainBrowser } from '#tests/support/http/plain-browser.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

const run = promisify(execFile)
let site: TestHoshi
let dir: string
let creator: Person
let id: string
let videoId: string
let png: Buffer

interface Found {
  videoId: string
  poster: string | null
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-posters-'))
  site = await createTestHoshi({ worksJobs: true })
  creator = await createPerson(site.url, 'creator')
  id = await publishClip(creator, await makeClip(dir))
  ;({ videoId } = await episode())
  await eventually('there is an automatic poster', async () => (await episode()).poster !== null)
  const path = join(dir, 'still.png')
  await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=s=320x200', '-frames:v', '1', path])
  png = await readFile(path)
})

afterAll(async () => {
  await site?.close()
  await rm(dir, { recursive: true, force: true })
})

const episode = async () =>
  (await (await createStranger(site.url).call('GET', `/api/v1/episodes/${id}`)).json()) as Found
const posterPath = () => `/api/v1/videos/${videoId}/poster`
const put = (body: unknown, headers: Record<string, string> = {}) => creator.call('PUT', posterPath(), body, headers)
const send = (bytes: Uint8Array, type = 'image/png') => put(bytes, { 'Content-Type': type })

async function refusal(response: Response) {
  const { status, code, field } = (await response.json()) as Record<string, unknown>
  return { status, code, field }
}

describe('a poster chosen by the creator', () => {
  test('is immediately in every list, sent to open dashboards, and public', async () => {
    const stream = await openEventStream(creator, '/api/v1/me/episodes/live')
    try {
      const before = await episode()
      const response = await send(png)
      expect(response.status).toBe(200)
      const chosen = (await response.json()) as { hasChosenPoster: boolean; playback: { poster: string } }
      expect(chosen).toMatchObject({ uid: videoId, hasChosenPoster: true })
      expect(chosen.playback.poster).not.toBe(before.poster)
      expect(await episode()).toMatchObject({ poster: chosen.playback.poster })
      const event = await stream.waitForEvent(({ data }) => data.id === id && data.poster === chosen.playback.poster)
      expect(event.event).toBe('episode')
      const poster = await createStranger(site.url).call('GET', chosen.playback.poster)
      expect(Object.fromEntries(poster.headers)).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      expect(Buffer.from(await poster.arrayBuffer()).toString('latin1', 8, 12)).toBe('WEBP')
    } finally {
      stream.close()
    }
  })

  test('may be a frame of the video, and can be replaced by the automatic one again', async () => {
    expect((await creator.call('DELETE', posterPath())).status).toBe(204)
    const automatic = (await episode()).poster
    expect((await put({ atSeconds: 1.5 })).status).toBe(200)
    expect((await episode()).poster).not.toBe(automatic)
    expect((await creator.call('DELETE', posterPath())).status).toBe(204)
    expect((await creator.call('DELETE', posterPath())).status).toBe(204)
    expect((await episode()).poster).toBe(automatic)
  })

  test('is chosen without scripts on the edit page, which shows it or the reason of a refusal', async () => {
    expect((await creator.call('DELETE', posterPath())).status).toBe(204)
    const automatic = (await episode()).poster
    const browser = openPlainBrowser(site.url)
    await browser.logInAs(creator)
    const openSection = async () =>
      (await browser.open(`/dashboard/episodes/${id}/thumbnail`)).the('region', 'Thumbnail')
    await expect.poll(async () => (await openSection()).all('radio').length).toBeGreaterThan(1)
    const section = await openSection()
    section.field('0:01').check()
    const framed = (await section.press('Use This Frame')).the('region', 'Thumbnail')
    expect(framed.statuses()).toContainEqual(expect.stringContaining('Custom thumbnail.'))
    const framePoster = (await episode()).poster
    expect(framed.all('img', '').map(({ attributes }) => attributes.src)).toEqual([framePoster])
    const file = (bytes: Uint8Array) => new File([new Uint8Array(bytes)], 'still.png', { type: 'image/png' })
    framed.field('Upload an image').attach(file(png))
    const uploaded = (await framed.press('Upload Image')).the('region', 'Thumbnail')
    expect([framePoster, automatic]).not.toContain((await episode()).poster)
    const back = (await uploaded.press('Use Automatic Thumbnail')).the('region', 'Thumbnail')
    expect(back.statuses()).toContainEqual(expect.stringContaining('Automatic thumbnail'))
    expect((await episode()).poster).toBe(automatic)
    back.field('Upload an image').attach(file(new Uint8Array(5 * 1024 ** 2 + 1)))
    const tooLarge = await back.press('Upload Image')
    expect(tooLarge.alerts()).toEqual(['The image is larger than 5 MB. Please choose a smaller one.'])
    const noFrame = await tooLarge.press('Use This Frame')
    expect(noFrame.text).toContain('Please choose a time within the video, in seconds from the start.')
    browser.forgetCookies()
    expect((await noFrame.press('Use This Frame')).alerts()).toEqual(['You must be logged in.'])
  })

  test('is refused when invalid, with a message about the input', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    const wrong = (status: number, code: string, field?: string) => ({ status, code, field })
    expect(await refusal(await send(svg, 'image/svg+xml'))).toEqual(wrong(415, 'request.wrong_type'))
    expect(await refusal(await send(svg))).toEqual(wrong(415, 'video.poster_no_picture', 'poster'))
    expect(await refusal(await send(png.subarray(0, 60)))).toEqual(wrong(422, 'video.poster_unreadable', 'poster'))
    expect(await refusal(await put(undefined))).toEqual(wrong(422, 'video.poster_missing', 'poster'))
    expect(await refusal(await send(new Uint8Array(5 * 1024 ** 2 + 1)))).toEqual(wrong(413, 'request.too_large'))
    for (const atSeconds of [-1, 3, '1', null])
      expect(await refusal(await put({ atSeconds }))).toEqual(wrong(422, 'video.poster_time_invalid', 'atSeconds'))
    expect(await refusal(await put({ atSeconds: 1, poster: 'x' }))).toEqual(wrong(422, 'request.invalid', 'poster'))
    const json = { 'Content-Type': 'application/json' }
    expect(await refusal(await put(Buffer.from('{'), json))).toEqual(wrong(400, 'request.unreadable'))
    expect(await refusal(await put({}))).toEqual(wrong(422, 'video.poster_time_invalid', 'atSeconds'))
  })
})
