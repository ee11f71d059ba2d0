import { beforeAll, describe, expect, test } from 'vitest'
import { panel, pathAndQueryOf, untilFocused } from '#tests/support/browser/explore-panel.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { makeTrending, seedEpisode } from '#tests/support/data/publishing.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()

beforeAll(async () => {
  const creator = await createPerson(app.hoshi.url, 'creator', 'Aya')
  const seed = (title: string, genre: string) => seedEpisode(app.hoshi.connectionString, creator, { title, genre })
  for (let n = 1; n <= 26; n++) await seed(`Mecha cut ${n}`, 'Mecha')
  for (const title of ['Last Local to Vega', '100% Vega']) await seed(title, 'Fantasy')
  await makeTrending(app.hoshi.connectionString, ['100% Vega'])
})

async function openExplore(path = '/explore') {
  // Cards under the pointer would request missing videos.
  const visitor = await app.visit()
  expect(await visitor.open(path)).toBe(200)
  await waitForHydration(visitor.page)
  return { ...visitor, ...panel(visitor.page) }
}

test('the first picture is requested before all others, and those below the window when they come near', async () => {
  const { page } = await openExplore()
  const pictures = await page
    .locator('.card-picture img')
    .evaluateAll((images) =>
      images.slice(0, 5).map((image) => [image.getAttribute('fetchpriority'), image.getAttribute('loading')]),
    )
  expect(pictures).toEqual([
    ['high', 'eager'],
    [null, 'eager'],
    [null, 'eager'],
    [null, 'lazy'],
    [null, 'lazy'],
  ])
})

test('cards have 3 columns on large screens, 2 on medium and 1 on small', async () => {
  const { page, open } = await app.visit({ javaScriptEnabled: false })
  await open('/explore')
  for (const [width, columns] of [
    [1440, 3],
    [1024, 3],
    [800, 2],
    [390, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const lefts = await page.getByRole('article').evaluateAll((all) => all.map((it) => it.getBoundingClientRect().x))
    expect(new Set(lefts).size, `${width} px`).toBe(columns)
  }
})

describe('waiting and failing', () => {
  test('‘Loading episodes...’ shows while a filter’s response is pending, and not for ‘Load More’', async () => {
    const { page, context, trending, line } = await openExplore()
    let held = Promise.withResolvers<void>()
    await context.route('**/explore.data*', async (route) => {
      await held.promise
      await route.continue()
    })
    await trending.click()
    await line('Loading episodes...').waitFor()
    expect(await trending.isChecked()).toBe(true)
    expect(await page.getByRole('article').count()).toBe(0)
    held.resolve()
    await line('Found 1 episode (trending)').waitFor()
    expect(await page.getByText('Loading episodes...').count()).toBe(0)
    held = Promise.withResolvers()
    await trending.click()
    await line('Loading episodes...').waitFor()
    held.resolve()
    await line('Found 28 episodes').waitFor()
    held = Promise.withResolvers()
    await page.getByRole('link', { name: 'Load More' }).click()
    await page.locator('[aria-busy="true"]').waitFor()
    expect(await page.getByText('Loading episodes...').count()).toBe(0)
    expect(await page.getByRole('article').count()).toBe(24)
    held.resolve()
    await page.getByRole('article').nth(27).waitFor()
  })

  test.each([
    ['does not arrive', 'abort'],
    ['is an error', 'fault'],
  ] as const)('a list that %s leaves the previous one in place, and says so', async (_, how) => {
    const { page, context, trending, search, titles, line } = await openExplore('/explore?genre=Fantasy')
    await context.route('**/explore.data*', (route) =>
      how === 'abort' ? route.abort() : route.fulfill({ status: 500, body: 'a fault' }),
    )
    await trending.click()
    await page.waitForURL('**/explore?genre=Fantasy&trending=true')
    await line('Found 2 episodes in Fantasy').waitFor()
    expect(await page.getByRole('alert').textContent()).toContain('These are the episodes from before.')
    expect(await titles()).toEqual(['100% Vega', 'Last Local to Vega'])
    await context.unroute('**/explore.data*')
    await search.fill('vega')
    await line('Found 1 episode in Fantasy (trending) matching "vega"').waitFor()
  })
})

describe('‘Load More’', () => {
  test('keeps the filters, the scroll position and the focus, and going back restores the list', async () => {
    const { page, line, titles } = await openExplore('/explore?genre=Mecha')
    await line('Found 26 episodes in Mecha').waitFor()
    const more = page.getByRole('link', { name: 'Load More' })
    expect(await more.getAttribute('href')).toMatch(/^\/explore\?genre=Mecha&cursor=/)
    await more.focus()
    const before = await page.evaluate(() => scrollY)
    await page.keyboard.press('Enter')
    await page.getByRole('article').nth(25).waitFor()
    const fresh = page.getByRole('article', { name: 'Mecha cut 2', exact: true })
    await untilFocused(fresh.getByRole('link', { name: 'Watch Episode' }))
    expect(await page.evaluate(() => scrollY)).toBe(before)
    expect((await titles()).at(-1)).toBe('Mecha cut 1')
    expect(pathAndQueryOf(page)).toBe('/explore?genre=Mecha')
    await fresh.getByRole('link', { name: 'View Creator' }).click()
    await page.waitForURL('**/creator/*')
    await page.goBack()
    await line('Found 26 episodes in Mecha').waitFor()
    expect(await page.getByRole('article').count()).toBe(26)
  })
})
