import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson, createStranger } from '#tests/support/http/person.ts'
import { setUpDashboard, stat } from '#tests/support/worlds/dashboard.ts'

const { createCreatorWith, app, visitAs } = setUpDashboard()
const path = '/dashboard?tab=analytics'

/** Two episodes with plays in this week, in the one before, and one seven weeks ago. */
async function createPlayed() {
  const { creator, ids } = await createCreatorWith({ title: 'Paper Boats' }, { title: 'Night Train' })
  const { connectionString } = app.hoshi
  await queryDatabase(connectionString, `update creators set joined_at = now() - interval '400 days'`)
  for (const id of ids)
    await queryDatabase(connectionString, 'insert into episode_stats (episode_id) values ($1)', [id])
  const rows = [
    [ids[0], 1, 40, 30, 1800],
    [ids[1], 2, 16, 10, 600],
    [ids[0], 8, 50, 20, 1200],
    [ids[0], 50, 100, 80, 4800],
  ]
  for (const [id, daysAgo, views, watches, seconds] of rows)
    await queryDatabase(
      connectionString,
      `insert into daily_totals (episode_id, day, views, watches, measured_watches, watch_ms, visitors, likes,
         reached_25, reached_50, reached_75, reached_95, from_explore, from_outside)
       select $1, (now() at time zone 'UTC')::date - $2::int, $3::int, $4::int, $4, $5::int * 1000, $4, 2,
         $4, $4 / 2, $4 / 2, $4 / 2, $3 - 4, 4`,
      [id, daysAgo, views, watches, seconds],
    )
  await queryDatabase(connectionString, `insert into retention (episode_id, seconds) values ($1, '{130,65,13}')`, [
    ids[0],
  ])
  return { creator, ids }
}

const figure = async (page: Page, name: string) =>
  (await page.getByRole('region', { name, exact: true }).allInnerTexts()).join().replace(/\s+/g, ' ')

const isFigures = (url: URL) => url.searchParams.get('part') === 'analytics'
const isFocused = (element: Locator) => element.evaluate((node) => node === document.activeElement)
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** Records what ticks at a figure from now on, where it stays for two seconds only. @returns a function that reads it */
async function recordTicks(page: Page, name: string): Promise<() => Promise<string[]>> {
  const ticks = await page.getByRole('region', { name, exact: true }).evaluateHandle((figure) => {
    const seen: string[] = []
    const note = () => {
      const tick = figure.querySelector('.figure-tick b')?.textContent
      if (tick) seen.push(tick)
    }
    new MutationObserver(note).observe(figure, { childList: true, subtree: true })
    return seen
  })
  return () => ticks.jsonValue()
}

describe('Analytics by day', () => {
  test('shows every figure of the range, compared with the days before', async () => {
    const { creator } = await createPlayed()
    const { page, errors } = await visitAs(creator, `${path}&range=7`)
    expect(await figure(page, 'Views')).toContain('56 +12% from the previous 7 days')
    expect(await figure(page, 'Watch time')).toContain('40 min +100% from the previous 7 days')
    expect(await figure(page, 'Watched to 95%')).toContain('50% +0 points from the previous 7 days')
    expect(await figure(page, 'Likes')).toContain('4 +100% from the previous 7 days')
    expect(await figure(page, 'Comments')).toContain('0 No activity yet')
    const sources = page.getByRole('region', { name: 'Where viewers come from' }).getByRole('listitem')
    expect((await sources.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))).toEqual([
      'Explore 48 views, 86%',
      'Other sites 8 views, 14%',
    ])
    const rows = page.getByRole('region', { name: 'By episode' }).getByRole('row')
    expect((await rows.allInnerTexts()).slice(1).map((text) => text.split(/\s*\t\s*/).slice(0, 3))).toEqual([
      ['Paper Boats', '40', '30'],
      ['Night Train', '16', '10'],
      ['All 2 episodes', '56', '40'],
    ])
    expect(await page.getByText('Average views').isVisible()).toBe(true)
    expect(errors).toEqual([])
  })

  test('changes days and episode in place, and explains each figure', async () => {
    const { creator } = await createPlayed()
    const { page } = await visitAs(creator, path)
    expect(await figure(page, 'Views')).toContain('106 +6% from the previous 28 days')
    await page.getByRole('link', { name: '90 days' }).click()
    await expect.poll(() => figure(page, 'Views')).toContain('206 New, no earlier data')
    await page.getByRole('combobox', { name: 'Episode' }).selectOption('Night Train')
    await expect.poll(() => figure(page, 'Views')).toContain('16 New')
    expect(await page.getByRole('region', { name: 'Follows' }).count()).toBe(0)
    await page.getByRole('button', { name: 'How Unique visitors is counted' }).focus()
    expect(await page.getByRole('tooltip').filter({ hasText: 'daily visitors, summed' }).isVisible()).toBe(true)
    const csv = new URL((await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href'))!, app.hoshi.url)
    const file = await creator.call('GET', csv.pathname + csv.search)
    expect((await file.text()).split('\r\n')).toHaveLength(
      // Days, the episode, sources, marks, sums, retention, the days before, and the end of the file.
      91 + 1 + 2 + 1 + 3 + 1 + 5 + 1 + 3 + 1 + 1 + 1 + 91 + 1,
    )
  })

  test('a choice that follows at once keeps the one before, and the focus', async () => {
    const { creator } = await createPlayed()
    const { page } = await visitAs(creator, path)
    const released = Promise.withResolvers<void>()
    await page.route(isFigures, async (route) => {
      await released.promise
      await route.continue()
    })
    const episode = page.getByRole('combobox', { name: 'Episode' })
    await page.getByRole('link', { name: '7 days' }).click()
    await episode.focus()
    await episode.selectOption('Night Train')
    await page.waitForURL('**/dashboard?**range=7&episode=*')
    released.resolve()
    await expect.poll(() => figure(page, 'Views')).toContain('16')
    expect(await page.getByRole('link', { name: '7 days' }).getAttribute('aria-current')).toBe('true')
    expect(await episode.locator('option:checked').textContent()).toBe('Night Train')
    expect(await isFocused(episode)).toBe(true)
  })

  test('chosen days close their form over the figures', async () => {
    const { creator } = await createPlayed()
    const { page } = await visitAs(creator, path)
    const summary = page.locator('.range-custom summary')
    await summary.click()
    await page.getByLabel('From', { exact: true }).fill(daysAgo(60))
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect.poll(() => figure(page, 'Views')).toContain('206')
    expect(await page.getByRole('button', { name: 'Apply' }).isVisible()).toBe(false)
    expect(await isFocused(summary)).toBe(true)
  })

  test('figures that cannot be fetched leave the page as it is, and the next request shows them', async () => {
    const { creator } = await createPlayed()
    const { page } = await visitAs(creator, path)
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await page.route(isFigures, (route) => route.fulfill({ status: 503 }))
    const reported = page.waitForEvent('console', (message) => message.text().startsWith('analytics not fetched'))
    await page.getByRole('link', { name: '7 days' }).click()
    await reported
    await page.unroute(isFigures)
    expect(await figure(page, 'Views')).toContain('106 +6% from the previous 28 days')
    await page.getByRole('link', { name: '7 days' }).click()
    await expect.poll(() => figure(page, 'Views')).toContain('56')
    // The list would be requested by a page that shows an error.
    expect(requested).not.toContain('/api/v1/me/episodes')
  })

  test('a tab that is opened again shows what was counted since', async () => {
    const { creator, ids } = await createPlayed()
    const { page } = await visitAs(creator, path)
    await page.getByRole('tab', { name: 'Overview' }).click()
    await expect.poll(() => stat(page, 'Total views').textContent()).toContain('Total views0')
    const headers = { 'User-Agent': 'Mozilla/5.0 Firefox/150.0' }
    const play = { kind: 'watch', visitId: 'away' }
    await createStranger(app.hoshi.url).call('POST', `/api/v1/episodes/${ids[1]}/views`, play, headers)
    await expect.poll(() => stat(page, 'Total views').textContent()).toContain('Total views1')
    await page.getByRole('tab', { name: 'Analytics' }).click()
    await expect.poll(() => figure(page, 'Views')).toContain('107')
  })

  test('a line shows how much of an episode is watched, second by second, and arrow keys walk it', async () => {
    const { creator, ids } = await createPlayed()
    const { page } = await visitAs(creator, `${path}&episode=${ids[0]}`)
    const line = page.getByRole('slider', { name: 'Second' })
    expect(await line.getAttribute('aria-valuetext')).toBe('0:00: 100% of watched views')
    await line.press('ArrowRight')
    expect(await line.getAttribute('aria-valuetext')).toBe('0:01: 50% of watched views')
    const days = page.getByRole('slider', { name: 'Day' })
    expect(await days.getAttribute('aria-valuetext')).toContain(': 0 views, 0 watched and 0 previewed')
    await days.press('ArrowLeft')
    expect(await days.getAttribute('aria-valuetext')).toContain(': 40 views, 30 watched and 10 previewed')
  })

  test('tables have every figure of every day, and of the days before', async () => {
    const { creator, ids } = await createPlayed()
    const { page } = await visitAs(creator, `${path}&range=7`, { javaScriptEnabled: false })
    const tableOf = async (summary: string) => {
      await page.getByText(summary, { exact: true }).click()
      const rows = await page.getByRole('region', { name: summary }).getByRole('row').allInnerTexts()
      return rows.map((row) => row.split(/\s*\t\s*/))
    }
    const days = await tableOf('Show the days as a table')
    expect(days[0]).toEqual([
      ...['Day', 'Views', 'Watched', 'Previewed', 'Watch time', 'Visitors', 'Likes', 'Comments'],
      ...['Followed', 'Unfollowed', 'Support-link clicks'],
    ])
    expect(days).toHaveLength(1 + 7 + 1)
    expect(days.at(-3)!.slice(1)).toEqual(['40', '30', '10', '30 min', '0', '2', '0', '0', '0', '0'])
    expect(days.at(-1)).toEqual(['Total', '56', '40', '16', '40 min', '0', '4', '0', '0', '0', '0'])
    const before = await tableOf('Show the previous 7 days as a table')
    expect(before.at(-1)!.slice(0, 5)).toEqual(['Total', '50', '20', '30', '20 min'])
    await page.goto(`${app.hoshi.url}${path}&range=7&episode=${ids[0]}`)
    expect((await tableOf('Show the days as a table'))[0]).not.toContain('Followed')
  })

  test('the chart names the episodes published on a day, as the table does', async () => {
    const { creator, ids } = await createPlayed()
    await queryDatabase(
      app.hoshi.connectionString,
      `update episodes set published_at = now() - interval '3 days' where id = $1`,
      [ids[0]],
    )
    const { page } = await visitAs(creator, path, { javaScriptEnabled: false })
    const chart = page.getByRole('region', { name: 'Views by day' })
    expect((await chart.locator('svg text').allTextContents()).slice(0, 2)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^(Paper Boats|Night Train)$/)]),
    )
    await page.getByText('Show the days as a table').click()
    await chart.getByRole('rowheader', { name: 'Published: Paper Boats' }).waitFor()
  })

  test('a view that is counted ticks, and joins the figures', async () => {
    const { creator, ids } = await createPlayed()
    const { page } = await visitAs(creator, path)
    await page.getByText('Live', { exact: true }).waitFor()
    const headers = { 'User-Agent': 'Mozilla/5.0 Firefox/150.0' }
    const play = { kind: 'watch', visitId: 'tick' }
    const ticks = await recordTicks(page, 'Views')
    await createStranger(app.hoshi.url).call('POST', `/api/v1/episodes/${ids[1]}/views`, play, headers)
    await expect.poll(ticks).toContain('+1')
    await expect.poll(() => figure(page, 'Views')).toContain('107')
  })

  test('a like and a comment tick at their own figures', async () => {
    const { creator, ids } = await createPlayed()
    const { page } = await visitAs(creator, path)
    await page.getByText('Live', { exact: true }).waitFor()
    const viewer = await createPerson(app.hoshi.url, 'viewer')
    const ofLikes = await recordTicks(page, 'Likes')
    const ofComments = await recordTicks(page, 'Comments')
    await viewer.call('PUT', `/api/v1/episodes/${ids[0]}/like`)
    await expect.poll(ofLikes).toContain('+1')
    await viewer.call('POST', `/api/v1/episodes/${ids[0]}/comments`, { text: 'Lovely' })
    await expect.poll(ofComments).toContain('+1')
    await expect.poll(() => figure(page, 'Comments')).toContain('1 New')
  })

  test('a follow joins the figures without a change of any episode', async () => {
    const { creator } = await createPlayed()
    const { page } = await visitAs(creator, path)
    await page.getByText('Live', { exact: true }).waitFor()
    expect(await figure(page, 'Follows')).toContain('0 No activity yet')
    const viewer = await createPerson(app.hoshi.url, 'viewer')
    await viewer.call('PUT', `/api/v1/creators/${creator.account.uid}/follow`)
    await expect.poll(() => figure(page, 'Follows')).toContain('1 New')
  })

  test('refuses days that make no range, and keeps them in the form', async () => {
    const { creator } = await createPlayed()
    const { page } = await visitAs(creator, `${path}&from=2026-05-02&to=2026-05-01`)
    await page.getByText('Please choose a start and end date that cover 366 days or fewer.').waitFor()
    expect(await page.getByRole('region', { name: 'Views', exact: true }).count()).toBe(0)
    await page.getByRole('link', { name: '7 days' }).click()
    await expect.poll(() => figure(page, 'Views')).toContain('56')
  })

  test('works without scripts: links, and forms for the days and the episode', async () => {
    const { creator } = await createPlayed()
    const { page } = await visitAs(creator, path, { javaScriptEnabled: false })
    await page.getByRole('link', { name: '7 days' }).click()
    await expect.poll(() => figure(page, 'Views')).toContain('56')
    await page.getByRole('combobox', { name: 'Episode' }).selectOption('Night Train')
    await page.getByRole('button', { name: 'Show' }).click()
    await expect.poll(() => figure(page, 'Views')).toContain('16')
    await page.locator('.range-custom summary').click()
    await page.getByLabel('From', { exact: true }).fill(daysAgo(60))
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.waitForURL(`**from=${daysAgo(60)}**`)
    expect(await figure(page, 'Views')).toContain('16')
    await page.goto(`${app.hoshi.url}${path}&from=2026-05-02&to=2026-05-01`)
    expect(await page.getByRole('button', { name: 'Apply' }).isVisible()).toBe(true)
  })
})
