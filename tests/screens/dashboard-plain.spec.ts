import { describe, expect, test } from 'vitest'
import { alertsOf } from '#tests/support/by-hand.ts'
import { card, edit, field, onDashboard } from '#tests/support/dashboard.ts'
import { query } from '#tests/support/publishing.ts'

const { creatorOf, on, signedIn } = onDashboard()

describe('without scripts', () => {
  const plain = { javaScriptEnabled: false }

  test('the tabs are links, and Refresh Data opens the page anew', async () => {
    const { creator } = await creatorOf({ title: 'Only' })
    const { page } = await signedIn(creator, '/dashboard', plain)
    await page.getByRole('tab', { name: 'My Content' }).click()
    await page.waitForURL('**/dashboard?tab=content')
    await page.getByRole('button', { name: 'Refresh Data' }).click()
    await page.waitForURL('**/dashboard?tab=content')
    expect(await card(page, 'Only').isVisible()).toBe(true)
  })

  test('an episode is edited on a page of its own', async () => {
    const { creator, ids } = await creatorOf({ title: 'Draft', tags: ['one', 'two'] })
    const { page } = await signedIn(creator, '/dashboard?tab=content', plain)
    await edit(page, 'Draft').click()
    await page.waitForURL(`**/dashboard?tab=content&edit=${ids[0]}`)
    expect(await field(page, 'Tags').inputValue()).toBe('one, two')
    await field(page, 'Title').fill('')
    await field(page, 'Description').fill('Kept.')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    expect(await alertsOf(page)).toEqual(['Error updating episode. Please try again.'])
    expect(await page.getByText('Please enter a title.').isVisible()).toBe(true)
    expect(await field(page, 'Description').inputValue()).toBe('Kept.')
    await field(page, 'Title').fill('Final')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.waitForURL('**/dashboard?tab=content')
    await card(page, 'Final').waitFor()
  })

  test('a session that ended is told so, and the words are kept', async () => {
    const { creator, ids } = await creatorOf({ title: 'Draft' })
    const { page, context } = await signedIn(creator, '/dashboard', plain)
    await page.goto(`/dashboard?edit=${ids[0]}`)
    await field(page, 'Title').fill('Too late')
    await context.clearCookies()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    expect(await alertsOf(page)).toEqual(['Error updating episode. Please try again.'])
    expect(await page.getByText('You must be logged in.').isVisible()).toBe(true)
    expect(await field(page, 'Title').inputValue()).toBe('Too late')
  })

  test('an episode is deleted after a page that asks', async () => {
    const { creator } = await creatorOf({ title: 'Stays' }, { title: 'Goes' })
    const { page } = await signedIn(creator, '/dashboard?tab=content', plain)
    await card(page, 'Goes').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await card(page, 'Goes').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete Episode' }).click()
    await page.waitForURL('**/dashboard?tab=content')
    expect(await page.getByRole('article').getByRole('heading').allInnerTexts()).toEqual(['Stays'])
  })

  test('a retry that cannot be says why', async () => {
    const { creator } = await creatorOf({ title: 'Lost film', state: 'error' })
    await query(
      on.hoshi.connectionString,
      `update videos set reason_code = 'processing_failed' where creator_id = $1`,
      [creator.account.uid],
    )
    const { page } = await signedIn(creator, '/dashboard?tab=content', plain)
    await card(page, 'Lost film').getByRole('button', { name: 'Retry' }).click()
    expect(await alertsOf(page)).toEqual(['This video cannot be tried again. Please upload the file once more.'])
  })

  test('somebody else’s episode cannot be edited or deleted', async () => {
    const mine = await creatorOf({ title: 'Mine' })
    const theirs = await creatorOf({ title: 'Theirs' })
    for (const what of ['edit', 'delete']) {
      const { page } = await signedIn(mine.creator, `/dashboard?${what}=${theirs.ids[0]}`, plain)
      expect(await page.getByText('Theirs').count()).toBe(0)
      const form = new FormData()
      for (const [name, value] of Object.entries({ intent: what, id: theirs.ids[0]!, title: 'Stolen', genre: 'Drama' }))
        form.set(name, value)
      const answer = await mine.creator.call('POST', '/dashboard', form)
      expect(answer.status).toBe(403)
    }
    expect((await theirs.creator.call('GET', `/api/v1/episodes/${theirs.ids[0]}`)).status).toBe(200)
  })
})
