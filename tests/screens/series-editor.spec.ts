import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { partTitles, setUpSeries } from '#tests/support/worlds/series.ts'

const { app, prepare, makeSeries, visitAs } = setUpSeries()

// One white pixel.
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

const lines = (page: Page) => page.getByRole('list', { name: 'Episodes and arcs' }).getByRole('listitem')

/** The lines of the editor: titles of episodes with their numbers, and of arcs. */
async function order(page: Page): Promise<string[]> {
  return lines(page).evaluateAll((items) =>
    items.map((item) => {
      const arc = item.querySelector('input')
      return arc
        ? `# ${arc.value}`
        : `${item.querySelector('.series-number')?.textContent} ${item.querySelector('b')?.textContent}`
    }),
  )
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

describe('the editor', () => {
  test('makes a series, moves its parts by buttons, keys and the pointer, and saves them with an arc', async () => {
    const { creator } = await prepare(['One', 'Two', 'Three'])
    const page = await visitAs(creator, '/dashboard?tab=content')
    await page.getByRole('link', { name: 'New Series' }).click()
    await page.getByRole('heading', { level: 1, name: 'New Series' }).waitFor()
    await page.getByLabel('Title', { exact: true }).fill('The Vega Line')
    await press(page, 'Create Series')
    await page.getByRole('heading', { level: 1, name: 'Edit Series' }).waitFor()
    await page.getByText('No cover yet.').waitFor()
    await waitForHydration(page)
    for (const title of ['One', 'Two', 'Three']) {
      await page.getByLabel('Episode to add').selectOption({ label: title })
      await press(page, 'Add Episode')
    }
    expect(await order(page)).toEqual(['1 One', '2 Two', '3 Three'])

    await press(page, 'Move Three up')
    await page.getByText('Three is now episode 2 of 3.').waitFor()
    await page.keyboard.press('Alt+ArrowUp')
    await page.getByText('Three is now episode 1 of 3.').waitFor()
    expect(await order(page)).toEqual(['1 Three', '2 One', '3 Two'])
    await page.keyboard.press('Alt+ArrowDown')
    expect(await order(page)).toEqual(['1 One', '2 Three', '3 Two'])

    await press(page, 'Add Arc')
    await page.getByLabel('Arc title').fill('Terminus')
    await press(page, 'Move Terminus up')
    expect(await order(page)).toEqual(['1 One', '2 Three', '# Terminus', '3 Two'])

    // Each line is found where it is by then: late fonts move them.
    await lines(page).nth(3).locator('.series-grip').hover()
    await page.mouse.down()
    await lines(page)
      .nth(1)
      .locator('.series-grip')
      .hover({ position: { x: 10, y: 4 } })
    await lines(page)
      .nth(0)
      .locator('.series-grip')
      .hover({ position: { x: 10, y: 4 } })
    await page.mouse.up()
    await expect.poll(() => order(page)).toEqual(['1 Two', '2 One', '3 Three', '# Terminus'])
    await press(page, 'Move Terminus up')
    expect(await axeViolationsAtAllWidths(page)).toEqual([])

    await press(page, 'Save Changes')
    await page.getByText('Saved.').waitFor()
    expect(await order(page)).toEqual(['1 Two', '2 One', '# Terminus', '3 Three'])
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByRole('heading', { level: 2, name: 'Terminus' }).waitFor()
    expect(await partTitles(page)).toEqual(['Two', 'One', 'Three'])
  })

  test('keeps what was typed when it is refused', async () => {
    const { creator, ids } = await prepare(['One', 'Two'])
    const id = await makeSeries(creator, { episodeIds: ids })
    const page = await visitAs(creator, `/series/${id}/edit`)
    await waitForHydration(page)
    await press(page, 'Move Two up')
    await page.getByLabel('Title', { exact: true }).fill('x'.repeat(121))
    await press(page, 'Save Changes')
    await page.getByText('The series title must be plain text, 120 characters or fewer.').waitFor()
    expect(await order(page)).toEqual(['1 Two', '2 One'])
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('x'.repeat(121))
    const title = page.getByLabel('Title', { exact: true })
    await expect.poll(() => title.evaluate((each) => each === document.activeElement)).toBe(true)
    await page.getByLabel('Title', { exact: true }).fill('The Altair Line')
    await press(page, 'Save Changes')
    const message = page.getByRole('status').filter({ hasText: 'Saved.' })
    await message.waitFor()
    await expect.poll(() => message.evaluate((each) => each === document.activeElement)).toBe(true)
    expect(await order(page)).toEqual(['1 Two', '2 One'])

    await page.getByLabel('Title', { exact: true }).fill('The Deneb Line')
    await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
    await press(page, 'Save Changes')
    // The message of the save before is still there; it has the focus again once this one is stored.
    await expect.poll(() => message.evaluate((each) => each === document.activeElement)).toBe(true)
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByRole('heading', { level: 1, name: 'The Deneb Line' }).waitFor()
  })

  test('stays as it is while its picture is refused, chosen and removed', async () => {
    const { creator, ids } = await prepare(['One', 'Two'])
    const id = await makeSeries(creator, { episodeIds: ids })
    const page = await visitAs(creator, `/series/${id}/edit`)
    await waitForHydration(page)
    await press(page, 'Move Two up')
    await page.getByLabel('Title', { exact: true }).fill('Not saved yet')
    await press(page, 'Use This Image')
    await page.getByRole('alert').getByText('Please choose an image.').waitFor()
    await page.getByLabel('Image file').setInputFiles({ name: 'white.png', mimeType: 'image/png', buffer: png })
    await press(page, 'Use This Image')
    await page.getByText('Custom cover.').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await press(page, 'Remove Cover')
    await page.getByText('From the first public episode.').waitFor()
    await expect
      .poll(() => page.getByLabel('Image file').evaluate((each) => each === document.activeElement))
      .toBe(true)
    expect(await order(page)).toEqual(['1 Two', '2 One'])
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Not saved yet')
  })

  test('takes its picture from an episode of it', async () => {
    const { creator, ids } = await prepare(['One', 'Two', 'Three'])
    const id = await makeSeries(creator, { episodeIds: ids })
    expect((await creator.call('PATCH', `/api/v1/episodes/${ids[2]}`, { visibility: 'unlisted' })).status).toBe(200)
    const page = await visitAs(creator, `/series/${id}/edit`)
    await waitForHydration(page)
    const covers = page.getByRole('group', { name: 'Use an episode thumbnail' }).getByRole('button')
    expect(await covers.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))).toEqual([
      'One',
      'Two',
    ])
    await covers.nth(1).click()
    await page.getByText('From the episode that you chose.').waitFor()
    expect(await covers.nth(1).getAttribute('aria-pressed')).toBe('true')
    const shownSeries = async () =>
      (await (await creator.call('GET', `/api/v1/series/${id}`)).json()) as { poster: string }
    const two = (await (await creator.call('GET', `/api/v1/episodes/${ids[1]}`)).json()) as { poster: string }
    expect((await shownSeries()).poster).toBe(two.poster)
    await press(page, 'Use First Episode')
    await page.getByText('From the first public episode.').waitFor()
    expect((await shownSeries()).poster).not.toBe(two.poster)
  })

  test('is sent once, however often it is submitted', async () => {
    const creator = await createPerson(app.hoshi.url, 'creator')
    const page = await visitAs(creator, '/series/new')
    await waitForHydration(page)
    const held = Promise.withResolvers<void>()
    let requests = 0
    await page.route('**/series/new.data**', async (route) => {
      if (route.request().method() === 'POST') requests += 1
      await held.promise
      await route.continue()
    })
    await page.getByLabel('Title').fill('The Vega Line')
    await page.getByLabel('Title').press('Enter')
    await page.locator('button[aria-disabled="true"]').getByText('Create Series').waitFor()
    await page.getByLabel('Title').press('Enter')
    held.resolve()
    await page.getByRole('heading', { level: 1, name: 'Edit Series' }).waitFor()
    expect(requests).toBe(1)
  })
})

test('selected episodes of My Content are put at the end of a series, and taken out', async () => {
  const { creator, ids } = await prepare(['One', 'Two', 'Three'])
  const id = await makeSeries(creator, { episodeIds: ids.slice(0, 1) })
  const page = await visitAs(creator, '/dashboard?tab=content')
  const bar = page.getByRole('region', { name: 'Selected episodes' })
  const choose = async (title: string, name: RegExp) => {
    await page.getByRole('checkbox', { name: `Select ${title}`, exact: true }).check()
    await bar.getByText('Series', { exact: true }).click()
    await bar.getByRole('button', { name }).click()
    await page.getByText('Changed 1 episode.').waitFor()
  }
  await choose('Three', /^The Vega Line/)
  const titles = async () => {
    const stored = (await (await creator.call('GET', `/api/v1/series/${id}`)).json()) as {
      episodes: { title: string }[]
    }
    return stored.episodes.map(({ title }) => title)
  }
  expect(await titles()).toEqual(['One', 'Three'])
  await page.getByText('2 episodes', { exact: true }).waitFor()
  await choose('One', /^No series/)
  expect(await titles()).toEqual(['Three'])
})
