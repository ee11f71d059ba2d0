import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()

let mio: Person
let rafa: Person
let id: string

beforeAll(async () => {
  mio = await createPerson(app.hoshi.url, 'creator', 'Mio')
  rafa = await createPerson(app.hoshi.url, 'creator', 'Rafa')
})

beforeEach(async () => {
  id = (await publishEpisode(app.hoshi, mio, { title: 'Paper boats' })).id
})

async function visitAs(person: Person) {
  const visitor = await app.visit()
  await visitor.logInAs(person)
  return visitor
}

const credit = (page: Page, place: number) => page.getByRole('group', { name: `Credit ${place}`, exact: true })

async function fill(page: Page, place: number, values: { Role: string; Name: string; 'Hoshi profile'?: string }) {
  for (const [label, value] of Object.entries(values)) await credit(page, place).getByLabel(label).fill(value)
}

const namesIn = (page: Page) =>
  page.getByLabel('Name', { exact: true }).evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value))

const madeBy = (page: Page) => page.getByRole('region', { name: 'Made by' })

test('a creator credits another, who accepts: the name links to the profile, which lists the episode', async () => {
  const ofMio = await visitAs(mio)
  await ofMio.open(`/dashboard/credits/${id}`)
  await waitForHydration(ofMio.page)
  await fill(ofMio.page, 1, { Role: 'Direction', Name: 'Mio Arakawa' })
  await ofMio.page.getByRole('button', { name: 'Add Credit' }).click()
  await credit(ofMio.page, 2).waitFor()
  await fill(ofMio.page, 2, { Role: 'music', Name: 'Rafa Sunada', 'Hoshi profile': 'RAFA' })
  await ofMio.page.getByRole('button', { name: 'Move credit 2 up' }).click()
  await expect.poll(() => namesIn(ofMio.page)).toEqual(['Rafa Sunada', 'Mio Arakawa'])
  await ofMio.page.getByRole('button', { name: 'Save Credits' }).click()
  await ofMio.page.getByText('Credits saved.').waitFor()
  await credit(ofMio.page, 1).getByText('Awaiting answer').waitFor()
  expect(await axeViolationsAtAllWidths(ofMio.page)).toEqual([])

  const stranger = await app.visit()
  await stranger.open(`/watch/${id}`)
  expect(await madeBy(stranger.page).locator('dt, dd').allInnerTexts()).toEqual([
    'Music',
    'Rafa Sunada',
    'Direction',
    'Mio Arakawa',
  ])
  expect(await madeBy(stranger.page).getByRole('link').count()).toBe(0)

  const ofRafa = await visitAs(rafa)
  await ofRafa.open('/dashboard')
  await waitForHydration(ofRafa.page)
  await ofRafa.page.getByText(/to accept or decline/).waitFor()
  await ofRafa.page.getByRole('link', { name: 'Answer', exact: true }).click()
  const asked = ofRafa.page.getByRole('article', { name: 'Paper boats' }).first()
  await asked.getByText('Mio wants to link this name to your profile').waitFor()
  expect(await axeViolationsAtAllWidths(ofRafa.page)).toEqual([])
  await asked.getByRole('button', { name: 'Accept' }).click()
  await ofRafa.page.getByText('Accepted. The name links to your profile.').waitFor()

  await stranger.open(`/watch/${id}`)
  await madeBy(stranger.page).getByRole('link', { name: 'Rafa Sunada' }).click()
  await stranger.page.getByRole('heading', { level: 1, name: 'Rafa' }).waitFor()
  const work = stranger.page.getByRole('region', { name: /^Worked on/ })
  await work.getByRole('article', { name: 'Paper boats' }).getByText('music').waitFor()
  expect(await work.getByRole('link', { name: 'Paper boats' }).getAttribute('href')).toBe(`/watch/${id}`)
  expect(await axeViolationsAtAllWidths(stranger.page)).toEqual([])
})

test('a declined credit stays as text, and asking again is refused with the rows kept', async () => {
  const credits = [{ name: 'Rafa Sunada', role: 'Music', uid: rafa.account.uid }]
  await mio.call('PATCH', `/api/v1/episodes/${id}`, { credits })
  const ofRafa = await visitAs(rafa)
  await ofRafa.open('/dashboard/credits')
  await ofRafa.page
    .getByRole('article', { name: 'Paper boats' })
    .first()
    .getByRole('button', { name: 'Decline' })
    .click()
  await ofRafa.page.getByText('Declined. The name stays as plain text').waitFor()

  const { page, open } = await visitAs(mio)
  await open(`/dashboard/credits/${id}`)
  await waitForHydration(page)
  await fill(page, 1, { Role: 'Music', Name: 'Rafa Sunada', 'Hoshi profile': `/creator/${rafa.account.uid}` })
  await page.getByRole('button', { name: 'Save Credits' }).click()
  await page.getByRole('alert').getByText('Someone you credited has declined the link for this episode.').waitFor()
  expect(await namesIn(page)).toEqual(['Rafa Sunada'])
  await credit(page, 1).getByLabel('Hoshi profile').fill('')
  await page.getByRole('button', { name: 'Save Credits' }).click()
  await page.getByText('Credits saved.').waitFor()
})

test('a link that names nobody is marked, and buttons keep what was typed and the focus', async () => {
  const { page, open } = await visitAs(mio)
  await open(`/dashboard/credits/${id}`)
  await waitForHydration(page)
  await fill(page, 1, { Role: 'Voice', Name: 'Nao', 'Hoshi profile': 'nobody at all' })
  await page.getByRole('button', { name: 'Add Credit' }).click()
  expect(
    await credit(page, 2)
      .getByLabel('Role')
      .evaluate((each) => each === document.activeElement),
  ).toBe(true)
  await page.keyboard.type('Sound')
  await fill(page, 2, { Role: 'Sound', Name: 'Kai' })
  await page.getByRole('button', { name: 'Move credit 2 up' }).press('Enter')
  await page.getByRole('status').getByText('Now 1 of 2.').waitFor()
  expect(await namesIn(page)).toEqual(['Kai', 'Nao'])
  expect(
    await page.getByRole('button', { name: 'Move credit 1 up' }).evaluate((each) => each === document.activeElement),
  ).toBe(true)
  // Enter in a field saves.
  await credit(page, 2).getByLabel('Name').press('Enter')
  await page.getByRole('alert').getByText('There is no creator with that username or profile URL on Hoshi.').waitFor()
  expect(await credit(page, 2).getByLabel('Hoshi profile').getAttribute('aria-invalid')).toBe('true')
  expect(await credit(page, 1).getByLabel('Hoshi profile').getAttribute('aria-invalid')).toBeNull()
  await page.getByRole('button', { name: 'Move credit 2 up' }).click()
  expect(await credit(page, 1).getByLabel('Hoshi profile').getAttribute('aria-invalid')).toBe('true')
  expect(await credit(page, 2).getByLabel('Hoshi profile').getAttribute('aria-invalid')).toBeNull()
  await page.getByRole('button', { name: 'Remove credit 1' }).click()
  await page.getByRole('button', { name: 'Save Credits' }).click()
  const message = page.getByText('Credits saved.')
  await message.waitFor()
  await expect.poll(() => message.evaluate((each) => each.closest('p') === document.activeElement)).toBe(true)
  expect(await namesIn(page)).toEqual(['Kai'])
})

test('a list of credits stays when its next page fails, and loses all of an episode when one of them is declined', async () => {
  const person = await createPerson(app.hoshi.url, 'creator')
  const credits = Array.from({ length: 25 }, (_, n) => ({ name: 'Nao', role: `Voice ${n}`, uid: person.account.uid }))
  expect((await mio.call('PATCH', `/api/v1/episodes/${id}`, { credits })).status).toBe(200)
  const { page, open } = await visitAs(person)
  await open('/dashboard/credits')
  await waitForHydration(page)
  const asked = page.getByRole('article', { name: 'Paper boats' })
  const laterPage = /\/dashboard\/credits\.data\?.*cursor=/
  await page.route(laterPage, (route) => route.abort())
  const failed = page.waitForEvent('requestfailed', (request) => laterPage.test(request.url()))
  await page.getByRole('link', { name: 'Load more' }).click()
  await failed
  await page.locator('a[aria-busy="false"]').getByText('Load more').waitFor()
  expect(await asked.count()).toBe(24)
  await page.unroute(laterPage)
  await page.getByRole('link', { name: 'Load more' }).click()
  await asked.nth(24).getByRole('button', { name: 'Decline' }).click()
  const message = page.getByRole('status').filter({ hasText: 'Declined.' })
  await message.waitFor()
  await expect.poll(() => message.evaluate((each) => each === document.activeElement)).toBe(true)
  // The declined one was on the second page, the others on both.
  expect(await asked.count()).toBe(0)
})

test('the bar of an episode saves its credits; a profile that does not exist is marked in its row, with nothing lost', async () => {
  const { page, open, errors } = await visitAs(mio)
  await open(`/dashboard/episodes/${id}/credits`)
  await waitForHydration(page)
  const bar = page.getByRole('region', { name: 'Unsaved changes' })
  await fill(page, 1, { Role: 'music', Name: 'Rafa Sunada', 'Hoshi profile': 'nobody at all' })
  await page.getByRole('button', { name: 'Add Credit' }).click()
  await fill(page, 2, { Role: 'Voice', Name: 'Nao' })
  await bar.getByText('1 unsaved change').waitFor()
  // Another tab keeps what was typed, and leads back to the row at fault.
  await page.getByRole('tab', { name: 'Sharing' }).click()
  await page.waitForURL('**/sharing')
  await bar.getByRole('button', { name: 'Save Changes' }).click()
  await page.waitForURL('**/credits')
  const profile = (place: number) => credit(page, place).getByLabel('Hoshi profile')
  await credit(page, 1).getByText('There is no creator with that username or profile URL on Hoshi.').waitFor()
  await expect.poll(() => profile(1).evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await profile(2).getAttribute('aria-invalid')).toBeNull()
  expect(await namesIn(page)).toEqual(['Rafa Sunada', 'Nao'])
  expect(await axeViolationsAtAllWidths(page)).toEqual([])
  await page.getByRole('button', { name: 'Move credit 1 down' }).click()
  await credit(page, 2).getByText('There is no creator with that username or profile URL on Hoshi.').waitFor()
  await profile(2).fill('RAFA')
  await expect.poll(() => profile(2).getAttribute('aria-invalid')).toBeNull()
  // Enter in a field saves.
  await profile(2).press('Enter')
  await bar.getByText(/^Saved\./).waitFor()
  await credit(page, 2).getByText('Awaiting answer').waitFor()
  expect(await credit(page, 2).getByLabel('Role').inputValue()).toBe('Music')
  await page.getByRole('heading', { name: '2 credits' }).waitFor()
  expect(errors).toEqual([expect.stringContaining('422')])
})

test('credits are discarded with the bar, and asked about when the page is left', async () => {
  await mio.call('PATCH', `/api/v1/episodes/${id}`, { credits: [{ name: 'Nao', role: 'Voice' }] })
  const { page, open } = await visitAs(mio)
  await open(`/dashboard/episodes/${id}/credits`)
  await waitForHydration(page)
  const bar = page.getByRole('region', { name: 'Unsaved changes' })
  await page.getByRole('button', { name: 'Remove credit 1' }).click()
  await bar.getByRole('button', { name: 'Credits' }).waitFor()
  await page.getByRole('link', { name: 'My Content' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByText('1 change to Paper boats is not saved: Credits.').waitFor()
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await bar.getByRole('button', { name: 'Discard' }).click()
  await bar.waitFor({ state: 'detached' })
  expect(await namesIn(page)).toEqual(['Nao'])
})
