import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Frame } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callDialect, dialectSettings } from '#tests/support/dialect.ts'
import { finishVideo } from '#tests/support/golden-renditions.server.ts'
import { onScreen } from '#tests/support/on-screen.ts'
import { createPerson, type Person } from '#tests/support/person.ts'
import { publishEpisode } from '#tests/support/ready-video.server.ts'
import { createTestHoshi } from '#tests/support/test-hoshi.ts'
import { askForAddress } from '#tests/support/tus.ts'

const on = onScreen(async () => ({ environment: dialectSettings }))

let creator: Person
let uid = ''
let elsewhere: Server
/** A page of another site with one frame in it. */
let pageWith: (path: string) => string

beforeAll(async () => {
  creator = await createPerson(on.hoshi.url, 'creator')
  const asked = await callDialect(on.hoshi.url, 'POST', '/direct_upload', {
    maxDurationSeconds: 600,
    meta: { name: 'Rain' },
  })
  uid = ((await asked.json()) as { result: { uid: string } }).result.uid
  await finishVideo(on.hoshi, uid, { seconds: 4 })
  elsewhere = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://elsewhere')
    const source = on.hoshi.url + searchParams.get('path')
    response.setHeader('Content-Type', 'text/html')
    response.end(`<!doctype html><title>Elsewhere</title><iframe src="${source}" allow="autoplay"></iframe>`)
  })
  await new Promise<void>((listening) => elsewhere.listen(0, '127.0.0.1', listening))
  const { port } = elsewhere.address() as AddressInfo
  pageWith = (path) => `http://localhost:${port}/?path=${encodeURIComponent(path)}`
})

afterAll(() => elsewhere?.close())

async function openFrame(path: string): Promise<Frame> {
  const { page } = await on.visit()
  await page.goto(pageWith(path))
  await page.locator('iframe').waitFor()
  await expect.poll(() => page.frames().length).toBe(2)
  return page.frames()[1] as Frame
}

const picture = (frame: Frame) =>
  frame.evaluate(() => {
    const video = document.querySelector('video')
    return video && { isPaused: video.paused, isMuted: video.muted, hasMoved: video.currentTime > 0 }
  })

describe('the player in a frame of another site', () => {
  test('plays silently by itself when its address says so', async () => {
    const frame = await openFrame(`/${uid}/iframe?autoplay=true&muted=true`)
    await expect.poll(() => picture(frame)).toEqual({ isPaused: false, isMuted: true, hasMoved: true })
  })

  test('otherwise waits until somebody plays it', async () => {
    const frame = await openFrame(`/${uid}/iframe`)
    const play = frame.getByRole('button', { name: 'Play', exact: true })
    await play.waitFor()
    expect(await picture(frame)).toEqual({ isPaused: true, isMuted: false, hasMoved: false })
    await play.click()
    await expect.poll(async () => (await picture(frame))?.hasMoved).toBe(true)
  })
})

describe('what a frame shows', () => {
  const look = (path: string, person: Pick<Person, 'call'> = creator) => person.call('GET', path)

  test('its controls lie on the picture, however small the frame is', async () => {
    const { page, open } = await on.visit()
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

  test('an adult episode carries its badge and its reason', async () => {
    const { video } = await publishEpisode(on.hoshi, creator, { title: 'Late', nsfw: true })
    const page = await (await look(`/${video.uid}/iframe`)).text()
    expect(page).toContain('Late')
    expect(page).toContain('NSFW')
  })

  test('only this page may stand in a frame, and only when it has something to play', async () => {
    const policy = async (path: string) => (await look(path)).headers.get('content-security-policy')
    expect(await policy(`/${uid}/iframe`)).toContain('frame-ancestors *')
    expect(await policy('/unknown/iframe')).toContain(`frame-ancestors 'none'`)
    expect(await policy('/explore')).toContain(`frame-ancestors 'none'`)
  })

  test('only pages of sites that allowedOrigins names may frame it', async () => {
    const change = (allowedOrigins: string[]) => callDialect(on.hoshi.url, 'POST', `/${uid}`, { allowedOrigins })
    expect((await change(['example.com', 'http://localhost:5173'])).status).toBe(200)
    const { headers } = await look(`/${uid}/iframe`)
    expect((await change([])).status).toBe(200)
    const named = `frame-ancestors 'self' https://example.com http://example.com http://localhost:5173`
    expect(headers.get('content-security-policy')?.split('; ')).toContain(named)
  })

  test('what is unpublished is not found, for its owner too, and so is any other such path', async () => {
    const { uid: unpublished } = await askForAddress(creator, 1000)
    for (const path of [`/${unpublished}/iframe`, '/unknown/iframe', `/${uid}/other`, `/${uid}`]) {
      const answer = await look(path)
      expect([answer.status, (await answer.text()).includes('404 Not Found')], path).toEqual([404, true])
    }
  })

  test('without the settings of the dialect there is no frame and no dialect', async () => {
    const plain = await createTestHoshi()
    try {
      const owner = await createPerson(plain.url, 'creator')
      const { video } = await publishEpisode(plain, owner)
      expect((await look(`/${video.uid}/iframe`, owner)).status).toBe(404)
      expect((await callDialect(plain.url, 'GET', `/${video.uid}`)).status).toBe(404)
      expect((await callDialect(plain.url, 'POST', '/direct_upload', { maxDurationSeconds: 600 })).status).toBe(404)
    } finally {
      await plain.close()
    }
  })
})
