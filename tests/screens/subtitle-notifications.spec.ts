import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { linesFile, subtitleForm } from '#tests/support/media/subtitle-files.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp(async () => ({ worksJobs: true }))

const bell = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

async function openAs(person: Person, path: string, options = {}) {
  const visitor = await app.visit({ viewport: { width: 1440, height: 900 }, ...options })
  await visitor.logInAs(person)
  await visitor.open(path)
  if (!('javaScriptEnabled' in options)) await waitForHydration(visitor.page)
  return visitor
}

/** How many there are once the page is loaded again. */
async function countAgain(locator: Locator): Promise<number> {
  await locator.page().reload()
  return locator.count()
}

async function cast(names: { creator: string; author: string }) {
  const creator = await createPerson(app.hoshi.url, 'creator', names.creator)
  const author = await createPerson(app.hoshi.url, 'creator', names.author)
  const { id } = await publishEpisode(app.hoshi, creator, { title: 'Kettle', translationsOpen: true })
  return { creator, author, id }
}

test('subtitles are offered, reach the creator’s open bell, are sent back, and reach the author’s', async () => {
  const { creator, author, id } = await cast({ creator: 'Mio', author: 'mika' })
  const mio = await openAs(creator, '/explore')
  await bell(mio.page, 'Notifications').waitFor()
  const mika = await openAs(author, `/subtitles/${id}`)
  await mika.page.getByLabel('Language', { exact: true }).selectOption('ja')
  const buffer = Buffer.from(await linesFile(['沸いた']).arrayBuffer())
  await mika.page.getByLabel('File').setInputFiles({ name: 'lines.vtt', mimeType: 'text/vtt', buffer })
  await mika.page.getByRole('button', { name: 'Upload' }).click()
  await mika.page.getByRole('link', { name: 'Japanese Draft' }).waitFor()
  const text = new URL(mika.page.url()).searchParams.get('text')

  await bell(mio.page, 'Notifications, 1 unread').click()
  const offered = panel(mio.page).getByRole('link', {
    name: 'Unread: mika submitted Japanese subtitles for Kettle',
    exact: true,
  })
  await offered.click()
  await mio.page.waitForURL(`**/subtitles/${id}?text=${text}`)
  await mio.page.getByLabel('Message to mika').fill('At 0:01 it has not boiled yet.')
  await mio.page.getByRole('button', { name: 'Request Changes' }).click()
  await mio.page.getByRole('link', { name: 'Japanese Changes requested' }).waitFor()

  await bell(mika.page, 'Notifications, 1 unread').click()
  const asked = panel(mika.page).getByRole('listitem')
  await asked.getByText('At 0:01 it has not boiled yet.').waitFor()
  expect(await asked.getByRole('link').first().textContent()).toBe(
    'Unread: Your Japanese subtitles for Kettle need changes',
  )
  await asked.getByRole('link', { name: 'Unread: Your Japanese subtitles' }).click()
  await panel(mika.page).waitFor({ state: 'hidden' })
  await mika.page.getByRole('heading', { name: 'Message from the creator' }).waitFor()
  expect(new URL(mika.page.url()).searchParams.get('text')).toBe(text)

  await mio.page.getByRole('button', { name: 'Approve' }).click()
  await mio.page.getByRole('link', { name: 'Japanese Public' }).waitFor()
  const approved = mika.page.getByRole('main').getByText('Your Japanese subtitles for Kettle were approved')
  await mika.open('/notifications')
  await expect.poll(() => countAgain(approved)).toBe(1)
  expect(await axeViolationsAtAllWidths(mika.page)).toEqual([])
  expect([mio.errors, mika.errors]).toEqual([[], []])
})

test('without scripts the page of notifications leads to the subtitles, and Settings turns their kind off', async () => {
  const { creator, author, id } = await cast({ creator: 'Ren', author: 'hana' })
  const form = subtitleForm(linesFile(['One']), { language: 'pt-BR', kind: 'subtitles' })
  expect((await author.call('POST', `/api/v1/episodes/${id}/subtitles`, form)).status).toBe(201)
  const { page, open } = await openAs(creator, '/notifications', { javaScriptEnabled: false })
  const told = page.getByRole('link', { name: 'hana submitted Portuguese (Brazil) subtitles for Kettle' })
  await expect.poll(() => countAgain(told)).toBe(1)
  await told.click()
  await page.getByRole('heading', { name: 'Needs your review' }).waitFor()
  await open('/settings/notifications')
  await page.getByLabel('Subtitles submitted for your episodes, and reviews of your subtitles').uncheck()
  await page.getByRole('button', { name: 'Save Notifications' }).click()
  await page.getByText('Your notification settings have been saved.').waitFor()
  const settings = await creator.call('GET', '/api/v1/me/notification-settings')
  expect(await settings.json()).toMatchObject({ subtitle: false, comment: true })
})
