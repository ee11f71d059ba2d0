import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFirefox } from '#tests/support/browser/firefox.server.ts'
import { hasFocus, pressByKeys, slider, tabTo } from '#tests/support/browser/keyboard-walk.ts'
import { expectPlayback } from '#tests/support/browser/playback.ts'
import {
  button,
  choice,
  openMenu,
  openPaused,
  openPlaying,
  positionOf,
  videoOf,
} from '#tests/support/browser/player.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'
import { type EmbeddingSite, serveEmbeddingSite } from '#tests/support/worlds/embedding-site.server.ts'

const app = setUpApp(undefined, openFirefox)
const paths = { sizes: '', long: '', flashing: '', embedded: '' }
let site: EmbeddingSite
const flashes = [{ from: 8, to: 10, kind: 'luminance', perSecond: 8, share: 0.6 }]

beforeAll(async () => {
  const creator = await createPerson(app.hoshi.url, 'creator', 'Mio')
  const sizes = { seconds: 16, width: 1280, height: 720, fps: 6, keyframeSeconds: 4, extra: ['-crf', '12'] }
  paths.sizes = `/watch/${await publishFinished(app.hoshi, creator, sizes)}`
  // Longer than what a player fetches ahead.
  const long = { seconds: 120, keyframeSeconds: 4, fps: 6 }
  const longId = await publishFinished(app.hoshi, creator, long)
  paths.long = `/watch/${longId}`
  paths.embedded = `/embed/${longId}`
  const flashing = await publishFinished(app.hoshi, creator, 'film')
  await queryDatabase(
    app.hoshi.connectionString,
    'update frame_analyses set flashes = $2 where video_uid = (select video_id from episodes where id = $1)',
    [flashing, JSON.stringify(flashes)],
  )
  paths.flashing = `/watch/${flashing}`
  site = await serveEmbeddingSite(app.hoshi.url)
})
afterAll(() => site?.close())

const isPressed = (page: Page, name: string) => button(page, name).getAttribute('aria-pressed')
const untilPast = (page: Page, seconds: number) => expect.poll(() => positionOf(page)).toBeGreaterThan(seconds)

async function seek(page: Page, seconds: number): Promise<void> {
  await page.locator('video').evaluate((video: HTMLVideoElement, to) => {
    video.currentTime = to
  }, seconds)
}

describe('in Firefox, an episode', () => {
  test('plays, in the quality that is chosen from the menu', async () => {
    const { page, open, errors } = await app.visit()
    await open(paths.sizes)
    await page.locator('video').evaluate((video: HTMLVideoElement) => {
      // However long this takes, the episode does not end.
      video.loop = true
    })
    await expectPlayback(page)
    await openMenu(page, 'Quality')
    await choice(page, /^720p/).waitFor()
    expect(await choice(page, /^720p/).textContent()).toMatch(/^720p\d+\.\d Mbit\/s$/)
    expect(await choice(page, /^Auto/).getAttribute('aria-checked')).toBe('true')
    await choice(page, /^360p/).click()
    await expect.poll(async () => (await videoOf(page)).videoHeight).toBe(360)
    await openMenu(page, 'Quality')
    await choice(page, /^720p/).click()
    await expect.poll(async () => (await videoOf(page)).videoHeight).toBe(720)
    expect((await videoOf(page)).paused).toBe(false)
    expect(errors).toEqual([])
  })

  test('is played, moved and muted by the keys of the player', async () => {
    const { page, errors } = await openPaused(app, paths.long, {}, 12)
    for (const [key, position] of [
      ['ArrowRight', 17],
      ['ArrowLeft', 12],
      ['j', 2],
      ['1', 60],
      ['0', 0],
    ] as const) {
      await page.keyboard.press(key)
      await expect.poll(() => positionOf(page), { message: key }).toBe(position)
    }
    await page.keyboard.press('m')
    await button(page, 'Unmute').waitFor()
    await page.keyboard.press('m')
    await button(page, 'Mute').waitFor()
    await page.keyboard.press('>')
    expect((await videoOf(page)).playbackRate).toBe(1.25)
    await page.keyboard.press('k')
    await button(page, 'Pause').waitFor()
    await page.keyboard.press('Space')
    await button(page, 'Play').waitFor()
    expect(errors).toEqual([])
  })

  test('has controls that Tab reaches, each marked and named', async () => {
    const { page } = await openPaused(app, paths.long, {}, 12)
    await tabTo(page, slider(page, 'Seek'))
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => positionOf(page)).toBe(17)
    await pressByKeys(page, button(page, 'Mute'))
    await button(page, 'Unmute').waitFor()
    await tabTo(page, slider(page, 'Volume'))
    for (const name of ['Settings', 'Theatre', 'Full screen']) await tabTo(page, button(page, name))
    expect(await hasFocus(button(page, 'Full screen'))).toBe(true)
  })

  test('has a sheet of its keys, which gives the focus back', async () => {
    const { page, errors } = await openPaused(app, paths.long)
    await button(page, 'Mute').focus()
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard' })
    await dialog.waitFor()
    expect(await dialog.locator('dl > div').count()).toBeGreaterThan(10)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await hasFocus(button(page, 'Mute'))).toBe(true)
    expect(errors).toEqual([])
  })

  test('fills the theatre and the screen, and leaves the page for a window', async () => {
    const { page, errors } = await openPlaying(app, paths.long)
    const width = async () => (await page.locator('.player-picture').boundingBox())!.width
    const before = await width()
    await page.keyboard.press('t')
    await expect.poll(width).toBeGreaterThan(before)
    expect(await isPressed(page, 'Theatre')).toBe('true')
    await button(page, 'Full screen').click()
    await expect.poll(() => isPressed(page, 'Full screen')).toBe('true')
    expect(await page.evaluate(() => document.fullscreenElement?.classList.contains('player'))).toBe(true)
    await page.keyboard.press('f')
    await expect.poll(() => isPressed(page, 'Full screen')).toBe('false')
    await button(page, 'Picture in picture').click()
    await expect.poll(() => isPressed(page, 'Picture in picture')).toBe('true')
    await page.keyboard.press('i')
    await expect.poll(() => isPressed(page, 'Picture in picture')).toBe('false')
    expect(errors).toEqual([])
  })

  test('that flashes asks before it plays, and is dimmed where it flashes', async () => {
    const { page, open, errors } = await app.visit()
    await open(paths.flashing)
    const dimmed = page.getByRole('button', { name: 'Watch with Flashes Dimmed' })
    await dimmed.waitFor()
    expect(await page.locator('video').count()).toBe(0)
    await dimmed.click()
    await untilPast(page, 0)
    await page.keyboard.press('k')
    const filter = () => page.locator('.player video').evaluate((video) => getComputedStyle(video).filter)
    await seek(page, 9)
    await expect.poll(filter).toBe('contrast(0.25) brightness(0.6) saturate(0.4)')
    await seek(page, 12)
    await expect.poll(filter).toBe('none')
    expect(errors).toEqual([])
  })

  test('whose segments are lost goes on where it was once they come again', async () => {
    let isLost = true
    const { page } = await openPlaying(app, paths.long, {}, (each) =>
      // The first segments arrive, and are 20 seconds.
      each.route(/\/00(0[6-9]|[1-9]\d)\.m4s$/, (route) => (isLost ? route.fulfill({ status: 503 }) : route.continue())),
    )
    await seek(page, 80)
    const stopped = page.getByText('Playback stopped.')
    await stopped.waitFor()
    await page.getByText('Your place at 1:20 is saved.').waitFor()
    isLost = false
    await untilPast(page, 80.2)
    await stopped.waitFor({ state: 'detached' })
    expect((await videoOf(page)).paused).toBe(false)
  })
})

test('in Firefox, a page of another site plays, pauses and moves the embedded player, and is told how that goes', async () => {
  const { page } = await app.visit()
  const around = await site.open(page, paths.embedded)
  await expect.poll(async () => (await around.told())[0]?.event).toBe('ready')
  expect((await around.told())[0]).toMatchObject({ hoshi: 1, playing: false, seconds: 0, origin: app.hoshi.url })
  await around.send({ hoshi: 1, do: 'play' })
  await expect.poll(async () => (await around.last()).playing).toBe(true)
  await expect.poll(async () => (await around.last()).seconds).toBeGreaterThan(0)
  await around.send({ hoshi: 1, do: 'pause' })
  await expect.poll(async () => (await around.last()).playing).toBe(false)
  await around.send({ hoshi: 1, do: 'seek', seconds: 12 })
  await expect.poll(async () => (await around.last()).seconds).toBe(12)
  const before = await around.countOf('state')
  await around.send({ hoshi: 1, do: 'state' })
  await expect.poll(() => around.countOf('state')).toBeGreaterThan(before)
})
