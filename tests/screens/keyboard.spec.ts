import type { FileChooser } from 'playwright-core'
import { expect, test } from 'vitest'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { hasFocus, tabTo } from '#tests/support/browser/keyboard-walk.ts'
import { loopFilms } from '#tests/support/browser/player.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'
import { card, edit } from '#tests/support/worlds/dashboard.ts'

const app = setUpApp(async () => ({ worksJobs: true }))

test('an episode is uploaded, watched and edited by keyboard alone, and the focus is always visible', async () => {
  const creator = await createPerson(app.hoshi.url, 'creator')
  const clip = await makeClip(app.clipsDir, { seconds: 12 })
  const { page, open, logInAs, errors } = await app.visit()
  await logInAs(creator)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  const field = (label: string) => page.getByLabel(label, { exact: true })

  // Registered first: a key press could come before the browser hands file dialogs to us.
  const choosers: FileChooser[] = []
  page.on('filechooser', (chooser) => choosers.push(chooser))
  await open('/upload')
  await waitForHydration(page)
  await tabTo(page, field('Title'))
  await page.keyboard.type('Drawn by keys')
  await tabTo(page, field('Genre'))
  await page.keyboard.type('Mecha')
  await tabTo(page, field('Video file'))
  await page.keyboard.press('Enter')
  await expect.poll(() => choosers.length).toBe(1)
  await choosers[0]?.setFiles(clip)
  await tabTo(page, button('Upload Episode'))
  await page.keyboard.press('Enter')
  await link('View My Profile').waitFor()
  await tabTo(page, link('View My Profile'))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Episodes (1)' }).waitFor()
  await page.evaluate(loopFilms)
  await tabTo(page, link('Watch Episode'))
  await page.keyboard.press('Enter')

  const video = page.locator('video')
  const position = () => video.evaluate((each: HTMLVideoElement) => each.currentTime)
  await expect.poll(position).toBeGreaterThan(0)
  await tabTo(page, button('Pause'))
  await page.keyboard.press('Space')
  await button('Play').waitFor()
  await tabTo(page, page.getByRole('slider', { name: 'Seek' }), 'Shift+Tab')
  await page.keyboard.press('End')
  const rest = () => video.evaluate((each: HTMLVideoElement) => each.duration - each.currentTime)
  await expect.poll(rest).toBeLessThan(0.5)
  await page.keyboard.press('Home')
  await expect.poll(position).toBe(0)
  const volume = () => video.evaluate((each: HTMLVideoElement) => (each.muted ? 0 : each.volume))
  await tabTo(page, page.getByRole('slider', { name: 'Volume' }))
  for (const [key, loudness] of [
    ['Home', 0],
    ['ArrowUp', 0.05],
    ['End', 1],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(volume, { message: key }).toBeCloseTo(loudness)
  }

  await open('/dashboard?tab=content')
  await waitForHydration(page)
  await tabTo(page, edit(page, 'Drawn by keys'))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await tabTo(page, dialog.getByLabel('Title', { exact: true }))
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Redrawn by keys')
  await tabTo(page, button('Save Changes'))
  await page.keyboard.press('Enter')
  await card(page, 'Redrawn by keys').waitFor()
  await dialog.waitFor({ state: 'hidden' })
  expect(await hasFocus(edit(page, 'Redrawn by keys'))).toBe(true)
  expect(errors).toEqual([])
})
