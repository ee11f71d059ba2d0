import { beforeAll, describe, expect, test } from 'vitest'
import { waitForScripts } from '#tests/support/by-hand.ts'
import { address, panel, untilFocused } from '#tests/support/explore-panel.ts'
import { onScreen } from '#tests/support/on-screen.ts'
import { createPerson } from '#tests/support/person.ts'
import { makeTrending, stageEpisode } from '#tests/support/publishing.ts'

const on = onScreen()

beforeAll(async () => {
  const creator = await createPerson(on.hoshi.url, 'creator', 'Aya')
  const stage = (title: string, genre: string) => stageEpisode(on.hoshi.connectionString, creator, { title, genre })
  for (let n = 1; n <= 26; n++) await stage(`Mecha cut ${n}`, 'Mecha')
  for (const title of ['Last Local to Vega', '100% Vega']) await stage(title, 'Fantasy')
  await makeTrending(on.hoshi.connectionString, ['100% Vega'])
})

async function openExplore(path = '/explore') {
  // Cards under the pointer would ask for films that are not there.
  const visitor = await on.visit()
  expect(await visitor.open(path)).toBe(200)
  await waitForScripts(visitor.page)
  return { ...visitor, ...panel(visitor.page) }
}

describe('waiting and failing', () => {
  test('‘Loading episodes...’ stands in pencil while a filter’s answer is pending, and not for ‘Load more’', async () => {
    const { page, context, trending, line } = await openExplore()
    let letGo = () => {}
    await context.route('**/explore.data*', async (route) => {
      await new Promise<void>((resolve) => {
        letGo = resolve
      })
      await route.continue()
    })
    await trending.click()
    await line('Loading episodes...').waitFor()
    expect(await trending.isChecked()).toBe(true)
    expect(await page.getByRole('article').count()).toBe(0)
    letGo()
    await line('Found 1 episode (trending)').waitFor()
    expect(await page.getByText('Loading episodes...').count()).toBe(0)
    await trending.click()
    await line('Loading episodes...').waitFor()
    letGo()
    await line('Found 28 episodes').waitFor()
    await page.getByRole('link', { name: 'Load more' }).click()
    await page.locator('[aria-busy="true"]').waitFor()
    expect(await page.getByText('Loading episodes...').count()).toBe(0)
    expect(await page.getByRole('article').count()).toBe(24)
    letGo()
    await page.getByRole('article').nth(27).waitFor()
  })

  test.each([
    ['does not come', 'abort'],
    ['is a fault', 'fault'],
  ] as const)('a list that %s leaves the one before it in place', async (_, how) => {
    const { page, context, trending, search, titles, line } = await openExplore('/explore?genre=Fantasy')
    await context.route('**/explore.data*', (route) =>
      how === 'abort' ? route.abort() : route.fulfill({ status: 500, body: 'a fault' }),
    )
    await trending.click()
    await page.waitForURL('**/explore?genre=Fantasy&trending=true')
    await line('Found 2 episodes in Fantasy').waitFor()
    expect(await titles()).toEqual(['100% Vega', 'Last Local to Vega'])
    expect(await page.getByRole('alert').count()).toBe(0)
    await context.unroute('**/explore.data*')
    await search.fill('vega')
    await line('Found 1 episode in Fantasy (trending) matching "vega"').waitFor()
  })
})

describe('‘Load more’', () => {
  test('keeps the filters, the place and the focus, and the way back finds it all again', async () => {
    const { page, line, titles } = await openExplore('/explore?genre=Mecha')
    await line('Found 26 episodes in Mecha').waitFor()
    const more = page.getByRole('link', { name: 'Load more' })
    expect(await more.getAttribute('href')).toMatch(/^\/explore\?genre=Mecha&cursor=/)
    await more.focus()
    const before = await page.evaluate(() => scrollY)
    await page.keyboard.press('Enter')
    await page.getByRole('article').nth(25).waitFor()
    const fresh = page.getByRole('article', { name: 'Mecha cut 2', exact: true })
    await untilFocused(fresh.getByRole('link', { name: 'Watch Episode' }))
    expect(await page.evaluate(() => scrollY)).toBe(before)
    expect((await titles()).at(-1)).toBe('Mecha cut 1')
    expect(address(page)).toBe('/explore?genre=Mecha')
    await fresh.getByRole('link', { name: 'View Creator' }).click()
    await page.waitForURL('**/creator/*')
    await page.goBack()
    await line('Found 26 episodes in Mecha').waitFor()
    expect(await page.getByRole('article').count()).toBe(26)
  })
})
