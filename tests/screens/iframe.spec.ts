import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Frame } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loopFilms } from '#tests/support/browser/player.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { callCompatibleApi, compatibleApiSettings } from '#tests/support/http/compatible-api.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { createUpload } from '#tests/support/http/tus.ts'
import { finishVideo } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'
import { createTestHoshi } from '#tests/support/worlds/test-hoshi.ts'

const app = setUpApp(async () => ({ environment: compatibleApiSettings }))

let creator: Person
let uid = ''
let elsewhere: Server
/** A page of another site with one frame in it. */
let pageWith: (path: string) => string

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator')
  const response = await callCompatibleApi(app.hoshi.url, 'POST', '/direct_upload', {
    maxDurationSeconds: 600,
    meta: { name: 'Rain' },
  })
  uid = ((await response.json()) as { result: { uid: string } }).result.uid
  await finishVideo(app.hoshi, uid, 'short')
  elsewhere = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://elsewhere')
    const source = app.hoshi.url + searchParams.get('path')
    response.setHeader('Content-Type', 'text/html')
    response.end(`<!doctype html><title>Elsewhere</title><iframe src="${source}" allow="autoplay"></iframe>`)
  })
  await new Promise<void>((listening) => elsewhere.listen(0, '127.0.0.1', listening))
  const { port } = elsewhere.address() as AddressInfo
  pageWith = (path) => `http://localhost:${port}/?path=${encodeURIComponent(path)}`
})

afterAll(() => elsewhere?.close())

async function openFrame(path: string): Promise<Frame> {
  const { page } = await app.visit()
  await page.addInitScript(loopFilms)
  await page.goto(pageWith(path))
  await page.locator('iframe').waitFor()
  await expect.poll(() => page.frames().length).toBe(2)
  return page.frames()[1] as Frame
}

const playbackState = (frame: Frame) =>
  frame.evaluate(() => {
    const video = document.querySelector('video')
    return video && { isPaused: video.paused, isMuted: video.muted, hasMoved: video.currentTime > 0 }
  })

describe('the player in a frame on another site', () => {
  test('autoplays muted when its URL says so', async () => {
    const frame = await openFrame(`/${uid}/iframe?autoplay=true&muted=true`)
    await expect.poll(() => playbackState(frame)).toEqual({ isPaused: false, isMuted: true, hasMoved: true })
  })

  test('otherwise waits for a click on Play', async () => {
    const frame = await openFrame(`/${uid}/iframe`)
    const play = frame.getByRole('button', { name: 'Play', exact: true })
    await play.waitFor()
    expect(await playbackState(frame)).toEqual({ isPaused: true, isMuted: false, hasMoved: false })
    await play.click()
    await expect.poll(async () => (await playbackState(frame))?.hasMoved).toBe(true)
  })
})

describe('the frame', () => {
  const fetchAs = (path: string, person: Pick<Person, 'call'> = creator) => person.call('GET', path)

  test('its controls fit the frame, however small', async () => {
    const { page, open } = await app.visit()
    for (const size of [
      { width: 800, height: 450 },
      { width: 390, height: 220 },
      { width: 300, height: 150 },
    ]) {
      await page.setViewportSize(size)
      await open(`/${uid}/iframe`)
      for (const name of ['Play', 'Full screen']) {
        const box = (await page.getByRole('button', { name, exact: true }).boundingBox())!
        expect(box.y, `${name} at ${size.width} px`).toBeGreaterThanOrEqual(0)
        expect(box.y + box.height, `${name} at ${size.width} px`).toBeLessThanOrEqual(size.height)
        expect(box.x + box.width, `${name} at ${size.width} px`).toBeLessThanOrEqual(size.width)
      }
      const [wide, high] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.documentElement.scrollHeight,
      ])
      expect([wide, high]).toEqual([size.width, size.height])
    }
  })

  test('an adult episode has its title and its NSFW badge, and none of its media', async () => {
    const { video } = await publishEpisode(app.hoshi, creator, { title: 'Late', nsfw: true })
    const page = await (await fetchAs(`/${video.uid}/iframe`)).text()
    expect(page).toContain('Late')
    expect(page).toContain('Marked NSFW')
    expect(page).not.toContain('/media/')
  })

  test('only this page may be framed, and only when it has a video to play', async () => {
    const policy = async (path: string) => (await fetchAs(path)).headers.get('content-security-policy')
    expect(await policy(`/${uid}/iframe`)).toContain('frame-ancestors *')
    expect(await policy('/unknown/iframe')).toContain(`frame-ancestors 'none'`)
    expect(await policy('/explore')).toContain(`frame-ancestors 'none'`)
  })

  test('only sites in allowedOrigins may frame it', async () => {
    const change = (allowedOrigins: string[]) => callCompatibleApi(app.hoshi.url, 'POST', `/${uid}`, { allowedOrigins })
    expect((await change(['example.com', 'http://localhost:5173'])).status).toBe(200)
    const { headers } = await fetchAs(`/${uid}/iframe`)
    expect((await change([])).status).toBe(200)
    const named = `frame-ancestors 'self' https://example.com http://example.com http://localhost:5173`
    expect(headers.get('content-security-policy')?.split('; ')).toContain(named)
  })

  test('an unpublished video is not found, even by its owner, nor is any similar path', async () => {
    const { uid: unpublished } = await createUpload(creator, 1000)
    for (const path of [`/${unpublished}/iframe`, '/unknown/iframe', `/${uid}/other`, `/${uid}`]) {
      const response = await fetchAs(path)
      expect([response.status, (await response.text()).includes('404 Not Found')], path).toEqual([404, true])
    }
  })

  test('without the settings of the compatible API there is neither frame nor API', async () => {
    const withoutApi = await createTestHoshi()
    try {
      const owner = await createPerson(withoutApi.url, 'creator')
      const { video } = await publishEpisode(withoutApi, owner)
      expect((await fetchAs(`/${video.uid}/iframe`, owner)).status).toBe(404)
      expect((await callCompatibleApi(withoutApi.url, 'GET', `/${video.uid}`)).status).toBe(404)
      expect(
        (await callCompatibleApi(withoutApi.url, 'POST', '/direct_upload', { maxDurationSeconds: 600 })).status,
      ).toBe(404)
    } finally {
      await withoutApi.close()
    }
  })
})
