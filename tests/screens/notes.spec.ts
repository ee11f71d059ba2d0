import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import type { Visitor } from '#tests/support/browser/browser.server.ts'
import { button, openPaused } from '#tests/support/browser/player.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'
import {
  noteRow,
  notesList,
  notesOnPicture,
  setUpNotes,
  showNotes,
  writeNote,
} from '#tests/support/worlds/timed-notes.ts'

const app = setUpApp()
const wide = { viewport: { width: 1440, height: 900 } }
const moving = { ...wide, reducedMotion: 'no-preference' as const }

const episode = setUpNotes(app)
const write = (text: string, frame: number, by = episode.viewer) => writeNote(app, by, episode.id, { text, frame })

test('only those of people whom the viewer follows, which is remembered', async () => {
  await write('from a friend', 24, episode.creator)
  await write('from a stranger', 25)
  const other = await createPerson(app.hoshi.url, 'viewer')
  await other.call('PUT', `/api/v1/creators/${episode.creator.account.uid}/follow`)
  const { page, logInAs, open } = await app.visit(wide)
  await logInAs(other)
  await open(episode.path)
  await showNotes(page)
  await noteRow(page, 'from a stranger').waitFor()
  const toggle = async () => {
    await button(page, 'Settings').click()
    await page.getByRole('menuitem', { name: /^Timed notes/ }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Only from people I follow' }).click()
    await page.keyboard.press('Escape')
  }
  await toggle()
  await noteRow(page, 'from a stranger').waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: 'Notes 1' }).waitFor()
  await open(episode.path)
  await noteRow(page, 'from a friend').waitFor()
  expect(await noteRow(page, 'from a stranger').count()).toBe(0)
  await other.call('DELETE', `/api/v1/creators/${episode.creator.account.uid}/follow`)
  await open(episode.path)
  await page.getByText('No notes from people you follow.').waitFor()
  await toggle()
  await noteRow(page, 'from a stranger').waitFor()
})

describe('writing', () => {
  test('by the keyboard alone puts a note at the frame where the text began, in list and picture at once', async () => {
    const logIn = (_: Page, { logInAs }: Visitor) => logInAs(episode.viewer)
    const { page, errors } = await openPaused(app, episode.path, moving, 3.4, logIn)
    await showNotes(page)
    await page.keyboard.press('w')
    const hasFocus = (place: Locator) =>
      expect.poll(() => place.evaluate((each) => each === document.activeElement)).toBe(true)
    const field = page.getByLabel('Your comment')
    await hasFocus(field)
    await page.keyboard.type('n is only a letter here')
    const chip = page.getByRole('button', { name: /^Attach to the frame at 0:03/ })
    expect(await chip.getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('Tab')
    await hasFocus(chip)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.getByText('23 of 120').waitFor()
    await expect.poll(() => chip.textContent()).toBe('at 0:03+09')
    expect(await page.locator('.note-unsent').allTextContents()).toEqual(['n is only a letter here'])
    expect(await axeViolationsAtAllWidths(page)).toEqual([])
    await page.setViewportSize(wide.viewport)
    await showNotes(page)
    await field.focus()
    await page.keyboard.press('Control+Enter')
    await noteRow(page, 'n is only a letter here').waitFor()
    expect(await field.inputValue()).toBe('')
    await expect.poll(() => notesOnPicture(page).allTextContents()).toEqual(['n is only a letter here'])
    const comment = page.locator('li.comment').filter({ hasText: 'n is only a letter here' })
    await comment.getByText('on the picture').waitFor()
    await page.keyboard.press('Escape')
    await hasFocus(page.getByRole('slider', { name: 'Seek' }))
    await button(page, 'Timed notes on').waitFor()
    const stored = await queryDatabase<{ frame: number; on_picture: boolean }>(
      app.hoshi.connectionString,
      `select frame, on_picture from comments where episode_id = '${episode.id}'`,
    )
    expect(stored).toEqual([{ frame: 81, on_picture: true }])
    expect(errors).toEqual([])
  })

  test('that is refused keeps its text, and says why', async () => {
    await episode.creator.call('PUT', `/api/v1/creators/${episode.viewer.account.uid}/block`)
    const { page, logInAs, open } = await app.visit(wide)
    await logInAs(episode.viewer)
    await open(episode.path)
    await showNotes(page)
    const field = page.getByLabel('Your comment')
    await field.fill('Let me in')
    const choice = page.getByRole('switch', { name: 'Show on the picture' })
    await choice.check()
    await field.press('Control+Enter')
    await page.getByRole('alert').filter({ hasText: 'You cannot comment on the episodes of this creator.' }).waitFor()
    expect(await field.inputValue()).toBe('Let me in')
    expect(await choice.isChecked()).toBe(true)
    await episode.creator.call('DELETE', `/api/v1/creators/${episode.viewer.account.uid}/block`)
    await field.press('Control+Enter')
    await noteRow(page, 'Let me in').waitFor()
    await field.fill('a'.repeat(121))
    await choice.check()
    await page.getByText('1 character over the limit').waitFor()
    expect(await button(page, 'Comment').isDisabled()).toBe(true)
    await choice.uncheck()
    expect(await button(page, 'Comment').isDisabled()).toBe(false)
  })

  test('leads who is signed out to the login, and back to the moment', async () => {
    const { page } = await openPaused(app, episode.path, wide, 3)
    await page
      .getByRole('region', { name: /^Comments/ })
      .getByRole('link', { name: 'Log In' })
      .click()
    await page.waitForURL(/\/login\?next=/)
    expect(new URL(page.url()).searchParams.get('next')).toBe(`${episode.path}?t=3#comments`)
  })

  test('is offered to who is signed out by one line in the list, below the switch for the picture', async () => {
    await write('run!!', 72)
    const { page } = await openPaused(app, episode.path, wide, 3)
    await showNotes(page)
    await page.locator('.note-on-picture').waitFor()
    await page.getByRole('switch', { name: 'Show notes on the picture' }).uncheck()
    await page.locator('.note-on-picture').waitFor({ state: 'detached' })
    await page.getByText('Log in to write a note.').getByRole('link', { name: 'Log in' }).click()
    await page.waitForURL(/\/login\?next=/)
    expect(new URL(page.url()).searchParams.get('next')).toBe(`${episode.path}?t=3`)
  })

  test('is not offered where comments are closed, and nothing is without scripts', async () => {
    await write('before', 24)
    await episode.creator.call('PATCH', `/api/v1/episodes/${episode.id}`, { commentsOpen: false })
    const { page, open } = await app.visit(wide)
    await open(episode.path)
    await showNotes(page)
    await noteRow(page, 'before').waitFor()
    await page.getByText('Comments are closed.').waitFor()
    expect(await page.getByText('Log in to write a note.').count()).toBe(0)
    expect(await page.locator('.composer').count()).toBe(0)
    const plain = await app.visit({ ...wide, javaScriptEnabled: false })
    await episode.creator.call('PATCH', `/api/v1/episodes/${episode.id}`, { commentsOpen: true })
    await plain.logInAs(episode.viewer)
    await plain.page.goto(`${app.hoshi.url}${episode.path}`)
    await plain.page.getByLabel('Your comment').waitFor()
    const absent = '.moment-chip, .composer-switch, [role=tab]:visible, #side-notes:visible'
    expect(await plain.page.locator(absent).count()).toBe(0)
  })
})

describe('the list', () => {
  test('follows the film, and a time leads there', async () => {
    await write('early', 24)
    await write('late', 120)
    const { page } = await openPaused(app, episode.path, wide, 2)
    await showNotes(page)
    const current = notesList(page).locator('[aria-current]')
    await expect.poll(() => current.textContent()).toContain('early')
    const link = noteRow(page, 'late').getByRole('link', { name: '0:05' })
    expect(await link.getAttribute('href')).toMatch(new RegExp(`^${episode.path}\\?t=5\\.0\\d+$`))
    await link.click()
    await expect.poll(() => current.textContent()).toContain('late')
    expect(await axeViolationsAtAllWidths(page)).toEqual([])
  })

  test('lets the creator pin, hide and delete, and its author delete', async () => {
    await write('hide me', 24)
    await write('delete me', 48)
    const { page, logInAs, open } = await app.visit(wide)
    await logInAs(episode.creator)
    await open(episode.path)
    await showNotes(page)
    const choose = async (text: string, name: string) => {
      await noteRow(page, text).locator('summary').click()
      await noteRow(page, text).getByRole('button', { name, exact: true }).click()
    }
    await choose('hide me', 'Pin')
    await noteRow(page, 'hide me').getByText('Pinned').waitFor()
    await choose('hide me', 'Hide')
    await noteRow(page, 'hide me').getByText('Hidden').waitFor()
    await choose('hide me', 'Unhide')
    await noteRow(page, 'hide me').getByText('Hidden').waitFor({ state: 'detached' })
    await choose('delete me', 'Delete')
    await noteRow(page, 'delete me').waitFor({ state: 'detached' })
    await page.getByText('Note deleted.').waitFor()
  })

  test('leaves out who is muted, and takes that back', async () => {
    await write('LOUD', 24)
    const other = await createPerson(app.hoshi.url, 'viewer')
    const { page, logInAs, open } = await app.visit(wide)
    await logInAs(other)
    await open(episode.path)
    await showNotes(page)
    await noteRow(page, 'LOUD').locator('summary').click()
    await noteRow(page, 'LOUD').getByRole('button', { name: 'Mute this account' }).click()
    await noteRow(page, 'LOUD').waitFor({ state: 'detached' })
    await page.getByText('Account muted. Its notes are hidden for you.').waitFor()
    await button(page, 'Undo').click()
    await noteRow(page, 'LOUD').waitFor()
  })

  test('that cannot be loaded says so, and is tried again', async () => {
    await write('late to come', 24)
    const { page, open } = await app.visit(wide)
    await page.route('**/notes', (route) => route.abort(), { times: 1 })
    await open(episode.path)
    await showNotes(page)
    await page.getByText('The notes could not be loaded.').waitFor()
    await button(page, 'Try Again').click()
    await noteRow(page, 'late to come').waitFor()
  })
})
