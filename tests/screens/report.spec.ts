import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { alertsOf, logIn, waitForHydration } from '#tests/support/browser/forms.ts'
import { seedEpisode } from '#tests/support/data/publishing.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()

let creator: Person
let viewer: Person
let id: string

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator', 'Mio')
  viewer = await createPerson(app.hoshi.url, 'viewer')
  id = await seedEpisode(app.hoshi.connectionString, creator, { title: 'Harbour Fire' })
})

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Report this episode' })

async function chooseAndSend(page: Page, words: string): Promise<void> {
  await page.getByRole('radio', { name: 'Not marked NSFW' }).check()
  await page.getByLabel('Details', { exact: true }).fill(words)
  await page.getByRole('button', { name: 'Send Report' }).click()
}

describe('a report', () => {
  test('is sent from the watch page, keeps its words when nothing answers, and stands in Settings', async () => {
    const { page, open } = await app.visit()
    await open('/login')
    await logIn(page, viewer)
    await page.waitForURL('**/explore')
    await open(`/watch/${id}`)
    await waitForHydration(page)
    await page.getByLabel('More', { exact: true }).click()
    await page.getByRole('link', { name: 'Report episode' }).click()
    await dialogOf(page).getByRole('radio').first().waitFor()
    expect(await axeViolationsAtAllWidths(page)).toEqual([])
    await page.route('**/report.data*', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await chooseAndSend(page, 'Blood in the harbour.')
    await dialogOf(page).getByText('Your report was not sent. Your text is still here. Please try again.').waitFor()
    expect(await page.getByLabel('Details', { exact: true }).inputValue()).toBe('Blood in the harbour.')
    await page.unroute('**/report.data*')
    await page.getByRole('button', { name: 'Send Report' }).click()
    await page
      .getByRole('dialog', { name: 'Thank you.' })
      .getByText(/Your report number is \d+\./)
      .waitFor()
    await page.getByRole('link', { name: 'View My Reports' }).click()
    // The page below has such a heading too.
    await page.waitForURL('**/settings/reports')
    await page.getByText('Blood in the harbour.').waitFor()
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Harbour Fire'])
  })

  test('works without scripts and without an account, and keeps what was typed', async () => {
    const { page, open } = await app.visit({ javaScriptEnabled: false })
    await open(`/watch/${id}`)
    await page.getByLabel('More', { exact: true }).click()
    await page.getByRole('link', { name: 'Report episode' }).click()
    await page.getByRole('heading', { name: 'Report this episode' }).waitFor()
    await page.getByLabel('Time in the episode').fill('99:00')
    await chooseAndSend(page, 'Later.')
    expect(await alertsOf(page)).toEqual(['Please choose a time within the episode.'])
    expect(await page.getByLabel('Details', { exact: true }).inputValue()).toBe('Later.')
    await page.getByLabel('Time in the episode').fill('')
    await page.getByRole('button', { name: 'Send Report' }).click()
    await page.getByRole('heading', { name: 'Thank you.' }).waitFor()
    await page.getByRole('link', { name: 'Back to Episode' }).click()
    await page.waitForURL(`**/watch/${id}`)
  })

  test('that was sent before shows its way, takes more words, and is taken back', async () => {
    const other = await createPerson(app.hoshi.url, 'viewer')
    await other.call('POST', '/api/v1/reports', { subject: { kind: 'episode', id }, reason: 'spam', details: 'First.' })
    const { page, open } = await app.visit()
    await open('/login')
    await logIn(page, other)
    await page.waitForURL('**/explore')
    await open(`/report?kind=episode&id=${id}`)
    await page.getByRole('heading', { name: 'You reported this on' }).waitFor()
    await page.getByLabel('More details').fill('Second.')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('Added to your report.').waitFor()
    expect(await page.getByText('Second.').isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Withdraw Report' }).click()
    await page.getByText('Your report has been withdrawn.').waitFor()
    await page.getByRole('heading', { name: 'Report this episode' }).waitFor()
  })
})
