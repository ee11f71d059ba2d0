import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createStaff } from '#tests/support/data/staff.ts'
import { LONG_UNDO_SECONDS } from '#tests/support/data/undo-time.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'
import { showNotes } from '#tests/support/worlds/timed-notes.ts'

const app = setUpApp(async () => ({ undoSeconds: LONG_UNDO_SECONDS }))

let author: Person
let viewer: Person
let saki: Person
/** Id of an episode of eight seconds, 24 frames each. */
let id: string

beforeAll(async () => {
  const creator = await createPerson(app.hoshi.url, 'creator', 'Mio')
  author = await createPerson(app.hoshi.url, 'viewer')
  viewer = await createPerson(app.hoshi.url, 'viewer')
  saki = await createStaff(app.hoshi, 'moderator')
  id = await publishFinished(app.hoshi, creator, 'numbered', { title: 'The Last Local' })
})

beforeEach(() => queryDatabase(app.hoshi.connectionString, 'delete from rate_limits'))

const write = (text: string, frame: number) => author.call('POST', `/api/v1/episodes/${id}/notes`, { text, frame })

/** The notes that people without an account see beside the video. */
async function textsForStrangers(): Promise<string[]> {
  const response = await createStranger(app.hoshi.url).call('GET', `/api/v1/episodes/${id}/notes`)
  return ((await response.json()) as { notes: { text: string }[] }).notes.map(({ text }) => text)
}

const rowOf = (page: Page, text: string) =>
  page
    .getByRole('tabpanel', { name: /^Notes/ })
    .getByRole('listitem')
    .filter({ hasText: text })

async function openReport(page: Page, text: string): Promise<void> {
  await rowOf(page, text).getByLabel('Actions for the note').click()
  await rowOf(page, text).getByRole('button', { name: 'Report' }).click()
}

test('a reported note is hidden from everybody else, and comes back when that is undone', async () => {
  await write('you are all fools', 48)
  const reader = await app.visit({ viewport: { width: 1440, height: 900 } })
  await reader.logInAs(viewer)
  await reader.open(`/watch/${id}`)
  await showNotes(reader.page)
  await openReport(reader.page, 'you are all fools')
  const dialog = reader.page.getByRole('dialog', { name: 'Report this note' })
  await dialog.getByText('you are all fools').waitFor()
  expect(await axeViolationsAtAllWidths(reader.page)).toEqual([])
  await dialog.getByRole('radio', { name: 'Hate or harassment' }).check()
  await dialog.getByRole('button', { name: 'Send Report' }).click()
  const thanks = reader.page.getByRole('dialog', { name: 'Thank you.', includeHidden: true })
  await thanks.getByRole('button', { name: 'Back to Episode' }).click()
  await thanks.waitFor({ state: 'detached' })
  await openReport(reader.page, 'you are all fools')
  await reader.page.getByRole('dialog', { name: 'You reported this on' }).waitFor()

  const moderator = await app.visit()
  await moderator.logInAs(saki)
  await moderator.open('/admin/queue')
  await waitForHydration(moderator.page)
  const inQueue = moderator.page.getByRole('link', { name: /^you are all fools/ })
  await inQueue.click()
  await moderator.page.getByText('At 0:02 in The Last Local').waitFor()
  expect(await moderator.page.getByRole('link', { name: 'Watch page' }).getAttribute('href')).toBe(
    `/watch/${id}?t=2.021`,
  )
  expect(await axeViolationsAtAllWidths(moderator.page)).toEqual([])
  await moderator.page.getByRole('radio', { name: 'Hide' }).check()
  await moderator.page.getByLabel('Message to the creator').fill('It goes after people.')
  await moderator.page.getByRole('button', { name: 'Hide' }).click()
  await moderator.page.getByRole('status').getByText('Hidden: you are all fools').waitFor()
  expect(await textsForStrangers()).toEqual([])
  await reader.open(`/watch/${id}`)
  await showNotes(reader.page)
  await reader.page.getByText('No notes yet.').waitFor()

  await moderator.page.keyboard.press('u')
  await inQueue.waitFor()
  expect(await textsForStrangers()).toEqual(['you are all fools'])
  await reader.open(`/watch/${id}`)
  await showNotes(reader.page)
  await rowOf(reader.page, 'you are all fools').waitFor()
  expect([reader.errors, moderator.errors]).toEqual([[], []])
})

test('a held note is let through by a moderator', async () => {
  await write('see https://a.example https://b.example https://c.example', 24)
  const { page, logInAs, open } = await app.visit()
  await logInAs(saki)
  await open('/admin/queue?kind=comment')
  await page.getByRole('link', { name: /^see https.*Held note/ }).waitFor()
  await page.getByText('Held: only the author, the episode’s creator and moderators can see it').waitFor()
  await page.getByRole('button', { name: 'No action' }).click()
  await page.getByRole('heading', { name: 'No matches' }).waitFor()
  expect(await textsForStrangers()).toContain('see https://a.example https://b.example https://c.example')
})

test('without an account a note can be reported, and nothing else', async () => {
  await write('look at the rain', 12)
  const { page, open } = await app.visit({ viewport: { width: 1440, height: 900 } })
  await open(`/watch/${id}`)
  const row = rowOf(page, 'look at the rain')
  await row.getByLabel('Actions for the note').click()
  await expect.poll(() => row.getByRole('button').allTextContents()).toEqual(['Report'])
  await row.getByRole('button', { name: 'Report' }).click()
  await page.getByRole('dialog', { name: 'Report this note' }).getByLabel('Email').waitFor()
})
