import { beforeAll, describe, expect, test } from 'vitest'
import { alertsOf, logIn, signUp, waitForHydration } from '#tests/support/browser/forms.ts'
import { seedEpisode } from '#tests/support/data/publishing.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson, createStranger } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp(async () => ({ callsWithoutProof: 1 }))
const fields = { email: 'late@example.com', password: 'a good password' }

beforeAll(async () => {
  await createPerson(app.hoshi.url, 'viewer')
})

describe('signing up from a busy network', () => {
  test('the page computes what the server asks for, says so, and sends the form again', async () => {
    const { page, open, errors } = await app.visit()
    await open('/signup')
    // Announced before it goes away.
    await page.evaluate(() => {
      const said: string[] = []
      Object.assign(window, { said })
      const status = document.querySelector('[role="status"]')!
      new MutationObserver(() => said.push(status.textContent)).observe(status, { childList: true, subtree: true })
    })
    await signUp(page, fields)
    await page.waitForURL('**/login*')
    const said = await page.evaluate(() => (window as unknown as { said: string[] }).said)
    expect(said[0]).toMatch(
      /^Many accounts are being created from your network, so your browser is running a short check/,
    )
    await logIn(page, fields)
    await page.waitForURL('**/explore')
    // The answer that asked for it.
    expect(errors.filter((error) => !error.includes('428'))).toEqual([])
  })

  test('without scripts, the form stays and says what to do', async () => {
    const { page, open } = await app.visit({ javaScriptEnabled: false })
    await open('/signup')
    await signUp(page, { ...fields, email: 'later@example.com' })
    expect(await alertsOf(page)).toEqual([
      'There is a lot of activity from your network, so your browser has to run a short check first. This requires JavaScript. Without it, please try again in ten minutes.',
    ])
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('later@example.com')
  })
})

test('reporting from a busy network without an account: the dialog computes, and sends what was typed', async () => {
  const creator = await createPerson(app.hoshi.url, 'creator')
  const id = await seedEpisode(app.hoshi.connectionString, creator, { title: 'Harbour Fire' })
  const report = { subject: { kind: 'episode', id }, reason: 'spam' }
  const first = await createStranger(app.hoshi.url).call('POST', '/api/v1/reports', report)
  expect(first.status).toBe(201)
  const { page, open } = await app.visit()
  await open(`/watch/${id}`)
  await waitForHydration(page)
  await page.getByLabel('More', { exact: true }).click()
  await page.getByRole('link', { name: 'Report episode' }).click()
  await page.getByRole('radio', { name: 'Not marked NSFW' }).check()
  await page.getByLabel('Details', { exact: true }).fill('Blood in the harbour.')
  await page.getByRole('button', { name: 'Send Report' }).click()
  await page
    .getByRole('dialog', { name: 'Thank you.' })
    .getByText(/Your report number is \d+\./)
    .waitFor()
  const stored = await queryDatabase<{ details: string }>(
    app.hoshi.connectionString,
    'select details from reports order by number',
  )
  expect(stored.map(({ details }) => details)).toEqual(['', 'Blood in the harbour.'])
})
