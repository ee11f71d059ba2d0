import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { card, setUpDashboard } from '#tests/support/worlds/dashboard.ts'

const { createCreatorWith, visitAs } = setUpDashboard()

const titles = (page: Page) => page.getByRole('article').getByRole('heading').allInnerTexts()
const check = (page: Page, title: string) => page.getByRole('checkbox', { name: `Select ${title}`, exact: true })
const bar = (page: Page) => page.getByRole('region', { name: 'Selected episodes' })

async function storedOf(creator: { call(method: string, path: string): Promise<Response> }) {
  const list = (await (await creator.call('GET', '/api/v1/me/episodes')).json()) as {
    episodes: { title: string; visibility: string; genre: string; tags: string[] }[]
  }
  return Object.fromEntries(
    list.episodes.map(({ title, visibility, genre, tags }) => [title, `${visibility} ${genre} ${tags}`]),
  )
}

describe('My Content', () => {
  test('is searched by title and filtered by visibility, in the URL', async () => {
    const { creator } = await createCreatorWith({ title: 'Night Train' }, { title: 'Day Train' }, { title: 'Harbour' })
    const { page, errors } = await visitAs(creator, '/dashboard?tab=content')
    expect(await page.getByText('3 episodes', { exact: true }).isVisible()).toBe(true)
    await page.getByRole('searchbox', { name: 'Search by title' }).fill('train')
    await expect.poll(() => titles(page)).toEqual(['Day Train', 'Night Train'])
    await page.waitForURL('**/dashboard?tab=content&title=train')
    await page.getByRole('combobox', { name: 'Filter by visibility' }).selectOption('private')
    await page.getByText('No episodes found').waitFor()
    await page.getByRole('link', { name: 'Clear All Filters' }).click()
    await expect.poll(() => titles(page)).toEqual(['Harbour', 'Day Train', 'Night Train'])
    expect(errors).toEqual([])
  })

  test('changes the selected episodes at once, and takes it back', async () => {
    const { creator } = await createCreatorWith(
      { title: 'One' },
      { title: 'Two' },
      { title: 'Three' },
      { title: 'Four' },
    )
    const { page, errors } = await visitAs(creator, '/dashboard?tab=content')
    await check(page, 'Four').check()
    await check(page, 'Two').click({ modifiers: ['Shift'] })
    await bar(page).getByText('3 selected').waitFor()
    await bar(page).getByText('Visibility').click()
    await bar(page)
      .getByRole('button', { name: /^Private/ })
      .click()
    await page.getByText('Changed 3 episodes.').waitFor()
    expect(await storedOf(creator)).toEqual({
      Four: 'private Drama ',
      Three: 'private Drama ',
      Two: 'private Drama ',
      One: 'public Drama ',
    })
    await card(page, 'Two').getByText('Private', { exact: true }).waitFor()
    expect(await bar(page).count()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Restored 3 episodes.').waitFor()
    expect(Object.values(await storedOf(creator))).toEqual(Array.from({ length: 4 }, () => 'public Drama '))
    expect(errors).toEqual([])
  })

  test('schedules the selected episodes, in the zone of the browser, and takes it back', async () => {
    const { creator } = await createCreatorWith({ title: 'One' }, { title: 'Two' })
    const { page, errors } = await visitAs(creator, '/dashboard?tab=content', { timezoneId: 'Asia/Tokyo' })
    await check(page, 'One').check()
    await check(page, 'Two').check()
    await bar(page).getByText('Visibility').click()
    await bar(page)
      .getByRole('button', { name: /^Scheduled/ })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Schedule 2 Episodes' })
    const save = dialog.getByRole('button', { name: 'Schedule 2 Episodes' })
    await save.click()
    await dialog.getByText('Please choose when this episode becomes public.').waitFor()
    await dialog.getByText('Asia/Tokyo.').waitFor()
    await dialog.getByLabel('Publish at').fill('2020-01-01T09:00')
    await save.click()
    await dialog.getByText('Please choose a time in the future, and only for a scheduled episode.').waitFor()
    await dialog.getByLabel('Publish at').fill('2126-01-01T09:00')
    await save.click()
    await page.getByText('Changed 2 episodes.').waitFor()
    expect(Object.values(await storedOf(creator))).toEqual(['scheduled Drama ', 'scheduled Drama '])
    const time = card(page, 'Two').locator('.visibility-mark time')
    expect(await time.getAttribute('datetime')).toBe('2126-01-01T00:00:00.000Z')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Restored 2 episodes.').waitFor()
    expect(Object.values(await storedOf(creator))).toEqual(['public Drama ', 'public Drama '])
    expect(errors).toEqual([])
  })

  test('shows and filters by series, puts episodes into one, and takes that back in its order', async () => {
    const { creator, ids } = await createCreatorWith(
      { title: 'One' },
      { title: 'Two' },
      { title: 'Three' },
      { title: 'Four' },
    )
    const made = await creator.call('POST', '/api/v1/series', { title: 'The Vega Line' })
    const { id: seriesId } = (await made.json()) as { id: string }
    const order = { episodeIds: ids.slice(0, 3), arcs: [{ title: 'Departures', from: 1, to: 2 }] }
    await creator.call('PUT', `/api/v1/series/${seriesId}/episodes`, order)
    const stored = async () => {
      const found = (await (await creator.call('GET', `/api/v1/series/${seriesId}`)).json()) as {
        episodes: { title: string }[]
        arcs: object[]
      }
      return { titles: found.episodes.map(({ title }) => title), arcs: found.arcs }
    }
    const chooseSeries = async (page: Page, name: RegExp) => {
      await bar(page).getByText('Series', { exact: true }).click()
      await bar(page).getByRole('button', { name }).click()
    }
    const { page, errors } = await visitAs(creator, '/dashboard?tab=content')
    await card(page, 'Two').getByText('· Part 2').waitFor()
    expect(await card(page, 'Two').getByRole('link', { name: 'The Vega Line' }).getAttribute('href')).toBe(
      `/series/${seriesId}`,
    )
    const filter = page.getByRole('combobox', { name: 'Filter by series' })
    await filter.selectOption('No series')
    await expect.poll(() => titles(page)).toEqual(['Four'])
    await filter.selectOption('The Vega Line')
    await expect.poll(() => titles(page)).toEqual(['Three', 'Two', 'One'])
    await check(page, 'One').check()
    await check(page, 'Two').check()
    await chooseSeries(page, /^No series/)
    await page.getByText('Changed 2 episodes.').waitFor()
    await expect.poll(() => titles(page)).toEqual(['Three'])
    expect(await stored()).toEqual({ titles: ['Three'], arcs: [] })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Restored 2 episodes.').waitFor()
    expect(await stored()).toEqual({ titles: ['One', 'Two', 'Three'], arcs: order.arcs })
    await filter.selectOption('All series')
    await check(page, 'Four').check()
    await check(page, 'Three').check()
    await chooseSeries(page, /^The Vega Line/)
    await page.getByText('Changed 2 episodes.').waitFor()
    await card(page, 'Four').getByText('· Part 4').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Restored 1 episode.').waitFor()
    expect((await stored()).titles).toEqual(['One', 'Two', 'Three'])
    expect(errors).toEqual([])
  })

  test('sets genre and tags of the selected episodes, from the keyboard', async () => {
    const { creator } = await createCreatorWith({ title: 'One', tags: ['old'] }, { title: 'Two' })
    const { page } = await visitAs(creator, '/dashboard?tab=content')
    await check(page, 'One').press('Space')
    await bar(page).getByRole('button', { name: 'Select All 2' }).press('Enter')
    await bar(page).getByRole('button', { name: 'Genre and Tags' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Change 2 Episodes' })
    await dialog.getByRole('button', { name: 'Save Changes' }).press('Enter')
    await dialog.getByText('Please choose a genre or type tags.').waitFor()
    await dialog.getByLabel('Genre').selectOption('Mecha')
    await dialog.getByLabel('Tags').fill('rain, night')
    await dialog.getByRole('button', { name: 'Save Changes' }).press('Enter')
    await page.getByText('Changed 2 episodes.').waitFor()
    expect(await storedOf(creator)).toEqual({ One: 'public Mecha rain,night', Two: 'public Mecha rain,night' })
  })

  test('deletes the selected episodes after one confirmation', async () => {
    const { creator } = await createCreatorWith({ title: 'Stays' }, { title: 'Goes' }, { title: 'Goes too' })
    const { page } = await visitAs(creator, '/dashboard?tab=content')
    await check(page, 'Goes').check()
    await check(page, 'Goes too').check()
    await bar(page).getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete 2 Episodes', includeHidden: true })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    // Also while it is hidden: the page opens none between its closing and its removal.
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Delete')
    await bar(page).getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete 2 Episodes' }).click()
    await page.getByText('Deleted 2 episodes.').waitFor()
    expect(await titles(page)).toEqual(['Stays'])
    expect(Object.keys(await storedOf(creator))).toEqual(['Stays'])
  })

  test('Escape and filtering clear the selection', async () => {
    const { creator } = await createCreatorWith({ title: 'One' }, { title: 'Two' })
    const { page } = await visitAs(creator, '/dashboard?tab=content')
    await check(page, 'One').check()
    await check(page, 'One').press('Escape')
    await bar(page).waitFor({ state: 'detached' })
    await check(page, 'One').check()
    await page.getByRole('searchbox', { name: 'Search by title' }).fill('two')
    await bar(page).waitFor({ state: 'detached' })
    expect(await page.getByText('1 episode', { exact: true }).isVisible()).toBe(true)
  })
})
