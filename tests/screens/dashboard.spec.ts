import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '#platform/log.server.ts'
import { createHoshi, type RunningHoshi } from '#server/hoshi.ts'
import { Secret } from '#server/secret.ts'
import type { Visitor } from '#tests/support/browser.server.ts'
import { alertsOf, waitForScripts } from '#tests/support/by-hand.ts'
import { makeClip } from '#tests/support/clips.server.ts'
import { onScreen } from '#tests/support/on-screen.ts'
import { createPerson, type Person } from '#tests/support/person.ts'
import { type EpisodeWords, publishClip, query, stageEpisode } from '#tests/support/publishing.ts'

const on = onScreen()
/** How soon news stands in an open page. */
const SOON = { timeout: 1_000, interval: 25 }
const long = 'A station that only opens on the seventh of July, and the girl who keeps missing the train by one minute.'
/** A hundred characters that are two code units each. */
const stars = '🌟'.repeat(120)

/** Somebody with these episodes, the last of them the newest. */
async function creatorOf(...all: (EpisodeWords & { state?: 'ready' | 'inprogress' | 'error' })[]) {
  const creator = await createPerson(on.hoshi.url, 'creator', undefined)
  const ids: string[] = []
  for (const { state, ...words } of all) ids.push(await stageEpisode(on.hoshi.connectionString, creator, words, state))
  return { creator, ids }
}

async function signedIn(person: Person, path = '/dashboard', options = {}): Promise<Visitor> {
  const visitor = await on.visit(options)
  await visitor.logInAs(person)
  expect(await visitor.open(path)).toBe(200)
  if (!('javaScriptEnabled' in options)) {
    await waitForScripts(visitor.page)
    // The page follows, and the list that it asked for again has come.
    await visitor.page.waitForLoadState('networkidle')
  }
  return visitor
}

const card = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })
/** Texts as they are read, without the breaks between their parts. */
const textsOf = async (all: Locator) => (await all.allTextContents()).map((text) => text.replaceAll(/\s+/g, ' ').trim())
const edit = (page: Page, title: string) => card(page, title).getByRole('button', { name: 'Edit', exact: true })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const stat = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Numbers of an episode as if people had made them, today and forty days ago. */
async function giveNumbers(id: string, now: Numbers, today: Numbers, earlier: Numbers): Promise<void> {
  const { connectionString } = on.hoshi
  await query(connectionString, 'insert into episode_stats (episode_id) values ($1) on conflict do nothing', [id])
  await query(
    connectionString,
    'update episode_stats set views = $2, likes = $3, comments = $4 where episode_id = $1',
    [id, ...now],
  )
  for (const [days, numbers] of [
    [0, today],
    [40, earlier],
  ] as const)
    await query(
      connectionString,
      `insert into daily_totals (episode_id, day, views, likes, comments)
       values ($1, (now() at time zone 'UTC')::date - $2::int, $3, $4, $5)`,
      [id, days, ...numbers],
    )
}
type Numbers = readonly [views: number, likes: number, comments: number]

describe('Overview', () => {
  test('sums up the episodes and says how they grew', async () => {
    const { creator, ids } = await creatorOf({ title: 'First' }, { title: 'Second' })
    await giveNumbers(ids[0]!, [12_400, 3, 0], [112, 3, 0], [100, 0, 0])
    await giveNumbers(ids[1]!, [8, 1, 0], [0, 1, 0], [0, 0, 0])
    const { page, troubles } = await signedIn(creator)
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
    expect(troubles).toEqual([])
  })

  test('shows the newest three, their descriptions cut, and the way to the next', async () => {
    const { creator, ids } = await creatorOf(
      { title: 'Oldest' },
      { title: 'Cut', description: long },
      { title: 'Stars', description: stars },
      { title: 'Nameless', description: 'Short.' },
    )
    await query(on.hoshi.connectionString, `update episodes set title = ' ' where id = $1`, [ids[3]])
    const { page } = await signedIn(creator)
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
    const { creator, ids } = await creatorOf(
      { title: 'Plain', genre: 'Mecha', description: long },
      { title: 'Adult', nsfw: true },
      { title: 'No genre' },
    )
    await query(on.hoshi.connectionString, `update episodes set genre = ' ' where id = $1`, [ids[2]])
    await query(on.hoshi.connectionString, `update episodes set published_at = '2025-06-12T23:59:00Z' where id = $1`, [
      ids[0],
    ])
    const { page } = await signedIn(creator, '/dashboard?tab=content')
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

  test('says so where an upload date is not known', async () => {
    const { creator } = await creatorOf({ title: 'Undated' })
    const { page } = await signedIn(creator, '/dashboard?tab=content')
    await page.route('**/api/v1/me/episodes', async (route) => {
      const answer = await route.fetch()
      const list = (await answer.json()) as { episodes: object[] }
      await route.fulfill({
        response: answer,
        json: { ...list, episodes: list.episodes.map(({ ...row }) => ({ ...row, date: null })) },
      })
    })
    await page.getByRole('button', { name: 'Refresh Data' }).click()
    await card(page, 'Undated').getByText('Unknown date', { exact: true }).waitFor()
  })

  test('says how to begin', async () => {
    const { creator } = await creatorOf()
    const { page } = await signedIn(creator, '/dashboard?tab=content')
    const words = 'No content uploaded yet. Start by uploading your first anime!'
    expect(await page.getByText(words, { exact: true }).isVisible()).toBe(true)
  })

  test('shows what is on its way and what failed, and why', async () => {
    const { creator } = await creatorOf(
      { title: 'On its way', state: 'inprogress' },
      { title: 'Torn film', state: 'error' },
    )
    const { page } = await signedIn(creator, '/dashboard?tab=content')
    expect(await card(page, 'On its way').getByText('Processing', { exact: true }).isVisible()).toBe(true)
    expect(await card(page, 'On its way').getByRole('button', { name: 'Retry' }).count()).toBe(0)
    expect(await card(page, 'Torn film').getByText('Failed', { exact: true }).isVisible()).toBe(true)
    await card(page, 'Torn film').getByText('The end of the file is missing.').waitFor()
    await card(page, 'Torn film').getByRole('button', { name: 'Retry' }).click()
    expect(await alertsOf(page)).toEqual(['This video cannot be tried again. Please upload the file once more.'])
  })

  test('tries a failed video again until it plays', async () => {
    const { creator } = await creatorOf()
    const clip = await makeClip(on.clipsDir, { seconds: 2 })
    const id = await publishClip(creator, clip, { title: 'Second take' })
    // As if its worker had died three times before anything of it could be played.
    const { connectionString } = on.hoshi
    const ofEpisode = '(select video_id from episodes where id = $1)'
    await query(connectionString, `delete from renditions where video_uid = ${ofEpisode}`, [id])
    await query(
      connectionString,
      `update videos set state = 'error', reason_code = 'processing_failed', master_name = null, measured_at = null
       where uid = ${ofEpisode}`,
      [id],
    )
    const { page } = await signedIn(creator, '/dashboard?tab=content')
    await card(page, 'Second take').getByText('Failed', { exact: true }).waitFor()
    await card(page, 'Second take').getByRole('button', { name: 'Retry' }).click()
    await expect.poll(() => card(page, 'Second take').getByText('Failed', { exact: true }).count()).toBe(0)
    const marks = () =>
      card(page, 'Second take')
        .getByText(/^(Processing|Failed)$/)
        .count()
    await expect.poll(marks, { timeout: 30_000 }).toBe(0)
  })

  test('goes on where it ends', async () => {
    const words = Array.from({ length: 26 }, (_, place) => ({ title: `Cut ${place + 1}` }))
    const { creator } = await creatorOf(...words)
    const { page } = await signedIn(creator, '/dashboard?tab=content')
    expect(await page.getByRole('article').count()).toBe(24)
    await page.getByRole('link', { name: 'Load more' }).click()
    await expect.poll(() => page.getByRole('article').count()).toBe(26)
    expect(await page.getByRole('link', { name: 'Load more' }).count()).toBe(0)
  })
})

describe('Analytics', () => {
  test('shows the top five, rounded averages and the genres', async () => {
    const views = [10, 60, 30, 50, 20, 40]
    const genres = ['Mecha', 'Drama', 'Mecha', 'Drama', 'Drama', 'Space Opera']
    const { creator, ids } = await creatorOf(
      ...views.map((number, place) => ({ title: `With ${number}`, genre: genres[place]! })),
      { title: 'On its way', state: 'inprogress' },
    )
    for (const [place, number] of views.entries())
      await giveNumbers(ids[place]!, [number, place, 1], [0, 0, 0], [0, 0, 0])
    const { page } = await signedIn(creator, '/dashboard?tab=analytics')
    expect(await textsOf(page.locator('dl > div'))).toEqual([
      'Average views35',
      'Average likes3',
      'Average comments1',
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
    const sheet = page.getByRole('region', { name: 'Genre distribution' })
    expect(await textsOf(sheet.getByRole('listitem'))).toEqual([
      '3 episodes of Drama',
      '2 episodes of Mecha',
      '1 episode of Space Opera',
    ])
    expect(await sheet.locator('rect').count()).toBe(6)
    expect(await sheet.getByText('One cell per episode').isVisible()).toBe(true)
  })
})

describe('the tabs', () => {
  test('stand in the address: a link opens one, and the back button goes back', async () => {
    const { creator } = await creatorOf({ title: 'Only' })
    const { page } = await signedIn(creator)
    const chosen = () => page.getByRole('tab', { selected: true }).textContent()
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Overview', 'My Content', 'Analytics'])
    expect(await chosen()).toBe('Overview')
    await page.getByRole('tab', { name: 'Analytics' }).click()
    await page.waitForURL('**/dashboard?tab=analytics')
    expect(await chosen()).toBe('Analytics')
    await page.goBack()
    await expect.poll(chosen).toBe('Overview')
    await page.goto('/dashboard?tab=content')
    expect(await chosen()).toBe('My Content')
  })

  test('are walked with the arrow keys', async () => {
    const { creator } = await creatorOf({ title: 'Only' })
    const { page } = await signedIn(creator)
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

  test('ask the server for nothing', async () => {
    const { creator } = await creatorOf({ title: 'Only' })
    const { page } = await signedIn(creator)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.getByRole('tab', { name: 'Analytics' }).click()
    await page.getByRole('heading', { name: 'Genre distribution' }).waitFor()
    expect(asked.filter((address) => address.includes('dashboard'))).toEqual([])
  })
})

describe('Edit Episode', () => {
  test('opens filled in, saves without a reload, and gives the focus back', async () => {
    const { creator, ids } = await creatorOf({
      title: 'Draft',
      genre: 'Fantasy',
      description: 'One cut.',
      tags: ['trains', 'night'],
    })
    const { page, troubles } = await signedIn(creator)
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
      ...['Slice of Life', 'Thriller'],
    ])
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
    expect(troubles).toEqual([])
  })

  test('offers the episode’s own genre too', async () => {
    const { creator } = await creatorOf({ title: 'Free', genre: 'Space Opera' })
    const { page } = await signedIn(creator)
    await edit(page, 'Free').click()
    expect(await field(page, 'Genre').inputValue()).toBe('Space Opera')
    expect(await field(page, 'Genre').locator('option').count()).toBe(12)
  })

  test.each(['Cancel', 'Close', 'Escape'])('%s changes nothing and gives the focus back', async (way) => {
    const { creator } = await creatorOf({ title: 'Kept' })
    const { page } = await signedIn(creator)
    await edit(page, 'Kept').click()
    await field(page, 'Title').fill('Thrown away')
    if (way === 'Escape') await page.keyboard.press('Escape')
    else await page.getByRole('dialog').getByRole('button', { name: way }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await card(page, 'Kept').waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Edit')
    await edit(page, 'Kept').click()
    expect(await field(page, 'Title').inputValue()).toBe('Kept')
  })

  test('that fails says so and keeps what was typed', async () => {
    const { creator } = await creatorOf({ title: 'Draft' })
    const { page } = await signedIn(creator)
    await edit(page, 'Draft').click()
    await field(page, 'Title').fill('Final')
    const cut = (route: Route) => (route.request().method() === 'PATCH' ? route.abort() : route.fallback())
    await page.route('**/api/v1/episodes/*', cut)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    expect(await alertsOf(page)).toEqual(['Error updating episode. Please try again.'])
    expect(await field(page, 'Title').inputValue()).toBe('Final')
    await page.unroute('**/api/v1/episodes/*', cut)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await card(page, 'Final').waitFor()
  })

  test('that is refused says why, at the field', async () => {
    const { creator } = await creatorOf({ title: 'Draft' })
    const { page } = await signedIn(creator)
    await edit(page, 'Draft').click()
    await field(page, 'Title').fill('x'.repeat(121))
    await page.getByRole('button', { name: 'Save Changes' }).click()
    expect(await alertsOf(page)).toEqual(['Error updating episode. Please try again.'])
    const why = page.getByText('The title may have at most 120 characters and must be plain text.')
    expect(await why.count()).toBe(1)
    expect(await field(page, 'Title').getAttribute('aria-describedby')).toBe(await why.getAttribute('id'))
    expect(await field(page, 'Title').getAttribute('aria-invalid')).toBe('true')
  })
})

describe('Delete Episode', () => {
  test('asks first; Cancel keeps it', async () => {
    const { creator } = await creatorOf({ title: 'Kept' })
    const { page } = await signedIn(creator, '/dashboard?tab=content')
    await card(page, 'Kept').getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete Episode' })
    expect(await dialog.getByRole('button', { name: 'Cancel' }).evaluate((it) => it === document.activeElement)).toBe(
      true,
    )
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await card(page, 'Kept').isVisible()).toBe(true)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Delete')
  })

  test('removes it here, for everybody, and with it its numbers', async () => {
    const { creator, ids } = await creatorOf({ title: 'Stays' }, { title: 'Goes' })
    await giveNumbers(ids[0]!, [5, 0, 0], [5, 0, 0], [0, 0, 0])
    await giveNumbers(ids[1]!, [7, 0, 0], [7, 0, 0], [10, 0, 0])
    const { page } = await signedIn(creator, '/dashboard?tab=content')
    await card(page, 'Goes').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete Episode' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await card(page, 'Goes').count()).toBe(0)
    expect((await creator.call('GET', `/api/v1/episodes/${ids[1]}`)).status).toBe(404)
    await page.getByRole('tab', { name: 'Overview' }).click()
    await expect.poll(() => stat(page, 'Total views').textContent()).toMatch(/Total views5New this month/)
  })

  test('that fails says so and can be tried again', async () => {
    const { creator } = await creatorOf({ title: 'Goes' })
    const { page } = await signedIn(creator, '/dashboard?tab=content')
    await card(page, 'Goes').getByRole('button', { name: 'Delete' }).click()
    await page.route('**/api/v1/episodes/*', (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: 'Delete Episode' }).click()
    expect(await alertsOf(page)).toEqual(['Error deleting episode. Please try again.'])
    await page.getByRole('button', { name: 'Delete Episode' }).click()
    await expect.poll(() => card(page, 'Goes').count()).toBe(0)
  })
})

describe('the open dashboard hears', () => {
  /** Another node on the same database. */
  let other: RunningHoshi

  beforeAll(async () => {
    other = createHoshi(
      { ...on.hoshi.config, role: 'web' },
      {
        connectionString: on.hoshi.connectionString,
        secret: new Secret('a secret that only tests know of, long enough'),
        log: createLog('silent'),
        loadBuild: () => Promise.reject(new Error('nobody asks this node for pages')),
        clientDir: null,
        isDevelopment: false,
      },
    )
    await other.start()
  })
  afterAll(() => other?.close())

  test('of views and likes that another node counts, captions included', async () => {
    const { creator, ids } = await creatorOf({ title: 'Watched' })
    const viewer = await createPerson(on.hoshi.url, 'viewer')
    const { page } = await signedIn(creator)
    expect(await stat(page, 'Total likes').textContent()).toContain('No activity yet')
    await other.rooms.engagement.like(viewer.account, ids[0]!)
    await expect.poll(() => stat(page, 'Total likes').textContent(), SOON).toMatch(/Total likes1New this month/)
    await viewer.call('POST', `/api/v1/episodes/${ids[0]}/views`, { kind: 'watch', visitId: 'a1' })
    await expect.poll(() => card(page, 'Watched').getByText('1 views').count(), SOON).toBe(1)
    await expect.poll(() => stat(page, 'Total views').textContent(), SOON).toContain('Total views1')
  })

  test('of an edit in another tab', async () => {
    const { creator } = await creatorOf({ title: 'Before' })
    const first = await signedIn(creator, '/dashboard?tab=content')
    const second = await signedIn(creator)
    await edit(second.page, 'Before').click()
    await field(second.page, 'Title').fill('After')
    await second.page.getByRole('button', { name: 'Save Changes' }).click()
    await card(second.page, 'After').waitFor()
    await expect.poll(() => card(first.page, 'After').count(), SOON).toBe(1)
  })

  test('of episodes that come, play and go', async () => {
    const { creator } = await creatorOf({ title: 'There' })
    const { page } = await signedIn(creator, '/dashboard?tab=content')
    const clip = await makeClip(on.clipsDir, { seconds: 2 })
    const id = await publishClip(creator, clip, { title: 'New' })
    await expect
      .poll(() => page.getByRole('article').getByRole('heading').allInnerTexts(), SOON)
      .toEqual(['New', 'There'])
    await expect.poll(() => card(page, 'New').getByText('Processing').count(), SOON).toBe(0)
    await creator.call('DELETE', `/api/v1/episodes/${id}`)
    await expect.poll(() => page.getByRole('article').count(), SOON).toBe(1)
  })

  test('nothing of anybody else', async () => {
    const mine = await creatorOf({ title: 'Mine' })
    const theirs = await creatorOf({ title: 'Theirs' })
    const { page } = await signedIn(mine.creator, '/dashboard?tab=content')
    await theirs.creator.call('PATCH', `/api/v1/episodes/${theirs.ids[0]}`, { title: 'Theirs, renamed' })
    await mine.creator.call('PATCH', `/api/v1/episodes/${mine.ids[0]}`, { title: 'Mine, renamed' })
    await card(page, 'Mine, renamed').waitFor()
    expect(await page.getByRole('article').count()).toBe(1)
  })

  test('what it missed, once the connection is back', async () => {
    const { creator, ids } = await creatorOf({ title: 'Before' })
    const { page, context } = await signedIn(creator, '/dashboard?tab=content')
    await context.setOffline(true)
    await creator.call('PATCH', `/api/v1/episodes/${ids[0]}`, { title: 'Meanwhile' })
    await context.setOffline(false)
    await expect.poll(() => card(page, 'Meanwhile').count(), { timeout: 15_000 }).toBe(1)
  })

  test('and comes back by itself from a refusal', async () => {
    const { creator, ids } = await creatorOf({ title: 'Before' })
    const visitor = await on.visit()
    await visitor.logInAs(creator)
    await visitor.page.route('**/me/episodes/live', (route) => route.fulfill({ status: 503 }), { times: 1 })
    await visitor.open('/dashboard?tab=content')
    await visitor.page.waitForRequest('**/me/episodes/live')
    await creator.call('PATCH', `/api/v1/episodes/${ids[0]}`, { title: 'Meanwhile' })
    await expect.poll(() => card(visitor.page, 'Meanwhile').count(), { timeout: 15_000 }).toBe(1)
  })
})

describe('Refresh Data', () => {
  test('reads ‘Refreshing...’ until the list has come', async () => {
    const { creator } = await creatorOf({ title: 'Only' })
    const { page } = await signedIn(creator)
    const held = Promise.withResolvers<void>()
    await page.route('**/api/v1/me/episodes', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Refresh Data' }).click()
    await page.getByRole('button', { name: 'Refreshing...' }).waitFor()
    expect(await page.getByRole('button', { name: 'Refresh Data' }).count()).toBe(0)
    held.resolve()
    await page.getByRole('button', { name: 'Refresh Data' }).waitFor()
  })

  test('that fails leaves the list as it is', async () => {
    const { creator } = await creatorOf({ title: 'Only' })
    const { page } = await signedIn(creator)
    await page.route('**/api/v1/me/episodes', (route) => route.abort())
    await page.getByRole('button', { name: 'Refresh Data' }).click()
    await page.getByRole('button', { name: 'Refresh Data' }).waitFor()
    expect(await card(page, 'Only').isVisible()).toBe(true)
  })

  test('leads a session that ended to the login, and back', async () => {
    const { creator } = await creatorOf({ title: 'Only' })
    const { page, context } = await signedIn(creator, '/dashboard?tab=content')
    await context.clearCookies()
    await page.getByRole('button', { name: 'Refresh Data' }).click()
    await page.waitForURL('**/login?next=*')
    expect(new URL(page.url()).searchParams.get('next')).toBe('/dashboard?tab=content')
  })
})

describe('the way to the dashboard', () => {
  test('leads a stranger to the login', async () => {
    const { page, open } = await on.visit()
    await open('/dashboard')
    expect(new URL(page.url()).pathname).toBe('/login')
  })

  test('shows ‘Loading...’ until the list has come', async () => {
    const { creator } = await creatorOf({ title: 'Only' })
    const { page, open, logInAs } = await on.visit()
    await logInAs(creator)
    await open('/explore')
    await waitForScripts(page)
    const held = Promise.withResolvers<void>()
    await page.route('**/dashboard.data*', async (route) => {
      await held.promise
      await route.continue()
    })
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Welcome, / })
      .click()
    await page.getByText('Loading...', { exact: true }).waitFor()
    held.resolve()
    await card(page, 'Only').waitFor()
  })
})

describe('without scripts', () => {
  const plain = { javaScriptEnabled: false }

  test('the tabs are links, and Refresh Data opens the page anew', async () => {
    const { creator } = await creatorOf({ title: 'Only' })
    const { page } = await signedIn(creator, '/dashboard', plain)
    await page.getByRole('tab', { name: 'My Content' }).click()
    await page.waitForURL('**/dashboard?tab=content')
    await page.getByRole('button', { name: 'Refresh Data' }).click()
    await page.waitForURL('**/dashboard?tab=content')
    expect(await card(page, 'Only').isVisible()).toBe(true)
  })

  test('an episode is edited on a page of its own', async () => {
    const { creator, ids } = await creatorOf({ title: 'Draft', tags: ['one', 'two'] })
    const { page } = await signedIn(creator, '/dashboard?tab=content', plain)
    await edit(page, 'Draft').click()
    await page.waitForURL(`**/dashboard?tab=content&edit=${ids[0]}`)
    expect(await field(page, 'Tags').inputValue()).toBe('one, two')
    await field(page, 'Title').fill('')
    await field(page, 'Description').fill('Kept.')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    expect(await alertsOf(page)).toEqual(['Error updating episode. Please try again.'])
    expect(await page.getByText('Please enter a title.').isVisible()).toBe(true)
    expect(await field(page, 'Description').inputValue()).toBe('Kept.')
    await field(page, 'Title').fill('Final')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.waitForURL('**/dashboard?tab=content')
    await card(page, 'Final').waitFor()
  })

  test('a session that ended is told so, and the words are kept', async () => {
    const { creator, ids } = await creatorOf({ title: 'Draft' })
    const { page, context } = await signedIn(creator, '/dashboard', plain)
    await page.goto(`/dashboard?edit=${ids[0]}`)
    await field(page, 'Title').fill('Too late')
    await context.clearCookies()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    expect(await alertsOf(page)).toEqual(['Error updating episode. Please try again.'])
    expect(await page.getByText('You must be logged in.').isVisible()).toBe(true)
    expect(await field(page, 'Title').inputValue()).toBe('Too late')
  })

  test('an episode is deleted after a page that asks', async () => {
    const { creator } = await creatorOf({ title: 'Stays' }, { title: 'Goes' })
    const { page } = await signedIn(creator, '/dashboard?tab=content', plain)
    await card(page, 'Goes').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await card(page, 'Goes').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete Episode' }).click()
    await page.waitForURL('**/dashboard?tab=content')
    expect(await page.getByRole('article').getByRole('heading').allInnerTexts()).toEqual(['Stays'])
  })

  test('a retry that cannot be says why', async () => {
    const { creator } = await creatorOf({ title: 'Torn film', state: 'error' })
    const { page } = await signedIn(creator, '/dashboard?tab=content', plain)
    await card(page, 'Torn film').getByRole('button', { name: 'Retry' }).click()
    expect(await alertsOf(page)).toEqual(['This video cannot be tried again. Please upload the file once more.'])
  })

  test('somebody else’s episode cannot be edited or deleted', async () => {
    const mine = await creatorOf({ title: 'Mine' })
    const theirs = await creatorOf({ title: 'Theirs' })
    for (const what of ['edit', 'delete']) {
      const { page } = await signedIn(mine.creator, `/dashboard?${what}=${theirs.ids[0]}`, plain)
      expect(await page.getByText('Theirs').count()).toBe(0)
      const form = new FormData()
      for (const [name, value] of Object.entries({ intent: what, id: theirs.ids[0]!, title: 'Stolen', genre: 'Drama' }))
        form.set(name, value)
      const answer = await mine.creator.call('POST', '/dashboard', form)
      expect(answer.status).toBe(403)
    }
    expect((await theirs.creator.call('GET', `/api/v1/episodes/${theirs.ids[0]}`)).status).toBe(200)
  })
})

describe('can be read by everybody, wide and narrow, dark and light', () => {
  let creator: Person
  const longWord = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'

  beforeAll(async () => {
    const all = [
      { title: longWord, genre: 'Space Opera', description: longWord },
      { title: '星の夜', genre: 'Mecha', description: long, tags: ['trains', 'night'] },
      { title: 'On its way', nsfw: true, state: 'inprogress' as const },
      { title: 'Torn film', state: 'error' as const },
    ]
    const made = await creatorOf(...all)
    creator = made.creator
    await giveNumbers(made.ids[0]!, [1_234_567, 56_789, 123], [10, 8, 1], [100, 4, 0])
  })

  test.each(['overview', 'content', 'analytics', 'edit', 'edit refused', 'delete', 'empty'])('%s', async (what) => {
    const person = what === 'empty' ? await createPerson(on.hoshi.url, 'creator') : creator
    const isTab = what === 'overview' || what === 'analytics'
    const { page } = await signedIn(person, `/dashboard?tab=${isTab ? what : 'content'}`, { reducedMotion: 'reduce' })
    if (what.startsWith('edit')) await edit(page, '星の夜').click()
    if (what === 'delete') await card(page, '星の夜').getByRole('button', { name: 'Delete' }).click()
    if (what === 'edit refused') {
      await field(page, 'Title').fill('')
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await page.getByRole('alert').waitFor()
    }
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.waitForTimeout(300)
        const { violations } = await new AxeBuilder({ page }).analyze()
        const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
        expect(found, `${width} px, ${colorScheme}`).toEqual([])
      }
    }
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 700 })
      const widest = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(widest, `at ${width} px`).toBeLessThanOrEqual(width)
    }
  })
})
