import { beforeAll, describe, expect, test } from 'vitest'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { button, openPaused, openPlaying, positionOf, recordNotices, videoOf } from '#tests/support/browser/player.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
let path = ''

beforeAll(async () => {
  const creator = await createPerson(app.hoshi.url, 'creator', 'Aya')
  path = `/watch/${await publishFinished(app.hoshi, creator, 'minute')}`
})

const sheet = 'Keyboard'

describe('the keys', () => {
  test('play, seek, mute and change the speed from anywhere on the page', async () => {
    const { page, errors } = await openPaused(app, path, {}, 12)
    const notices = await recordNotices(page)
    for (const [key, position] of [
      ['ArrowRight', 17],
      ['ArrowLeft', 12],
      ['j', 2],
      ['1', 60],
      ['9', 60],
      ['0', 0],
    ] as const) {
      await page.keyboard.press(key)
      await expect.poll(() => positionOf(page), { message: key }).toBe(position)
    }
    await page.keyboard.press('m')
    expect((await videoOf(page)).muted).toBe(true)
    await page.keyboard.press('Shift+m')
    expect((await videoOf(page)).muted).toBe(true)
    await page.keyboard.press('m')
    expect((await videoOf(page)).muted).toBe(false)
    await page.keyboard.press('>')
    expect((await videoOf(page)).playbackRate).toBe(1.25)
    await page.keyboard.press('<')
    await page.keyboard.press('<')
    expect((await videoOf(page)).playbackRate).toBe(0.75)
    await expect.poll(notices).toEqual(['Speed 1.25×', 'Speed 1×', 'Speed 0.75×'])
    await page.keyboard.press('k')
    await button(page, 'Pause').waitFor()
    await page.keyboard.press('Space')
    await button(page, 'Play').waitFor()
    expect(errors).toEqual([])
  })

  test('up and down scroll the page, and change the volume once the player has the focus', async () => {
    const { page } = await openPaused(app, path)
    await page.keyboard.press('ArrowDown')
    expect((await videoOf(page)).volume).toBe(1)
    await page.locator('.player-picture').click({ position: { x: 40, y: 40 } })
    await button(page, 'Pause').waitFor()
    const notices = await recordNotices(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    expect((await videoOf(page)).volume).toBeCloseTo(0.9)
    await page.keyboard.press('ArrowUp')
    expect((await videoOf(page)).volume).toBeCloseTo(0.95)
    await expect.poll(notices).toEqual(['Volume 95%', 'Volume 90%', 'Volume 95%'])
  })

  test('rest while a field, a dialog or a menu has the focus', async () => {
    const { page } = await openPaused(app, path, {}, 12)
    await page.evaluate(() => {
      const main = document.querySelector('main')!
      main.insertAdjacentHTML('beforeend', '<textarea id="some-field"></textarea>')
    })
    await page.locator('#some-field').focus()
    for (const key of ['k', 'j', '1', 'm', '>', '?', 'ArrowLeft']) await page.keyboard.press(key)
    expect(await page.locator('#some-field').inputValue()).toBe('kj1m>?')
    await page.getByRole('link', { name: 'Share', exact: true }).click()
    const share = page.getByRole('dialog', { name: 'Share' })
    await share.getByRole('button', { name: 'Close' }).focus()
    for (const key of ['k', 'j', '1', 'm', '>', '?', 'ArrowLeft']) await page.keyboard.press(key)
    expect(await videoOf(page)).toMatchObject({ currentTime: 12, paused: true, muted: false, playbackRate: 1 })
    expect(await page.getByRole('dialog', { name: sheet }).count()).toBe(0)
  })

  test('with Ctrl or Alt belong to the browser', async () => {
    const { page } = await openPaused(app, path, {}, 12)
    for (const key of ['Control+m', 'Alt+k', 'Control+1', 'Meta+j']) await page.keyboard.press(key)
    expect(await videoOf(page)).toMatchObject({ currentTime: 12, paused: true, muted: false })
  })

  test('a held key that repeats nothing neither acts again nor scrolls', async () => {
    const { page } = await openPlaying(app, path)
    await page.keyboard.down('Space')
    await page.keyboard.down('Space')
    await page.keyboard.down('Space')
    await button(page, 'Play').waitFor()
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    expect((await videoOf(page)).paused).toBe(true)
  })
})

describe('the keyboard sheet', () => {
  test('is opened and closed by its key, lists the keys, and gives the focus back', async () => {
    const { page, errors } = await openPaused(app, path)
    await button(page, 'Mute').focus()
    await page.keyboard.press('?')
    // Also while it is hidden: the page takes no key for the sheet between its closing and its removal.
    const dialog = page.getByRole('dialog', { name: sheet, includeHidden: true })
    await dialog.waitFor()
    expect(await dialog.getByRole('heading', { level: 3 }).allTextContents()).toEqual(['Watching', 'Picture', 'Study'])
    const rows = await dialog.locator('dl > div').allInnerTexts()
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.map((row) => row.replaceAll(/\s+/g, ' '))).toEqual(
      expect.arrayContaining([
        'Space K Play / pause',
        '0 to 9 Jump to minute 0–9',
        'Shift P Previous episode in series',
      ]),
    )
    await page.keyboard.press('?')
    await dialog.waitFor({ state: 'detached' })
    expect(await button(page, 'Mute').evaluate((it) => it === document.activeElement)).toBe(true)
    await page.keyboard.press('?')
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(errors).toEqual([])
  })

  test('is accessible, wide and narrow', async () => {
    const { page } = await openPaused(app, path)
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: sheet }).waitFor()
    expect(await axeViolationsAtAllWidths(page)).toEqual([])
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 700 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  })

  test('opens from the menu', async () => {
    const { page } = await openPaused(app, path)
    await button(page, 'Settings').click()
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
    await page.getByRole('dialog', { name: sheet }).waitFor()
    expect(await page.getByRole('menu').count()).toBe(0)
    await page.getByRole('button', { name: 'Close' }).click()
    expect(await button(page, 'Settings').evaluate((it) => it === document.activeElement)).toBe(true)
  })
})
