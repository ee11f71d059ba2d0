import type { Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { alertsOf } from '#tests/support/browser/forms.ts'
import { card, edit, field, setUpDashboard, stat } from '#tests/support/worlds/dashboard.ts'

const { createCreatorWith, setStats, visitAs } = setUpDashboard()

describe('Edit Episode', () => {
  test('opens filled in, saves without a reload, and returns the focus', async () => {
    const { creator, ids } = await createCreatorWith({
      title: 'Draft',
      genre: 'Fantasy',
      description: 'One cut.',
      tags: ['trains', 'night'],
    })
    const { page, errors } = await visitAs(creator)
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await edit(page, 'Draft').click()
    const dialog = page.getByRole('dialog', { name: 'Edit Episode' })
    await dialog.waitFor()
    expect(await field(page, 'Title').inputValue()).toBe('Draft')
    expect(await field(page, 'Title').evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await field(page, 'Description').inputValue()).toBe('One cut.')
    expect(await field(page, 'Genre').inputValue()).toBe('Fantasy')
    expect(await field(page, 'Tags').inputValue()).toBe('trains, night')
    expect(await field(page, 'Genre').locator('option').allInnerTexts()).toEqual([
      ...['Action', 'Adventure', 'Comedy', 'Drama', 'Fantasy', 'Horror', 'Mecha', 'Romance', 'Sci-Fi'],
      ...['Slice of Life', 'Thriller'],
    ])
    await field(page, 'Title').fill('The Last Local to Vega')
    await field(page, 'Genre').selectOption('Mecha')
    await field(page, 'Tags').fill(' trains ,, tanabata , ')
    await page.getByRole('checkbox', { name: 'Flashing lights' }).check()
    await page.getByRole('checkbox', { name: 'Allow comments' }).uncheck()
    await page.getByRole('checkbox', { name: 'Allow saving frames' }).check()
    await field(page, 'Allowed sites').fill('https://one.example/\nhttps://two.example')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await dialog.waitFor({ state: 'detached' })
    await card(page, 'The Last Local to Vega').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Edit')
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
    const stored = await creator.call('GET', `/api/v1/episodes/${ids[0]}`)
    expect(await stored.json()).toMatchObject({
      title: 'The Last Local to Vega',
      description: 'One cut.',
      genre: 'Mecha',
      tags: ['trains', 'tanabata'],
      contentNotes: ['flashing'],
      commentsOpen: false,
      framesOpen: true,
    })
    const listed = (await (await creator.call('GET', '/api/v1/me/episodes')).json()) as { episodes: object[] }
    expect(listed.episodes[0]).toMatchObject({ embedSites: ['https://one.example', 'https://two.example'] })
    expect(errors).toEqual([])
  })

  test('offers the episode’s own genre too', async () => {
    const { creator } = await createCreatorWith({ title: 'Free', genre: 'Space Opera' })
    const { page } = await visitAs(creator)
    await edit(page, 'Free').click()
    expect(await field(page, 'Genre').inputValue()).toBe('Space Opera')
    expect(await field(page, 'Genre').locator('option').count()).toBe(12)
  })

  test.each(['Cancel', 'Close', 'Escape'])('%s changes nothing and returns the focus', async (action) => {
    const { creator } = await createCreatorWith({ title: 'Kept' })
    const { page } = await visitAs(creator)
    await edit(page, 'Kept').click()
    await field(page, 'Title').fill('Thrown away')
    if (action === 'Escape') await page.keyboard.press('Escape')
    else await page.getByRole('dialog').getByRole('button', { name: action }).click()
    // Also while it is hidden: the page opens none between its closing and its removal.
    await page.getByRole('dialog', { name: 'Edit Episode', includeHidden: true }).waitFor({ state: 'detached' })
    await card(page, 'Kept').waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Edit')
    await edit(page, 'Kept').click()
    expect(await field(page, 'Title').inputValue()).toBe('Kept')
  })

  test('reports a failure and keeps the input', async () => {
    const { creator } = await createCreatorWith({ title: 'Draft' })
    const { page } = await visitAs(creator)
    await edit(page, 'Draft').click()
    await field(page, 'Title').fill('Final')
    const abortPatch = (route: Route) => (route.request().method() === 'PATCH' ? route.abort() : route.fallback())
    await page.route('**/api/v1/episodes/*', abortPatch)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    expect(await alertsOf(page)).toEqual(['Error updating episode. Please try again.'])
    expect(await field(page, 'Title').inputValue()).toBe('Final')
    await page.unroute('**/api/v1/episodes/*', abortPatch)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await card(page, 'Final').waitFor()
  })

  test('shows the reason for a refusal at the field', async () => {
    const { creator } = await createCreatorWith({ title: 'Draft' })
    const { page } = await visitAs(creator)
    await edit(page, 'Draft').click()
    await field(page, 'Title').fill('x'.repeat(121))
    await page.getByRole('button', { name: 'Save Changes' }).click()
    expect(await alertsOf(page)).toEqual(['Error updating episode. Please try again.'])
    const why = page.getByText('The title must be plain text, 120 characters or fewer.')
    expect(await why.count()).toBe(1)
    expect(await field(page, 'Title').getAttribute('aria-describedby')).toBe(await why.getAttribute('id'))
    expect(await field(page, 'Title').getAttribute('aria-invalid')).toBe('true')
  })
})

describe('Delete Episode', () => {
  test('asks first; Keep Episode has the focus', async () => {
    const { creator } = await createCreatorWith({ title: 'Kept' })
    const { page } = await visitAs(creator, '/dashboard?tab=content')
    await card(page, 'Kept').getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete Kept?' })
    const keep = dialog.getByRole('button', { name: 'Keep Episode' })
    expect(await keep.evaluate((it) => it === document.activeElement)).toBe(true)
    await keep.click()
    await dialog.waitFor({ state: 'detached' })
    expect(await card(page, 'Kept').isVisible()).toBe(true)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Delete')
  })

  test('is a second step of the edit sheet, which names what goes', async () => {
    const { creator, ids } = await createCreatorWith({ title: 'Stays' }, { title: 'Goes' })
    await setStats(ids[1]!, [7, 2, 1], [7, 2, 1], [0, 0, 0])
    const made = await creator.call('POST', '/api/v1/series', { title: 'The Vega Line' })
    const { id: seriesId } = (await made.json()) as { id: string }
    await creator.call('PUT', `/api/v1/series/${seriesId}/episodes`, { episodeIds: ids })
    const { page, errors } = await visitAs(creator, '/dashboard?tab=content')
    await card(page, 'Goes').getByRole('button', { name: 'Edit' }).click()
    const step = page.getByRole('dialog', { name: 'Edit Episode' }).getByRole('region', { name: 'Delete' })
    const opener = step.getByRole('button', { name: 'Delete Episode', exact: true })
    await opener.press('Enter')
    await step.getByRole('heading', { name: 'Delete Goes?' }).waitFor()
    expect(await step.getByRole('paragraph').textContent()).toBe(
      'Its video, 7 views, 2 likes and 1 comment will also be deleted. It is part 2 of The Vega Line, which will have 1 episode left. This cannot be undone.',
    )
    const keep = step.getByRole('button', { name: 'Keep Episode' })
    expect(await keep.evaluate((it) => it === document.activeElement)).toBe(true)
    await keep.press('Enter')
    await keep.waitFor({ state: 'detached' })
    expect(await opener.evaluate((it) => it === document.activeElement)).toBe(true)
    await opener.press('Enter')
    await step.getByRole('button', { name: 'Delete Permanently' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => card(page, 'Goes').count()).toBe(0)
    expect((await creator.call('GET', `/api/v1/episodes/${ids[1]}`)).status).toBe(404)
    expect(errors).toEqual([])
  })

  test('removes the episode here and for everybody, with its numbers', async () => {
    const { creator, ids } = await createCreatorWith({ title: 'Stays' }, { title: 'Goes' })
    await setStats(ids[0]!, [5, 0, 0], [5, 0, 0], [0, 0, 0])
    await setStats(ids[1]!, [7, 0, 0], [7, 0, 0], [10, 0, 0])
    const { page } = await visitAs(creator, '/dashboard?tab=content')
    await card(page, 'Goes').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete Permanently' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => card(page, 'Goes').count()).toBe(0)
    expect((await creator.call('GET', `/api/v1/episodes/${ids[1]}`)).status).toBe(404)
    await page.getByRole('tab', { name: 'Overview' }).click()
    await expect.poll(() => stat(page, 'Total views').textContent()).toMatch(/Total views5New this month/)
  })

  test('reports a failure and can be tried again', async () => {
    const { creator } = await createCreatorWith({ title: 'Goes' })
    const { page } = await visitAs(creator, '/dashboard?tab=content')
    await card(page, 'Goes').getByRole('button', { name: 'Delete' }).click()
    await page.route('**/api/v1/episodes/*', (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: 'Delete Permanently' }).click()
    expect(await alertsOf(page)).toEqual(['Error deleting episode. Please try again.'])
    await page.getByRole('button', { name: 'Delete Permanently' }).click()
    await expect.poll(() => card(page, 'Goes').count()).toBe(0)
  })
})
