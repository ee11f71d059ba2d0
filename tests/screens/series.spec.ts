import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { setUpSeries } from '#tests/support/worlds/series.ts'

const { app, prepare, makeSeries, visitAs } = setUpSeries()

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

describe('the page of a series', () => {
  let creator: Person
  let ids: string[]
  let id: string

  beforeAll(async () => {
    ;({ creator, ids } = await prepare(['Laundry Weather', 'Fox Wedding', 'Window Seat', 'All Change']))
    const arcs = [
      { title: 'Departures', from: 1, to: 2 },
      { title: 'Terminus', from: 3, to: 4 },
    ]
    id = await makeSeries(creator, { episodeIds: ids, arcs })
    await creator.call('PATCH', `/api/v1/episodes/${ids[1]}`, { visibility: 'private' })
  })

  test('has its public parts under their arcs, with their numbers, and is clean for assistive technology', async () => {
    const { page, open } = await app.visit()
    await open(`/series/${id}`)
    await page.getByRole('heading', { level: 1, name: 'The Vega Line' }).waitFor()
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Departures', 'Terminus'])
    expect(await page.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
      'Episode 1: Laundry Weather',
      'Episode 3: Window Seat',
      'Episode 4: All Change',
    ])
    expect(await page.content()).not.toContain('Fox Wedding')
    expect(await axeViolationsAtAllWidths(page)).toEqual([])
    await page.getByRole('link', { name: 'Watch Episode 1' }).click()
    await page.waitForURL(`**/watch/${ids[0]}`)
  })

  test('without an account continues where this browser is', async () => {
    const { page, open } = await app.visit()
    const positions = JSON.stringify([ids[0], ids[2]].map((part) => ({ id: part, seconds: 0.5 })))
    await page.addInitScript((text) => localStorage.setItem('hoshi.positions', text), positions)
    await open(`/series/${id}`)
    await page.getByRole('link', { name: 'Continue with Episode 3' }).waitFor()
    await page.getByRole('link', { name: 'Continue', exact: true }).waitFor()
  })

  test('names who made its public parts, and opens the share dialog', async () => {
    const made = await prepare(['One', 'Two', 'Three'])
    const [own, voice] = [
      { name: 'Mio', role: 'Direction', uid: made.creator.account.uid },
      { name: 'Nao', role: 'Voice' },
    ]
    const lists = [[own, voice], [voice, { name: 'Ondine', role: 'Music' }], [{ name: 'Hidden', role: 'Music' }]]
    for (const [at, credits] of lists.entries()) {
      const visibility = at === 2 ? 'private' : 'public'
      await made.creator.call('PATCH', `/api/v1/episodes/${made.ids[at]}`, { credits, visibility })
    }
    const { page, open } = await app.visit()
    await open(`/series/${await makeSeries(made.creator, { episodeIds: made.ids })}`)
    const madeBy = page.getByRole('complementary', { name: 'Made by' })
    const words = ['Direction', 'Mio', 'Voice', 'Nao', 'Music', 'Ondine']
    expect(await madeBy.locator('dt, dd').evaluateAll((all) => all.map((each) => each.lastChild?.textContent))).toEqual(
      words.map((word) => expect.stringMatching(new RegExp(`${word}$`))),
    )
    expect(await madeBy.getByRole('link').count()).toBe(1)
    expect(await axeViolationsAtAllWidths(page)).toEqual([])
    await waitForHydration(page)
    await page.getByRole('link', { name: 'Share' }).click()
    expect(await page.getByLabel('Link', { exact: true }).inputValue()).toBe(page.url())
  })

  test.each([true, false])('keeps the part to go on with for later (scripts: %s)', async (javaScriptEnabled) => {
    const viewer = await createPerson(app.hoshi.url, 'viewer')
    const page = await visitAs(viewer, `/series/${id}`, { javaScriptEnabled })
    if (javaScriptEnabled) await waitForHydration(page)
    await press(page, 'Watch Later Episode 1')
    await page.getByRole('button', { name: 'In Watch Later Episode 1', pressed: true }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/series/${id}`)
    const later = async () =>
      (await (await viewer.call('GET', '/api/v1/me/watch-later')).json()) as { episodes: object[] }
    await expect.poll(async () => (await later()).episodes).toMatchObject([{ id: ids[0] }])
    await press(page, 'Watch Later Episode 3')
    await page.getByRole('button', { name: 'In Watch Later Episode 3', pressed: true }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/series/${id}`)
    await expect.poll(async () => (await later()).episodes).toMatchObject([{ id: ids[2] }, { id: ids[0] }])
    await press(page, 'In Watch Later Episode 3')
    await page.getByRole('button', { name: 'Watch Later Episode 3', pressed: false, exact: true }).waitFor()
    await expect.poll(async () => (await later()).episodes).toMatchObject([{ id: ids[0] }])
  })

  test('leads strangers from a row to the login and back', async () => {
    const { page, open } = await app.visit()
    await open(`/series/${id}`)
    await page.getByRole('link', { name: 'Watch Later Episode 3' }).click()
    await page.waitForURL(`**/login?next=${encodeURIComponent(`/series/${id}`)}`)
  })

  test('is a card on the profile, and leads from part to part on the watch page', async () => {
    const { page, open } = await app.visit()
    await open(`/creator/${creator.account.uid}`)
    await page.getByRole('heading', { name: 'Series (1)' }).waitFor()
    await page.getByRole('link', { name: 'The Vega Line' }).click()
    await page.getByRole('heading', { level: 1, name: 'The Vega Line' }).waitFor()
    await open(`/watch/${ids[2]}`)
    const strip = page.getByRole('region', { name: 'The Vega Line' })
    await strip.getByText('Episode 3 of 4').waitFor()
    const neighbours = strip.getByRole('navigation', { name: 'Episodes before and after' }).getByRole('link')
    expect(await neighbours.count()).toBe(2)
    await strip.getByRole('link', { name: 'Previous: Episode 1, Laundry Weather', exact: true }).waitFor()
    const cells = strip.getByRole('listitem')
    expect(await cells.allTextContents()).toEqual(['1', '3', '4'])
    expect(await page.getByRole('link', { name: 'Episode 3', exact: true }).getAttribute('aria-current')).toBe('page')
    await strip.getByRole('link', { name: 'Next: Episode 4, All Change' }).click()
    await page.getByRole('heading', { level: 1, name: 'All Change' }).waitFor()
    await strip.getByRole('link', { name: 'Previous: Episode 3, Window Seat', exact: true }).waitFor()
    expect(await neighbours.count()).toBe(1)
    const player = page.getByRole('region', { name: 'Player: All Change' })
    expect(await player.locator('[rel=prev]').count()).toBe(1)
    expect(await player.locator('[rel=next]').count()).toBe(0)
    // By key: these videos do not play, and the message about it stands in the place of the controls.
    await page.keyboard.press('Shift+P')
    const third = page.locator('.series-cell[aria-current]').filter({ hasText: '3' })
    await third.waitFor()
    await page.keyboard.press('Shift+N')
    await page.getByRole('heading', { level: 1, name: 'All Change' }).waitFor()
    // The last episode has no next one, so the key does nothing.
    await page.keyboard.press('Shift+N')
    await page.keyboard.press('Shift+P')
    await third.waitFor()
  })

  test('without a public part is absent for others, and says so to its creator', async () => {
    const hidden = await makeSeries(creator, { episodeIds: [] })
    const { page, open } = await app.visit()
    expect(await open(`/series/${hidden}`)).toBe(404)
    await page.getByRole('heading', { level: 1, name: 'Series Not Found' }).waitFor()
    const own = await visitAs(creator, `/series/${hidden}`)
    await own.getByText('Only you can see this series until it has a public episode.').waitFor()
  })
})
