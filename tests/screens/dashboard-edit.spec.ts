import type { Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { alertsOf } from '#tests/support/browser/forms.ts'
import { card, edit, field, setUpDashboard } from '#tests/support/worlds/dashboard.ts'

const { createCreatorWith, visitAs } = setUpDashboard()

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
      ...['Slice of Life', 'Thriller', 'Other...'],
    ])
    // Everything else is on the page of the episode.
    expect(await dialog.locator('input:visible, textarea:visible, select:visible').count()).toBe(4)
    await field(page, 'Title').fill('The Last Local to Vega')
    await field(page, 'Genre').selectOption('Mecha')
    await field(page, 'Tags').fill(' trains ,, tanabata , ')
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
    })
    expect(errors).toEqual([])
  })

  test('offers the episode’s own genre too, and any other', async () => {
    const { creator } = await createCreatorWith({ title: 'Free', genre: 'Space Opera' })
    const { page } = await visitAs(creator)
    await edit(page, 'Free').click()
    expect(await field(page, 'Genre').inputValue()).toBe('Space Opera')
    expect(await field(page, 'Genre').locator('option').count()).toBe(13)
    expect(await field(page, 'Other genre').isVisible()).toBe(false)
    await field(page, 'Genre').selectOption('Other...')
    await field(page, 'Other genre').fill('Slow Cinema')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await edit(page, 'Free').click()
    expect(await field(page, 'Genre').inputValue()).toBe('Slow Cinema')
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
