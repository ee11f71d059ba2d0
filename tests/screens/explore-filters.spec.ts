import { beforeAll, describe, expect, test } from 'vitest'
import { SEARCH_DEBOUNCE_MS } from '#app/explore/filters.ts'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { isFocused, panel, pathAndQueryOf, untilFocused } from '#tests/support/browser/explore-panel.ts'
import { delayScripts, waitForHydration } from '#tests/support/browser/forms.ts'
import { makeTrending, seedEpisode } from '#tests/support/data/publishing.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
const menu = ['All', 'Action', 'Fantasy', 'Mecha', 'Romance', 'Comedy']

let creator: Person

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator', 'Aya')
  const seed = (title: string, genre: string) => seedEpisode(app.hoshi.connectionString, creator, { title, genre })
  for (let n = 1; n <= 26; n++) await seed(`Mecha cut ${n}`, 'Mecha')
  await seed('Last Local to Vega', 'Fantasy')
  await seed('Vega, My Love', 'Romance')
  await seed('100% Vega', 'Fantasy')
  await seed('星の夜', 'Slice of Life')
  await seed('Rain', 'Ghost Noir')
  await makeTrending(app.hoshi.connectionString, ['100% Vega', 'Rain'])
})

async function openExplore(path = '/explore') {
  // Cards under the pointer would request missing videos.
  const visitor = await app.visit()
  expect(await visitor.open(path)).toBe(200)
  await waitForHydration(visitor.page)
  return { ...visitor, ...panel(visitor.page) }
}

describe('the genre menu', () => {
  test('offers exactly the six, and filters the list by one', async () => {
    const { page, genre, option, line, titles, errors } = await openExplore()
    await line('Found 31 episodes').waitFor()
    await genre().click()
    const options = page.getByRole('listbox', { name: 'Genre' }).getByRole('option')
    await expect.poll(() => options.allInnerTexts()).toEqual(menu)
    await option('Fantasy').click()
    await line('Found 2 episodes in Fantasy').waitFor()
    expect(await titles()).toEqual(['100% Vega', 'Last Local to Vega'])
    expect(pathAndQueryOf(page)).toBe('/explore?genre=Fantasy')
    expect(await option('Action').isVisible()).toBe(false)
    await genre('Fantasy').click()
    expect(await option('Fantasy').getAttribute('aria-selected')).toBe('true')
    await option('All').click()
    await line('Found 31 episodes').waitFor()
    expect(pathAndQueryOf(page)).toBe('/explore')
    expect(await genre().isVisible()).toBe(true)
    expect(errors).toEqual([])
  })

  test('works by keyboard alone, and returns the focus', async () => {
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
    expect(pathAndQueryOf(page)).toBe('/explore?genre=Romance')
  })
})

describe('all three filters', () => {
  test('apply together, show in the URL and the count line, and can be shared', async () => {
    const { page, genre, option, trending, search, line } = await openExplore()
    await genre().click()
    await option('Fantasy').click()
    await trending.click()
    await line('Found 1 episode in Fantasy (trending)').waitFor()
    await search.pressSequentially('vega')
    await line('Found 1 episode in Fantasy (trending) matching "vega"').waitFor()
    expect(await isFocused(search)).toBe(true)
    expect(pathAndQueryOf(page)).toBe('/explore?genre=Fantasy&trending=true&search=vega')
    const friend = await openExplore(pathAndQueryOf(page))
    expect(await friend.genre('Fantasy').isVisible()).toBe(true)
    expect(await friend.trending.isChecked()).toBe(true)
    expect(await friend.search.inputValue()).toBe('vega')
    expect(await friend.titles()).toEqual(['100% Vega'])
  })

  test('go back step by step, with typing as one step', async () => {
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

  test('typing is one step back, also for a key pressed before the previous response arrived', async () => {
    const { page, search, line } = await openExplore()
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    const released = Promise.withResolvers<void>()
    const request = page.waitForRequest('**/explore.data*')
    await page.route('**/explore.data*', async (route) => {
      await released.promise
      await route.continue()
    })
    await search.press('v')
    await page.clock.runFor(SEARCH_DEBOUNCE_MS)
    await request
    await search.press('e')
    released.resolve()
    await line('Found 3 episodes matching "v"').waitFor()
    await page.clock.runFor(SEARCH_DEBOUNCE_MS)
    await line('Found 3 episodes matching "ve"').waitFor()
    await page.goBack()
    await line('Found 31 episodes').waitFor()
  })

  test('‘Reset Filters’ clears all three, even text just typed', async () => {
    const { page, trending, search, reset, line } = await openExplore('/explore?genre=Romance&search=vega')
    await trending.click()
    await line('Found 0 episodes in Romance (trending) matching "vega"').waitFor()
    await search.fill('something else')
    await reset.click()
    await line('Found 31 episodes').waitFor()
    expect(pathAndQueryOf(page)).toBe('/explore')
    expect(await trending.isChecked()).toBe(false)
    expect(await search.inputValue()).toBe('')
  })

  test('filters without a match say so, and ‘Clear All Filters’ clears them', async () => {
    const { page, search, line, errors } = await openExplore('/explore?trending=true')
    await search.fill('nothing is called this')
    await page.getByRole('heading', { name: 'No episodes found' }).waitFor()
    await line('Found 0 episodes (trending) matching "nothing is called this"').waitFor()
    const sentence = 'Try adjusting your filters or search terms to discover more content.'
    expect(await page.getByText(sentence, { exact: true }).isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Clear All Filters' }).click()
    await line('Found 31 episodes').waitFor()
    expect(pathAndQueryOf(page)).toBe('/explore')
    expect(errors).toEqual([])
  })
})

describe('the search', () => {
  test('takes a term literally, in any script, and also sends it on Enter', async () => {
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

  test('uses only the first 200 characters', async () => {
    const { page } = await openExplore(`/explore?search=${'a'.repeat(300)}`)
    await page.getByText(`matching "${'a'.repeat(200)}"`).waitFor()
  })

  test('does not lose text typed before the scripts loaded', async () => {
    const { page, open } = await app.visit()
    const releaseScripts = await delayScripts(page)
    const opened = open('/explore')
    const { search, line } = panel(page)
    await search.fill('vega')
    releaseScripts()
    await opened
    await line('Found 3 episodes matching "vega"').waitFor()
    expect(await search.inputValue()).toBe('vega')
  })
})

describe('further genres', () => {
  test('are links under the panel, canonical ones first, and keep the other filters', async () => {
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

describe('without scripts', () => {
  test('one form applies all filters', async () => {
    const { page, open } = await app.visit({ javaScriptEnabled: false })
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
})

test('every state is accessible, wide and narrow, dark and light', async () => {
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
    expect(await axeViolationsAtAllWidths(page), name).toEqual([])
  }
  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: 700 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
})
