import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openFirefoxWithMotion } from '#tests/support/browser/firefox.server.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { followSeeks } from '#tests/support/browser/note-drift.ts'
import { button, openPaused, seekTo } from '#tests/support/browser/player.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { approveText, linesFile } from '#tests/support/media/subtitle-files.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp(undefined, openFirefoxWithMotion)
const wide = { viewport: { width: 1440, height: 900 } }
const clip = 'numbered'
let creator: Person

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator', 'Mio')
})

describe('in Firefox, captions', () => {
  const shown = (page: Page) => page.locator('.player-captions p').allInnerTexts()

  test('come at their times, and go with the key C', async () => {
    const id = await publishFinished(app.hoshi, creator, clip)
    await approveText(creator, id, linesFile(['Put the kettle on.', 'It waited.']))
    const { page, errors } = await openPaused(app, `/watch/${id}`, wide, 1.5)
    await page.keyboard.press('c')
    await expect.poll(() => shown(page)).toEqual(['Put the kettle on.'])
    await seekTo(page, 2.5)
    await expect.poll(() => shown(page)).toEqual(['It waited.'])
    await page.keyboard.press('c')
    await button(page, 'Captions off').waitFor()
    expect(await shown(page)).toEqual([])
    expect(errors).toEqual([])
  })

  test('of a script are drawn over the picture', async () => {
    const styles = '[V4+ Styles]\nFormat: Name, Fontname, Fontsize, PrimaryColour\nStyle: Default,Arial,40,&H000000FF\n'
    const event = 'Dialogue: 0,0:00:01.00,0:00:03.00,Default,{\\pos(320,120)}Vega\n'
    const script = `[Script Info]\nPlayResX: 640\nPlayResY: 360\n${styles}[Events]\nFormat: Layer, Start, End, Style, Text\n${event}`
    const id = await publishFinished(app.hoshi, creator, clip)
    await approveText(creator, id, new Blob([script]))
    const { page, errors } = await openPaused(app, `/watch/${id}`, wide, 2.5)
    await page.keyboard.press('c')
    await page.locator('.captions-drawn canvas').waitFor()
    /** How many pixels of the layer are of the script's red. */
    const redPixels = () =>
      page.locator('.captions-drawn canvas').evaluate((canvas: HTMLCanvasElement) => {
        const { width, height } = canvas
        const context = new OffscreenCanvas(width, height).getContext('2d')!
        context.drawImage(canvas, 0, 0)
        const { data } = context.getImageData(0, 0, width, height)
        return Array.from(
          { length: data.length / 4 },
          (_, at) => data[at * 4]! > 200 && data[at * 4 + 3]! > 200,
        ).filter(Boolean).length
      })
    await expect.poll(redPixels).toBeGreaterThan(100)
    await seekTo(page, 5)
    await expect.poll(redPixels).toBe(0)
    expect(errors).toEqual([])
  })
})

test('in Firefox, notes drift at the time of the film, stand still with it, and go with the key N', async () => {
  const viewer = await createPerson(app.hoshi.url, 'viewer')
  const id = await publishFinished(app.hoshi, creator, clip)
  const note = { text: 'the scarf is on twos', frame: 24 }
  expect((await viewer.call('POST', `/api/v1/episodes/${id}/notes`, note)).status).toBe(201)
  const { page, errors } = await openPaused(app, `/watch/${id}`, wide, 2)
  const onPicture = page.locator('.note-on-picture')
  await onPicture.waitFor()
  await followSeeks(page)
  await page.keyboard.press('n')
  await button(page, 'Timed notes off').waitFor()
  await onPicture.waitFor({ state: 'detached' })
  expect(errors).toEqual([])
})

test('in Firefox, the studio shows a line as it is typed, and saves it', async () => {
  const id = await publishFinished(app.hoshi, creator, clip)
  const text = await approveText(creator, id, linesFile(['Put the kettle on.', 'It waited.']))
  const { page, open, logInAs, errors } = await app.visit({ viewport: { width: 1440, height: 1000 } })
  await logInAs(creator)
  await open(`/subtitles/${id}?text=${text}&edit`)
  await waitForHydration(page)
  await page.locator('.studio-timeline').waitFor()
  await page.getByRole('button', { name: 'Line 2', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('.studio-table textarea').inputValue()).toBe('It waited.')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('It waited, nine minutes.')
  await expect.poll(() => page.locator('.player-captions p').textContent()).toBe('It waited, nine minutes.')
  await page.keyboard.press('Alt+.')
  await expect.poll(() => page.getByLabel('In', { exact: true }).inputValue()).toBe('0:02 +01')
  await page.keyboard.press('Control+S')
  await page.getByText('Version 2, saved').waitFor()
  const saved = await creator.call('GET', `/api/v1/subtitles/${text}?format=vtt`)
  expect(await saved.text()).toContain('It waited, nine minutes.')
  expect(errors).toEqual([])
})
