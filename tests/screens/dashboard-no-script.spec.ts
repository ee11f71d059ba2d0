import { describe, expect, test } from 'vitest'
import { alertsOf } from '#tests/support/browser/forms.ts'
import { query } from '#tests/support/data/publishing.ts'
import { card, edit, field, setUpDashboard } from '#tests/support/worlds/dashboard.ts'

const { createCreatorWith, app, visitAs } = setUpDashboard()

describe('without scripts', () => {
  const noScript = { javaScriptEnabled: false }

  test('the tabs are links, and Refresh Data reloads the page', async () => {
    const { creator } = await createCreatorWith({ title: 'Only' })
    const { page } = await visitAs(creator, '/dashboard', noScript)
    await page.getByRole('tab', { name: 'My Content' }).click()
    await page.waitForURL('**/dashboard?tab=content')
    await page.getByRole('button', { name: 'Refresh Data' }).click()
    await page.waitForURL('**/dashboard?tab=content')
    expect(await card(page, 'Only').isVisible()).toBe(true)
  })

  test('an episode is edited on its own page', async () => {
    const { creator, ids } = await createCreatorWith({ title: 'Draft', tags: ['one', 'two'] })
    const { page } = await visitAs(creator, '/dashboard?tab=content', noScript)
    await edit(page, 'Draft').click()
    await page.waitForURL(`**/dashboard?tab=content&edit=${ids[0]}`)
    expect(await field(page, 'Tags').inputValue()).toBe('one, two')
    await field(page, 'Title').fill('')
    await field(page, 'Description').fill('Kept.')
    const loud = page.getByRole('checkbox', { name: 'Loud sounds' })
    await loud.check()
    const comments = page.getByRole('checkbox', { name: 'Comments open' })
    await comments.uncheck()
    const frames = page.getByRole('checkbox', { name: 'Viewers may save single frames' })
    await frames.check()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    expect(await alertsOf(page)).toEqual(['Error updating episode. Please try again.'])
    expect(await page.getByText('Please enter a title.').isVisible()).toBe(true)
    expect(await field(page, 'Description').inputValue()).toBe('Kept.')
    expect(await loud.isChecked()).toBe(true)
    expect(await comments.isChecked()).toBe(false)
    expect(await frames.isChecked()).toBe(true)
    await field(page, 'Title').fill('Final')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.waitForURL('**/dashboard?tab=content')
    await card(page, 'Final').waitFor()
    const stored = await creator.call('GET', `/api/v1/episodes/${ids[0]}`)
    expect(await stored.json()).toMatchObject({ framesOpen: true })
    await page.goto(new URL(`/watch/${ids[0]}`, page.url()).href)
    await page.getByText('Loud sounds').waitFor()
    await page.getByText('Comments on this episode are closed.').waitFor()
  })

  test('an episode moves to another series, and a refusal keeps the choice', async () => {
    const { creator, ids } = await createCreatorWith({ title: 'One' })
    const made = async (title: string) =>
      ((await (await creator.call('POST', '/api/v1/series', { title })).json()) as { id: string }).id
    const [from, to] = [await made('The Vega Line'), await made('Night Signals')]
    await creator.call('PUT', `/api/v1/series/${from}/episodes`, { episodeIds: ids })
    const place = async () =>
      ((await (await creator.call('GET', `/api/v1/episodes/${ids[0]}`)).json()) as { seriesId: string | null }).seriesId
    const { page } = await visitAs(creator, `/dashboard?tab=content&edit=${ids[0]}`, noScript)
    const save = () => page.getByRole('button', { name: 'Save Changes' }).click()
    await field(page, 'Series').selectOption('Night Signals')
    await field(page, 'Number').fill('2')
    await field(page, 'Title').fill('First')
    await save()
    await page.getByText('Please enter a whole number, from 1 to').waitFor()
    expect([await field(page, 'Series').inputValue(), await field(page, 'Number').inputValue()]).toEqual([to, '2'])
    expect(await place()).toBe(from)
    await field(page, 'Number').fill('')
    await save()
    await page.waitForURL('**/dashboard?tab=content')
    expect(await place()).toBe(to)
    await edit(page, 'First').click()
    await field(page, 'Series').selectOption('No series')
    await save()
    await page.waitForURL('**/dashboard?tab=content')
    expect(await place()).toBeNull()
  })

  test('after the session has ended an edit is refused, and after another login the same form saves all of it', async () => {
    const { creator, ids } = await createCreatorWith({ title: 'Draft' })
    const made = await creator.call('POST', '/api/v1/series', { title: 'Night Signals' })
    const { id: seriesId } = (await made.json()) as { id: string }
    const { page, context } = await visitAs(creator, '/dashboard', noScript)
    await page.goto(`/dashboard?edit=${ids[0]}`)
    await field(page, 'Title').fill('Too late')
    await field(page, 'Series').selectOption('Night Signals')
    await page.getByRole('radio', { name: 'Unlisted' }).check()
    const session = await context.cookies()
    await context.clearCookies()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    expect(await alertsOf(page)).toEqual(['Error updating episode. Please try again.'])
    expect(await page.getByText('You must be logged in.').isVisible()).toBe(true)
    expect(await field(page, 'Title').inputValue()).toBe('Too late')
    await context.addCookies(session)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.waitForURL(/\/dashboard$/)
    const stored = await (await creator.call('GET', `/api/v1/episodes/${ids[0]}`)).json()
    expect(stored).toMatchObject({ title: 'Too late', visibility: 'unlisted', seriesId })
  })

  test('an episode is deleted after a confirmation page', async () => {
    const { creator } = await createCreatorWith({ title: 'Stays' }, { title: 'Goes' })
    const { page } = await visitAs(creator, '/dashboard?tab=content', noScript)
    await card(page, 'Goes').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('link', { name: 'Keep Episode' }).click()
    await card(page, 'Goes').getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('button', { name: 'Delete Episode' }).click()
    await page.getByText('Its video, 0 views, 0 likes and 0 comments go with it.').waitFor()
    await page.getByRole('button', { name: 'Delete for Good' }).click()
    await page.waitForURL('**/dashboard?tab=content')
    expect(await page.getByRole('article').getByRole('heading').allInnerTexts()).toEqual(['Stays'])
  })

  test('a retry that is impossible shows the reason', async () => {
    const { creator } = await createCreatorWith({ title: 'Lost film', state: 'error' })
    await query(
      app.hoshi.connectionString,
      `update videos set reason_code = 'processing_failed' where creator_id = $1`,
      [creator.account.uid],
    )
    const { page } = await visitAs(creator, '/dashboard?tab=content', noScript)
    await card(page, 'Lost film').getByRole('button', { name: 'Retry' }).click()
    expect(await alertsOf(page)).toEqual(['This video cannot be retried. Please upload the file again.'])
  })

  test('somebody else’s episode cannot be edited or deleted', async () => {
    const mine = await createCreatorWith({ title: 'Mine' })
    const theirs = await createCreatorWith({ title: 'Theirs' })
    for (const what of ['edit', 'delete']) {
      const { page } = await visitAs(mine.creator, `/dashboard?${what}=${theirs.ids[0]}`, noScript)
      expect(await page.getByText('Theirs').count()).toBe(0)
      const form = new FormData()
      for (const [name, value] of Object.entries({ intent: what, id: theirs.ids[0]!, title: 'Stolen', genre: 'Drama' }))
        form.set(name, value)
      const response = await mine.creator.call('POST', '/dashboard', form)
      expect(response.status).toBe(403)
    }
    expect((await theirs.creator.call('GET', `/api/v1/episodes/${theirs.ids[0]}`)).status).toBe(200)
  })
})
