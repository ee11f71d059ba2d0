import { describe, expect, test } from 'vitest'
import { alertsOf } from '#tests/support/browser/forms.ts'
import { publishClip } from '#tests/support/data/publishing.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { card, setUpDashboard, stat, textsOf } from '#tests/support/worlds/dashboard.ts'

const { createCreatorWith, setStats, app, visitAs } = setUpDashboard({ worksJobs: true })
const long = 'A station that only opens on the seventh of July, and the girl who keeps missing the train by one minute.'
/** More than a hundred characters of two code units each. */
const stars = '🌟'.repeat(120)

describe('Overview', () => {
  test('sums up the episodes and shows their growth', async () => {
    const { creator, ids } = await createCreatorWith({ title: 'First' }, { title: 'Second' })
    await setStats(ids[0]!, [12_400, 3, 0], [112, 3, 0], [100, 0, 0])
    await setStats(ids[1]!, [8, 1, 0], [0, 1, 0], [0, 0, 0])
    const { page, errors } = await visitAs(creator)
    await page.getByRole('heading', { level: 1, name: 'Creator Dashboard', exact: true }).waitFor()
    expect(await stat(page, 'Total views').textContent()).toContain('12,408')
    expect(await stat(page, 'Total views').textContent()).toContain('+12% from last month')
    expect(await stat(page, 'Total likes').textContent()).toMatch(/Total likes4New this month/)
    expect(await stat(page, 'Total comments').textContent()).toMatch(/Total comments0No activity yet/)
    const bars = stat(page, 'Total views').getByRole('img')
    expect(await bars.getAttribute('aria-label')).toBe(
      'Total views by episode, oldest to newest: First 12,400, Second 8',
    )
    expect(await bars.locator('rect').count()).toBe(2)
    expect(errors).toEqual([])
  })

  test('shows the newest three with truncated descriptions, and the link to upload another', async () => {
    const { creator, ids } = await createCreatorWith(
      { title: 'Oldest' },
      { title: 'Cut', description: long },
      { title: 'Stars', description: stars },
      { title: 'Nameless', description: 'Short.' },
    )
    await queryDatabase(app.hoshi.connectionString, `update episodes set title = ' ' where id = $1`, [ids[3]])
    const { page } = await visitAs(creator)
    await page.getByRole('heading', { name: 'Recent Uploads', exact: true }).waitFor()
    const cards = page.getByRole('article')
    expect(await cards.getByRole('heading').allInnerTexts()).toEqual(['Untitled Episode', 'Stars', 'Cut'])
    expect(
      await card(page, 'Cut')
        .getByText(`${long.slice(0, 100)}...`, { exact: true })
        .isVisible(),
    ).toBe(true)
    expect(
      await card(page, 'Stars')
        .getByText(`${'🌟'.repeat(100)}...`, { exact: true })
        .isVisible(),
    ).toBe(true)
    expect(await card(page, 'Untitled Episode').getByText('Short.', { exact: true }).isVisible()).toBe(true)
    expect(await textsOf(card(page, 'Cut').getByRole('listitem'))).toEqual(['0 views', '0 likes'])
    await page.getByRole('link', { name: 'Upload New Anime' }).click()
    await page.waitForURL('**/upload')
  })
})

describe('My Content', () => {
  test('lists everything with its facts', async () => {
    const { creator, ids } = await createCreatorWith(
      { title: 'Plain', genre: 'Mecha', description: long },
      { title: 'Adult', nsfw: true },
      { title: 'No genre' },
    )
    await queryDatabase(app.hoshi.connectionString, `update episodes set genre = ' ' where id = $1`, [ids[2]])
    await queryDatabase(
      app.hoshi.connectionString,
      `update episodes set published_at = '2025-06-12T23:59:00Z' where id = $1`,
      [ids[0]],
    )
    const { page } = await visitAs(creator, '/dashboard?tab=content')
    const plain = card(page, 'Plain')
    expect(await plain.getByText(`${long.slice(0, 80)}...`, { exact: true }).isVisible()).toBe(true)
    expect(await plain.getByText('Mecha', { exact: true }).isVisible()).toBe(true)
    expect(await plain.getByText('Jun 12, 2025', { exact: true }).getAttribute('datetime')).toBe(
      '2025-06-12T23:59:00.000Z',
    )
    expect(await textsOf(plain.getByRole('listitem'))).toEqual(['0 views', '0 likes', '0 comments'])
    expect(await card(page, 'No genre').getByText('Not specified', { exact: true }).isVisible()).toBe(true)
    expect(await card(page, 'Adult').getByText('NSFW', { exact: true }).isVisible()).toBe(true)
    await plain.getByRole('link', { name: 'Plain' }).click()
    await page.waitForURL(`**/watch/${ids[0]}`)
  })

  test('shows when an upload date is unknown', async () => {
    const { creator } = await createCreatorWith({ title: 'Undated' })
    const { page } = await visitAs(creator, '/dashboard?tab=content')
    await page.route('**/api/v1/me/episodes', async (route) => {
      const response = await route.fetch()
      const list = (await response.json()) as { episodes: object[] }
      await route.fulfill({
        response,
        json: { ...list, episodes: list.episodes.map(({ ...row }) => ({ ...row, date: null })) },
      })
    })
    await page.getByRole('button', { name: 'Refresh Data' }).click()
    await card(page, 'Undated').getByText('Unknown date', { exact: true }).waitFor()
  })

  test('shows how to start when empty', async () => {
    const { creator } = await createCreatorWith()
    const { page } = await visitAs(creator, '/dashboard?tab=content')
    const text = 'No content uploaded yet. Start by uploading your first anime!'
    expect(await page.getByText(text, { exact: true }).isVisible()).toBe(true)
    await page.getByRole('tab', { name: 'Overview' }).click()
    const steps = page.getByRole('region', { name: /^Welcome, / })
    await steps.getByText(text, { exact: true }).waitFor()
    expect(await steps.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
      'Show who you are',
      'Add a support link',
      'Upload your first episode',
    ])
    await steps.getByText('0 of 3 done').waitFor()
  })

  test('shows what is processing and what failed, and why', async () => {
    const { creator, ids } = await createCreatorWith(
      { title: 'On its way', state: 'inprogress' },
      { title: 'Torn film', state: 'error' },
      { title: 'Lost film', state: 'error' },
    )
    await queryDatabase(
      app.hoshi.connectionString,
      `update videos set reason_code = 'processing_failed'
       where uid = (select video_id from episodes where id = $1)`,
      [ids[2]],
    )
    const { page } = await visitAs(creator, '/dashboard?tab=content')
    expect(await card(page, 'On its way').getByText('Processing', { exact: true }).first().isVisible()).toBe(true)
    expect(await card(page, 'On its way').getByRole('button', { name: 'Retry' }).count()).toBe(0)
    expect(await card(page, 'Torn film').getByText('Failed', { exact: true }).isVisible()).toBe(true)
    await card(page, 'Torn film').getByText('The end of the file is missing.').waitFor()
    // Its bytes were removed with the refusal: there is nothing to retry with.
    expect(await card(page, 'Torn film').getByRole('button', { name: 'Retry' }).count()).toBe(0)
    await card(page, 'Lost film').getByText('Processing this file failed three times.').waitFor()
    await card(page, 'Lost film').getByRole('button', { name: 'Retry' }).click()
    expect(await alertsOf(page)).toEqual(['This video cannot be retried. Please upload the file again.'])
  })

  test('tries a failed video again until it plays', async () => {
    const { creator } = await createCreatorWith()
    const clip = await makeClip(app.clipsDir, { seconds: 2 })
    const id = await publishClip(creator, clip, { title: 'Second take' })
    // As if its worker had died three times before anything was playable.
    const { connectionString } = app.hoshi
    const ofEpisode = '(select video_id from episodes where id = $1)'
    await queryDatabase(connectionString, `delete from renditions where video_uid = ${ofEpisode}`, [id])
    await queryDatabase(
      connectionString,
      `update videos set state = 'error', reason_code = 'processing_failed', master_name = null, probed_at = null
       where uid = ${ofEpisode}`,
      [id],
    )
    const { page } = await visitAs(creator, '/dashboard?tab=content')
    await card(page, 'Second take').getByText('Failed', { exact: true }).waitFor()
    await card(page, 'Second take').getByRole('button', { name: 'Retry' }).click()
    await expect.poll(() => card(page, 'Second take').getByText('Failed', { exact: true }).count()).toBe(0)
    const badgeCount = () =>
      card(page, 'Second take')
        .getByText(/^(Processing|Failed)$/)
        .count()
    await expect.poll(badgeCount).toBe(0)
  })

  test('loads more at its end', async () => {
    const episodes = Array.from({ length: 26 }, (_, index) => ({ title: `Cut ${index + 1}` }))
    const { creator } = await createCreatorWith(...episodes)
    const { page } = await visitAs(creator, '/dashboard?tab=content')
    expect(await page.getByRole('article').count()).toBe(24)
    await page.getByRole('link', { name: 'Load More' }).click()
    await expect.poll(() => page.getByRole('article').count()).toBe(26)
    expect(await page.getByRole('link', { name: 'Load More' }).count()).toBe(0)
  })
})

describe('Analytics', () => {
  test('shows the top five, rounded averages and the genres', async () => {
    const views = [10, 60, 30, 50, 20, 40]
    const genres = ['Mecha', 'Drama', 'Mecha', 'Drama', 'Drama', 'Space Opera']
    const { creator, ids } = await createCreatorWith(
      ...views.map((number, index) => ({ title: `With ${number}`, genre: genres[index]! })),
      { title: 'On its way', state: 'inprogress' },
    )
    for (const [index, number] of views.entries()) await setStats(ids[index]!, [number, index, 1], [0, 0, 0], [0, 0, 0])
    const { page } = await visitAs(creator, '/dashboard?tab=analytics')
    expect(await textsOf(page.locator('dl > div'))).toEqual([
      'Average views per episode35',
      'Average likes per episode3',
      'Average comments per episode1',
      'Total episodes6',
    ])
    const top = page.getByRole('region', { name: 'Top episodes by views' })
    expect(await textsOf(top.getByRole('listitem'))).toEqual([
      '1With 6060 views',
      '2With 5050 views',
      '3With 4040 views',
      '4With 3030 views',
      '5With 2020 views',
    ])
    const widths = await top.locator('rect').evaluateAll((bars) => bars.map((bar) => bar.getAttribute('width')))
    expect(widths).toEqual(['100%', '83.33%', '66.67%', '50%', '33.33%'])
    const distribution = page.getByRole('region', { name: 'Genre distribution' })
    expect(await textsOf(distribution.getByRole('listitem'))).toEqual([
      '3 episodes of Drama',
      '2 episodes of Mecha',
      '1 episode of Space Opera',
    ])
    expect(await distribution.locator('rect').count()).toBe(6)
    expect(await distribution.getByText('One cell per episode').isVisible()).toBe(true)
  })
})

describe('the tabs', () => {
  test('are in the URL: a link opens one, and the back button returns', async () => {
    const { creator } = await createCreatorWith({ title: 'Only' })
    const { page } = await visitAs(creator)
    const chosen = () => page.getByRole('tab', { selected: true }).textContent()
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Overview', 'My Content', 'Analytics'])
    expect(await chosen()).toBe('Overview')
    await page.getByRole('tab', { name: 'Analytics' }).click()
    await page.waitForURL('**/dashboard?tab=analytics')
    await expect.poll(chosen).toBe('Analytics')
    await page.goBack()
    await expect.poll(chosen).toBe('Overview')
    await page.goto('/dashboard?tab=content')
    expect(await chosen()).toBe('My Content')
  })

  test('can be navigated with the arrow keys', async () => {
    const { creator } = await createCreatorWith({ title: 'Only' })
    const { page } = await visitAs(creator)
    await page.getByRole('tab', { name: 'Overview' }).focus()
    for (const [key, name] of [
      ['ArrowRight', 'My Content'],
      ['ArrowRight', 'Analytics'],
      ['ArrowRight', 'Overview'],
      ['End', 'Analytics'],
      ['ArrowLeft', 'My Content'],
      ['Home', 'Overview'],
    ] as const) {
      await page.keyboard.press(key)
      await page.getByRole('tabpanel', { name }).waitFor()
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(name)
    }
  })

  test('request nothing from the server but the figures by day', async () => {
    const { creator } = await createCreatorWith({ title: 'Only' })
    const { page } = await visitAs(creator)
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.getByRole('tab', { name: 'My Content' }).click()
    await card(page, 'Only').waitFor()
    await page.getByRole('tab', { name: 'Analytics' }).click()
    await page.getByRole('heading', { name: 'Views by day' }).waitFor()
    const pages = requests.filter((url) => url.includes('dashboard'))
    expect(pages.map((url) => new URL(url).searchParams.get('part'))).toEqual(['analytics'])
  })
})
