import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeViolations } from '#tests/support/browser/axe-violations.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { followSeeks, placeOfDrift } from '#tests/support/browser/note-drift.ts'
import { button, holdAt, loopFilm, loopFilms, openPaused, seekTo } from '#tests/support/browser/player.ts'
import { approveText, linesFile } from '#tests/support/media/subtitle-files.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'
import { noteRow, notesOnPicture, setUpNotes, storeNotes, writeNote } from '#tests/support/worlds/timed-notes.ts'

const app = setUpApp()
const wide = { viewport: { width: 1440, height: 900 } }
const moving = { ...wide, reducedMotion: 'no-preference' as const }

const episode = setUpNotes(app)
const write = (text: string, frame: number, by = episode.viewer) => writeNote(app, by, episode.id, { text, frame })

/** Boxes of the notes that are at least partly on the picture, in pixels, by lane. */
const boxesOf = (page: Page) =>
  page.evaluate(() => {
    const layer = document.querySelector('.notes-layer')!.getBoundingClientRect()
    return [...document.querySelectorAll<HTMLElement>('.note-on-picture')].flatMap((note) => {
      const { left, right, top, bottom } = note.getBoundingClientRect()
      return left < layer.right && right > layer.left ? [{ lane: note.dataset.lane, left, right, top, bottom }] : []
    })
  })

type Boxes = Awaited<ReturnType<typeof boxesOf>>
const meetings = (boxes: Boxes) =>
  boxes.flatMap((one, at) =>
    boxes
      .slice(at + 1)
      .filter(
        ({ left, right, top, bottom }) => left < one.right && one.left < right && top < one.bottom && one.top < bottom,
      ),
  )

/** Waits until the note has come so far to the left, in a film that loops. */
const untilLeftOf = (page: Page, x: number) =>
  page.evaluate(async (wanted) => {
    const left = () => document.querySelector('.note-on-picture')?.getBoundingClientRect().left
    while ((left() ?? wanted) >= wanted) await new Promise(requestAnimationFrame)
  }, x)

describe('on the picture', () => {
  test('notes drift at the time of the film, stand still with it, and are where they were after a seek', async () => {
    await write('the scarf is on twos', 24)
    const { page, errors } = await openPaused(app, episode.path, moving, 2)
    await notesOnPicture(page).waitFor()
    await followSeeks(page)
    const { place: atThree } = await placeOfDrift(page, 3)
    await loopFilm(page)
    await button(page, 'Play').click()
    await untilLeftOf(page, atThree)
    await holdAt(page, 7)
    await notesOnPicture(page).waitFor({ state: 'detached' })
    expect(errors).toEqual([])
  })

  test('two hundred within five seconds are three at once, in the upper third, and never meet', async () => {
    await storeNotes(
      app,
      episode.viewer,
      episode.id,
      Array.from({ length: 200 }, (_, at) => Math.floor(at * 0.6)),
    )
    const { page } = await openPaused(app, episode.path, moving, 1)
    await expect.poll(() => notesOnPicture(page).count()).toBeGreaterThan(0)
    const seen: Boxes[] = []
    for (const at of [0.2, 0.6, 1.5, 2.5, 3.5, 4.5, 4.95, 5.05, 5.6, 7]) {
      await seekTo(page, at)
      await expect.poll(() => page.evaluate(() => document.querySelector('video')!.seeking)).toBe(false)
      seen.push(await boxesOf(page))
    }
    const picture = (await page.locator('.player-picture').boundingBox())!
    expect(Math.max(...seen.map((boxes) => boxes.length))).toBe(3)
    expect(seen.flatMap(meetings)).toEqual([])
    expect(Math.max(...seen.flat().map(({ bottom }) => bottom))).toBeLessThanOrEqual(picture.y + picture.height / 3 + 1)
    await page.getByRole('tab', { name: 'Notes 200' }).waitFor()
  })

  test('with reduced motion two stand at the left', async () => {
    for (const [at, text] of ['one', 'two', 'three'].entries()) await write(text, 24 + at)
    const { page } = await openPaused(app, episode.path, { ...wide, reducedMotion: 'reduce' }, 2)
    await expect.poll(() => notesOnPicture(page).allTextContents()).toEqual(['one', 'two'])
    const first = await boxesOf(page)
    await seekTo(page, 4)
    await expect.poll(() => page.evaluate(() => document.querySelector('video')!.seeking)).toBe(false)
    expect(await boxesOf(page)).toEqual(first)
    expect(meetings(first)).toEqual([])
    const animations = () =>
      page.locator('.notes-layer').evaluate((layer) => layer.getAnimations({ subtree: true }).length)
    expect(await animations()).toBe(0)
    await seekTo(page, 7)
    await notesOnPicture(page).first().waitFor({ state: 'detached' })
  })

  test('they stay below captions at the top', async () => {
    await approveText(episode.creator, episode.id, linesFile(['a line that is long enough for two '.repeat(2)]))
    for (const at of [0, 1, 2]) await write('a note', 24 + at)
    const style = JSON.stringify({ place: 'top', size: 'very large' })
    const { page } = await openPaused(app, episode.path, { ...wide, reducedMotion: 'reduce' }, 1.5, (fresh) =>
      fresh.addInitScript((stored) => localStorage.setItem('hoshi.caption-style', stored), style),
    )
    await page.keyboard.press('c')
    const line = (await page.locator('.captions.is-at-top p').boundingBox())!
    await expect.poll(async () => (await boxesOf(page)).length).toBe(2)
    const highest = Math.min(...(await boxesOf(page)).map(({ top }) => top))
    expect(highest).toBeGreaterThanOrEqual(line.y + line.height)
  })

  test('N takes them off the picture, which is remembered, and dots take the place of bars', async () => {
    await write('run!!', 24)
    const { page, open } = await openPaused(app, episode.path, moving, 2)
    await notesOnPicture(page).waitFor()
    await page.locator('.notes-bars').waitFor({ state: 'attached' })
    await page.keyboard.press('n')
    await button(page, 'Timed notes off').waitFor()
    await notesOnPicture(page).waitFor({ state: 'detached' })
    await page.locator('.notes-dots').waitFor({ state: 'attached' })
    expect(await page.locator('.notes-bars').count()).toBe(0)
    await open(episode.path)
    await page.locator('.notes-dots').waitFor({ state: 'attached' })
    await button(page, 'Timed notes off').click()
    await button(page, 'Timed notes on').waitFor()
    await page.locator('.notes-bars').waitFor({ state: 'attached' })
  })

  test('the menu has how many, how strong, the pace, and words to leave out', async () => {
    for (const [at, text] of ['one', 'two', 'spoiler three'].entries()) await write(text, 24 + at)
    const { page } = await openPaused(app, episode.path, moving, 2)
    await expect.poll(() => notesOnPicture(page).count()).toBe(3)
    await button(page, 'Settings').click()
    await page.getByRole('menuitem', { name: /^Timed notes/ }).press('ArrowRight')
    const menu = page.getByRole('menu', { name: 'Timed notes' })
    await menu.getByRole('group', { name: 'Opacity' }).getByRole('menuitemradio', { name: '50%' }).click()
    await expect
      .poll(() => page.locator('.notes-layer').evaluate((layer) => getComputedStyle(layer).opacity))
      .toBe('0.5')
    await menu.getByRole('menuitem', { name: /^Muted words/ }).click()
    await page.keyboard.type('Spoiler')
    await expect.poll(() => notesOnPicture(page).allTextContents()).toEqual(['one', 'two'])
    await noteRow(page, 'spoiler three').waitFor()
    await button(page, 'Settings').click()
    await page.getByRole('menuitem', { name: /^Timed notes/ }).click()
    await menu.getByRole('group', { name: 'Maximum on screen' }).getByRole('menuitemradio', { name: '1' }).click()
    await expect.poll(() => notesOnPicture(page).allTextContents()).toEqual(['one'])
    expect(await axeViolations(page)).toEqual([])
  })
})

test('an embedded player shows them without cookies', async () => {
  await write('far from home', 0)
  const { page, errors } = await app.visit(moving)
  // One that this origin might have set, and a page of it would send.
  await page.context().addCookies([{ name: 'left', value: 'here', url: app.hoshi.url }])
  // The note is at the start, which a slow machine may have passed before the notes are loaded.
  await page.addInitScript(loopFilms)
  const requested = page.waitForRequest((request) => request.url().endsWith('/notes'))
  await page.goto(`${app.hoshi.url}/embed/${episode.id}`)
  await waitForHydration(page)
  await button(page, 'Play').first().click()
  await notesOnPicture(page).filter({ hasText: 'far from home' }).waitFor()
  expect(await (await requested).allHeaders()).not.toHaveProperty('cookie')
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['left'])
  expect(errors).toEqual([])
})
