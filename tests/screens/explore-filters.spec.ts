import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { waitForScripts } from '#tests/support/by-hand.ts'
import { onScreen } from '#tests/support/on-screen.ts'
import { createPerson, type Person } from '#tests/support/person.ts'
import { query, stageEpisode } from '#tests/support/publishing.ts'

const on = onScreen()
const menu = ['All', 'Action', 'Fantasy', 'Mecha', 'Romance', 'Comedy']

let creator: Person

beforeAll(async () => {
  creator = await createPerson(on.hoshi.url, 'creator', 'Aya')
  const stage = (title: string, genre: string) => stageEpisode(on.hoshi.connectionString, creator, { title, genre })
  for (let n = 1; n <= 26; n++) await stage(`Mecha cut ${n}`, 'Mecha')
  await stage('Last Local to Vega', 'Fantasy')
  await stage('Vega, My Love', 'Romance')
  await stage('100% Vega', 'Fantasy')
  await stage('星の夜', 'Slice of Life')
  await stage('Rain', 'Ghost Noir')
  await query(on.hoshi.connectionString, `update episodes set trending = true where title in ('100% Vega', 'Rain')`)
})

/** The parts of the panel, by the names people read. */
function panel(page: Page) {
  return {
    genre: (name = 'Filter by Genre') => page.getByRole('button', { name, exact: true }),
    option: (name: string) => page.getByRole('option', { name, exact: true }),
    trending: page.getByRole('switch', { name: 'Trending Only' }),
    search: page.getByPlaceholder('Search by title...', { exact: true }),
    reset: page.getByRole('button', { name: 'Reset Filters' }),
    titles: () => page.getByRole('article').getByRole('heading').allInnerTexts(),
    line: (words: string) => page.getByRole('status').getByText(words, { exact: true }),
  }
}

async function openExplore(path = '/explore') {
  // Cards under the pointer would ask for films that are not there.
  const visitor = await on.visit({ reducedMotion: 'reduce' })
  expect(await visitor.open(path)).toBe(200)
  await waitForScripts(visitor.page)
  return { ...visitor, ...panel(visitor.page) }
}

function isFocused(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => element === document.activeElement)
}

async function untilFocused(locator: Locator): Promise<void> {
  await expect.poll(() => isFocused(locator), { timeout: 20_000 }).toBe(true)
}

function address(page: Page): string {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

describe('the genre menu', () => {
  test('offers exactly the six, and narrows the list to one', async () => {
    const { page, genre, option, line, titles, troubles } = await openExplore()
    await line('Found 31 episodes').waitFor()
    await genre().click()
    expect(await page.getByRole('listbox', { name: 'Genre' }).getByRole('option').allInnerTexts()).toEqual(menu)
    await option('Fantasy').click()
    await line('Found 2 episodes in Fantasy').waitFor()
    expect(await titles()).toEqual(['100% Vega', 'Last Local to Vega'])
    expect(address(page)).toBe('/explore?genre=Fantasy')
    expect(await option('Action').isVisible()).toBe(false)
    await genre('Fantasy').click()
    expect(await option('Fantasy').getAttribute('aria-selected')).toBe('true')
    await option('All').click()
    await line('Found 31 episodes').waitFor()
    expect(address(page)).toBe('/explore')
    expect(await genre().isVisible()).toBe(true)
    expect(troubles).toEqual([])
  })

  test('is used by keyboard alone, and gives the focus back', async () => {
    const { page, genre, option, line } = await openExplore()
    await genre().focus()
    await page.keyboard.press('Enter')
    await untilFocused(option('All'))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    expect(await isFocused(option('Fantasy'))).toBe(true)
    await page.keyboard.press('End')
    expect(await isFocused(option('Comedy'))).toBe(true)
    await page.keyboard.press('r')
    expect(await isFocused(option('Romance'))).toBe(true)
    await page.keyboard.press('Enter')
    await line('Found 1 episode in Romance').waitFor()
    expect(await isFocused(genre('Romance'))).toBe(true)
    await page.keyboard.press('ArrowDown')
    await untilFocused(option('Romance'))
    await page.keyboard.press('Escape')
    expect(await isFocused(genre('Romance'))).toBe(true)
    expect(address(page)).toBe('/explore?genre=Romance')
  })
})

describe('all three filters', () => {
  test('apply together, stand in the address and in the count line, and can be handed on', async () => {
    const { page, genre, option, trending, search, line } = await openExplore()
    await genre().click()
    await option('Fantasy').click()
    await trending.click()
    await line('Found 1 episode in Fantasy (trending)').waitFor()
    await search.pressSequentially('vega')
    await line('Found 1 episode in Fantasy (trending) matching "vega"').waitFor()
    expect(await isFocused(search)).toBe(true)
    expect(address(page)).toBe('/explore?genre=Fantasy&trending=true&search=vega')
    const friend = await openExplore(address(page))
    expect(await friend.genre('Fantasy').isVisible()).toBe(true)
    expect(await friend.trending.isChecked()).toBe(true)
    expect(await friend.search.inputValue()).toBe('vega')
    expect(await friend.titles()).toEqual(['100% Vega'])
  })

  test('go back step by step, typing being one step', async () => {
    const { page, genre, option, trending, search, line } = await openExplore()
    await genre().click()
    await option('Fantasy').click()
    await line('Found 2 episodes in Fantasy').waitFor()
    await search.pressSequentially('la', { delay: 20 })
    await line('Found 1 episode in Fantasy matching "la"').waitFor()
    await search.pressSequentially('st', { delay: 20 })
    await line('Found 1 episode in Fantasy matching "last"').waitFor()
    await trending.click()
    await line('Found 0 episodes in Fantasy (trending) matching "last"').waitFor()
    await page.goBack()
    await line('Found 1 episode in Fantasy matching "last"').waitFor()
    expect(await trending.isChecked()).toBe(false)
    await page.goBack()
    await line('Found 2 episodes in Fantasy').waitFor()
    expect(await search.inputValue()).toBe('')
    await page.goBack()
    await line('Found 31 episodes').waitFor()
    expect(await genre().isVisible()).toBe(true)
    await page.goForward()
    await page.goForward()
    await line('Found 1 episode in Fantasy matching "last"').waitFor()
    expect(await search.inputValue()).toBe('last')
  })

  test('‘Reset Filters’ clears all three, also what was typed a moment ago', async () => {
    const { page, trending, search, reset, line } = await openExplore('/explore?genre=Romance&search=vega')
    await trending.click()
    await line('Found 0 episodes in Romance (trending) matching "vega"').waitFor()
    await search.fill('something else')
    await reset.click()
    await line('Found 31 episodes').waitFor()
    expect(address(page)).toBe('/explore')
    expect(await trending.isChecked()).toBe(false)
    expect(await search.inputValue()).toBe('')
  })

  test('what nothing passes says so, and ‘Clear All Filters’ leads out', async () => {
    const { page, search, line, troubles } = await openExplore('/explore?trending=true')
    await search.fill('nothing is called this')
    await page.getByRole('heading', { name: 'No episodes found' }).waitFor()
    await line('Found 0 episodes (trending) matching "nothing is called this"').waitFor()
    const sentence = 'Try adjusting your filters or search terms to discover more content.'
    expect(await page.getByText(sentence, { exact: true }).isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Clear All Filters' }).click()
    await line('Found 31 episodes').waitFor()
    expect(address(page)).toBe('/explore')
    expect(troubles).toEqual([])
  })
})

describe('the search', () => {
  test('takes a term literally, in any script, and sends it by Enter too', async () => {
    const { page, search, titles, line } = await openExplore()
    await search.fill('100%')
    await line('Found 1 episode matching "100%"').waitFor()
    expect(await titles()).toEqual(['100% Vega'])
    await search.fill('星')
    await search.press('Enter')
    await line('Found 1 episode matching "星"').waitFor()
    expect(await titles()).toEqual(['星の夜'])
    expect(new URL(page.url()).searchParams.get('search')).toBe('星')
  })

  test('of more than 200 characters goes by its beginning', async () => {
    const { page } = await openExplore(`/explore?search=${'a'.repeat(300)}`)
    await page.getByText(`matching "${'a'.repeat(200)}"`).waitFor()
  })

  test('does not lose what was typed before the scripts came', async () => {
    const { page, open } = await on.visit({ reducedMotion: 'reduce' })
    let letScriptsCome = () => {}
    const held = new Promise<void>((resolve) => {
      letScriptsCome = resolve
    })
    await page.route('**/*.js', async (route) => {
      await held
      await route.continue()
    })
    const arrived = open('/explore')
    const { search, line } = panel(page)
    await search.fill('vega')
    letScriptsCome()
    await arrived
    await line('Found 3 episodes matching "vega"').waitFor()
    expect(await search.inputValue()).toBe('vega')
  })
})

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
    await line('Found 2 episodes (trending)').waitFor()
    expect(await page.getByText('Loading episodes...').count()).toBe(0)
    await trending.click()
    await line('Loading episodes...').waitFor()
    letGo()
    await line('Found 31 episodes').waitFor()
    await page.getByRole('link', { name: 'Load more' }).click()
    await page.locator('[aria-busy="true"]').waitFor()
    expect(await page.getByText('Loading episodes...').count()).toBe(0)
    expect(await page.getByRole('article').count()).toBe(24)
    letGo()
    await page.getByRole('article').nth(30).waitFor()
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

describe('further genres', () => {
  test('stand under the panel as links, canonical ones first, and keep the other filters', async () => {
    const { page, genre, line } = await openExplore('/explore?trending=true')
    const more = page.getByRole('navigation', { name: 'More genres' })
    expect(await more.getByRole('link').allInnerTexts()).toEqual(['Slice of Life', 'Ghost Noir'])
    await more.getByRole('link', { name: 'Ghost Noir' }).click()
    await line('Found 1 episode in Ghost Noir (trending)').waitFor()
    expect(await genre('Ghost Noir').isVisible()).toBe(true)
  })

  test('every genre badge leads to its filter: on cards, profiles and the watch page', async () => {
    const { page, open, line } = await openExplore()
    const card = page.getByRole('article', { name: 'Rain' })
    await card.getByRole('link', { name: 'Ghost Noir', exact: true }).click()
    await line('Found 1 episode in Ghost Noir').waitFor()
    const path = '/explore?genre=Ghost+Noir'
    await open(`/creator/${creator.account.uid}`)
    const badge = page.getByRole('list', { name: 'Genres' }).getByRole('link', { name: 'Ghost Noir' })
    expect(await badge.getAttribute('href')).toBe(path)
    await page.getByRole('article', { name: 'Rain' }).getByRole('link', { name: 'Watch Episode' }).click()
    await page.getByRole('heading', { level: 1, name: 'Rain' }).waitFor()
    const onWatch = page.getByRole('main').getByRole('link', { name: 'Ghost Noir' })
    expect(await onWatch.getAttribute('href')).toBe(path)
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

describe('without scripts', () => {
  test('one form does it all', async () => {
    const { page, open } = await on.visit({ javaScriptEnabled: false })
    const { genre, option, trending, search, reset, line } = panel(page)
    await open('/explore')
    await search.fill('vega')
    await genre().click()
    await option('Fantasy').click()
    await line('Found 2 episodes in Fantasy matching "vega"').waitFor()
    expect(await genre('Fantasy').isVisible()).toBe(true)
    await trending.check()
    await search.fill('')
    await page.getByRole('button', { name: 'Apply' }).click()
    await line('Found 1 episode in Fantasy (trending)').waitFor()
    await search.fill('last')
    await search.press('Enter')
    await line('Found 0 episodes in Fantasy (trending) matching "last"').waitFor()
    await page.getByRole('button', { name: 'Clear All Filters' }).click()
    await line('Found 31 episodes').waitFor()
    await page.getByRole('link', { name: 'Slice of Life' }).first().click()
    await line('Found 1 episode in Slice of Life').waitFor()
    await reset.click()
    await line('Found 31 episodes').waitFor()
  })

  test('‘Load more’ carries the filters', async () => {
    const { page, open } = await on.visit({ javaScriptEnabled: false })
    await open('/explore?genre=Mecha')
    await page.getByRole('link', { name: 'Load more' }).click()
    await panel(page).line('Found 26 episodes in Mecha').waitFor()
    expect(await panel(page).titles()).toEqual(['Mecha cut 2', 'Mecha cut 1'])
  })
})

test('every state can be read by everybody, wide and narrow, dark and light', async () => {
  const { page, context, genre, line } = await openExplore('/explore?genre=Fantasy&trending=true&search=vega')
  const states: Record<string, () => Promise<unknown>> = {
    filtered: async () => {},
    'menu open': () => genre('Fantasy').click(),
    empty: async () => {
      await page.keyboard.press('Escape')
      await panel(page).search.fill('nothing is called this')
      await page.getByRole('heading', { name: 'No episodes found' }).waitFor()
    },
    loading: async () => {
      await context.route('**/explore.data*', () => {})
      await panel(page).reset.click()
      await line('Loading episodes...').waitFor()
    },
  }
  for (const [name, reach] of Object.entries(states)) {
    await reach()
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.evaluate(() => Promise.all(document.getAnimations().map((each) => each.finished.catch(() => {}))))
        const { violations } = await new AxeBuilder({ page }).analyze()
        const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
        expect(found, `${name}, ${width} px, ${colorScheme}`).toEqual([])
      }
    }
  }
  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: 700 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
})
