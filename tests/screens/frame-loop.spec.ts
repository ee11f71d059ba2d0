import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { prepareFrameReader, recordTurns, seenFrame } from '#tests/support/browser/frame-numbers.ts'
import { button, openPaused, recordNotices, videoOf } from '#tests/support/browser/player.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
const wide = { viewport: { width: 1440, height: 900 } }
let path = ''

beforeAll(async () => {
  const creator = await createPerson(app.hoshi.url, 'creator', 'Mio')
  path = `/watch/${await publishFinished(app.hoshi, creator, 'numbered', { title: 'The Last Local' })}`
})

const isPlaying = (page: Page) => expect.poll(async () => (await videoOf(page)).paused).toBe(false)

describe('a loop link', () => {
  test('loops its frames at once, both ends included and nothing else, outside of study mode', async () => {
    const { page, open, errors } = await app.visit(wide)
    await open(`${path}?f=50-61`)
    await page.getByText('0:02 +02 to 0:02 +13').waitFor()
    await isPlaying(page)
    await prepareFrameReader(page)
    const turns = await recordTurns(page, { from: 50, to: 61, turns: 10 })
    expect(turns.map(({ first, last }) => [first, last])).toEqual(turns.map(() => [50, 61]))
    expect(turns.flatMap(({ seen }) => seen).filter((frame) => frame < 50 || frame > 61)).toEqual([])
    expect(await page.getByRole('timer').count()).toBe(0)
    await button(page, 'Stop loop').click()
    await expect.poll(async () => (await videoOf(page)).currentTime).toBeGreaterThan(62 / 24 + 0.2)
    expect(errors).toEqual([])
  })

  test('stays in its loop on a page that is not on screen, which draws no pictures', async () => {
    const { page, open } = await app.visit(wide)
    await open(`${path}?f=50-61`)
    await page.getByText('0:02 +02 to 0:02 +13').waitFor()
    await isPlaying(page)
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true })
      globalThis.requestAnimationFrame = () => 0
      const video = document.querySelector('video')!
      const jumps: number[] = []
      Object.assign(window, { jumps })
      video.addEventListener('seeking', () => jumps.push(video.currentTime))
      video.addEventListener('ended', () => jumps.push(video.duration))
    })
    const jumps = () => page.evaluate(() => (window as unknown as { jumps: number[] }).jumps)
    await expect.poll(async () => (await jumps()).length).toBeGreaterThan(3)
    expect((await jumps()).filter((seconds) => seconds < 50 / 24 || seconds >= 51 / 24)).toEqual([])
  })

  test('also to the last frame of the film, and of one frame', async () => {
    const { page, open } = await app.visit(wide)
    await open(`${path}?f=186-191`)
    await page.getByText('0:07 +18 to 0:07 +23').waitFor()
    await prepareFrameReader(page)
    const turns = await recordTurns(page, { from: 186, to: 191, turns: 4 })
    expect(turns.map(({ first, last }) => [first, last])).toEqual(turns.map(() => [186, 191]))
  })

  test('to the last frame has its first one in each turn, however late the page is to draw it', async () => {
    const { page, open } = await app.visit(wide)
    await open(`${path}?f=180-191`)
    await page.getByText('0:07 +12 to 0:07 +23').waitFor()
    await prepareFrameReader(page)
    await page.evaluate(() => {
      const video = document.querySelector('video')!
      const request = requestAnimationFrame.bind(globalThis)
      let turn = 0
      let isLate = false
      // Every second turn, so that the others draw each frame.
      const handleEnd = () => {
        turn += 1
        isLate = turn % 2 === 0
      }
      video.addEventListener('ended', handleEnd, { capture: true })
      video.addEventListener('playing', () => setTimeout(() => (isLate = false), 200))
      globalThis.requestAnimationFrame = (callback) => {
        const draw: FrameRequestCallback = (now) => (isLate ? request(draw) : callback(now))
        return request(draw)
      }
    })
    const turns = await recordTurns(page, { from: 180, to: 191, turns: 4 })
    expect(turns.map(({ first, last }) => [first, last])).toEqual(turns.map(() => [180, 191]))
  })

  test.each(['61-50', 'a-b', '9000-9001', ''])('that names no frames (%s) plays the episode', async (frames) => {
    const { page, open, errors } = await app.visit(wide)
    await open(`${path}?f=${frames}`)
    await expect.poll(async () => (await videoOf(page)).currentTime).toBeGreaterThan(0.3)
    expect(await page.getByText('Stop loop').count()).toBe(0)
    expect(errors).toEqual([])
  })
})

test('a loop link of an embedded player loops too, once it is played', async () => {
  const { page, open, errors } = await app.visit(wide)
  await open(`${path.replace('/watch/', '/embed/')}?f=50-61`)
  await button(page, 'Play').click()
  await page.getByText('0:02 +02 to 0:02 +13').waitFor()
  await isPlaying(page)
  await prepareFrameReader(page)
  const turns = await recordTurns(page, { from: 50, to: 61, turns: 2 })
  expect(turns.map(({ first, last }) => [first, last])).toEqual(turns.map(() => [50, 61]))
  // Controls at rest take no clicks.
  await button(page, 'Study mode').press('Enter')
  await page.getByRole('timer').waitFor()
  await button(page, 'Back to Episode').click()
  await page.getByRole('timer').waitFor({ state: 'detached' })
  expect(errors).toEqual([])
})

describe('the loop of study mode', () => {
  test('is set by keys, moved by its handles, copied as a link and switched off', async () => {
    const { page, context, errors } = await openPaused(app, path, wide, 2.021)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.keyboard.press('s')
    await page.getByRole('timer').waitFor()
    await page.keyboard.press('a')
    for (let step = 0; step < 12; step += 1) await page.keyboard.press('.')
    await page.keyboard.press('b')
    const end = page.getByRole('slider', { name: 'Loop end' })
    expect(await end.getAttribute('aria-valuetext')).toBe('0:02 +12')
    await end.press('ArrowLeft')
    await page.getByRole('slider', { name: 'Loop start' }).press('ArrowRight')
    const notices = await recordNotices(page)
    await button(page, 'Copy loop link').click()
    await expect.poll(notices).toContain('Link copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${app.hoshi.url}${path}?f=49-59`)
    await page.keyboard.press('l')
    expect(await button(page, 'Loop').getAttribute('aria-pressed')).toBe('false')
    await page.keyboard.press('l')
    await button(page, 'Play').click()
    await isPlaying(page)
    await prepareFrameReader(page)
    const turns = await recordTurns(page, { from: 49, to: 59, turns: 3 })
    expect(turns.map(({ first, last }) => [first, last])).toEqual(turns.map(() => [49, 59]))
    expect(errors).toEqual([])
  })

  test('leaves its frames when it is paused and stepped', async () => {
    const { page, open } = await app.visit(wide)
    await open(`${path}?f=50-61`)
    await prepareFrameReader(page)
    await page.getByText('Stop loop').waitFor()
    await recordTurns(page, { from: 50, to: 61, turns: 1 })
    await page.keyboard.press('s')
    await page.getByRole('timer').waitFor()
    await button(page, 'Play').waitFor()
    await page.locator('.study-frame:not([hidden])').waitFor()
    const paused = await seenFrame(page)
    for (let step = 1; step <= 14; step += 1) {
      await page.keyboard.press('.')
      await expect.poll(() => seenFrame(page)).toBe(paused + step)
    }
  })

  test('fetches nothing more while the film plays on', async () => {
    const { page, open } = await app.visit(wide)
    const segments: string[] = []
    await open(`${path}?f=50-61`)
    await prepareFrameReader(page)
    await page.getByText('Stop loop').waitFor()
    await recordTurns(page, { from: 50, to: 61, turns: 1 })
    // The element has buffered the whole video.
    const bufferedUntil = () =>
      page.locator('.player video').evaluate((video: HTMLVideoElement) => video.buffered.end(0))
    await expect.poll(bufferedUntil).toBeGreaterThan(7.9)
    page.on('request', (request) => segments.push(request.url()))
    await button(page, 'Stop loop').click()
    await expect.poll(async () => (await videoOf(page)).currentTime).toBeGreaterThan(5)
    expect(segments.filter((url) => /\.(m4s|mp4)$/.test(url))).toEqual([])
  })

  test('has its link in a field where it cannot be copied', async () => {
    const { page, open } = await app.visit(wide)
    await open(`${path}?f=50-61`)
    // Controls at rest take no clicks.
    await button(page, 'Study mode').press('Enter')
    await page.getByRole('timer').waitFor()
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))
      document.execCommand = () => false
    })
    const notices = await recordNotices(page)
    await button(page, 'Copy loop link').click()
    await expect.poll(notices).toContain('The link could not be copied. Copy it from the field.')
    const field = page.getByRole('textbox', { name: 'Loop link' })
    expect(await field.inputValue()).toBe(`${app.hoshi.url}${path}?f=50-61`)
  })

  test('is not there without both ends', async () => {
    const { page } = await openPaused(app, path, wide, 1)
    await page.keyboard.press('s')
    await page.getByRole('timer').waitFor()
    expect(await button(page, 'Copy loop link').isDisabled()).toBe(true)
    await page.getByRole('button', { name: /loop from here$/ }).click()
    expect(await button(page, 'Loop').isDisabled()).toBe(true)
  })
})
