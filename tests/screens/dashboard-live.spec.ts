import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '#platform/log.server.ts'
import { createHoshi, type RunningHoshi } from '#server/hoshi.ts'
import { Secret } from '#server/secret.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { publishClip } from '#tests/support/data/publishing.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { card, edit, field, setUpDashboard, stat } from '#tests/support/worlds/dashboard.ts'

const { createCreatorWith, app, setStats, visitAs } = setUpDashboard({ worksJobs: true })

describe('the open dashboard', () => {
  /** Another node on the same database. */
  let other: RunningHoshi

  beforeAll(async () => {
    other = createHoshi(
      { ...app.hoshi.config, role: 'web' },
      {
        connectionString: app.hoshi.connectionString,
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

  test('shows views and likes that another node counts, captions included', async () => {
    const { creator, ids } = await createCreatorWith({ title: 'Watched' })
    const viewer = await createPerson(app.hoshi.url, 'viewer')
    const { page } = await visitAs(creator)
    expect(await stat(page, 'Total likes').textContent()).toContain('No activity yet')
    await other.rooms.engagement.likes.add(viewer.account, ids[0]!)
    await expect.poll(() => stat(page, 'Total likes').textContent()).toMatch(/Total likes1New this month/)
    await viewer.call('POST', `/api/v1/episodes/${ids[0]}/views`, { kind: 'watch', visitId: 'a1' })
    await expect.poll(() => card(page, 'Watched').getByText('1 views').count()).toBe(1)
    await expect.poll(() => stat(page, 'Total views').textContent()).toContain('Total views1')
  })

  test('is loaded once: opening it and removing an episode request no list', async () => {
    const { creator, ids } = await createCreatorWith({ title: 'First' }, { title: 'Second' }, { title: 'Third' })
    await setStats(ids[0]!, [12_000, 3, 1], [56, 3, 1], [50, 0, 0])
    await setStats(ids[1]!, [500, 0, 0], [100, 0, 0], [300, 0, 0])
    const visitor = await app.visit()
    await visitor.logInAs(creator)
    const requested: string[] = []
    visitor.page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    const live = visitor.page.waitForResponse('**/api/v1/me/episodes/live*')
    await visitor.open('/dashboard')
    await live
    const views = stat(visitor.page, 'Total views')
    expect(await views.textContent()).toMatch(/Total views12,500-55% from last month/)
    await creator.call('DELETE', `/api/v1/episodes/${ids[1]}`)
    await expect.poll(() => views.textContent()).toMatch(/Total views12,000\+12% from last month/)
    await creator.call('PATCH', `/api/v1/episodes/${ids[2]}`, { title: 'Renamed' })
    await card(visitor.page, 'Renamed').waitFor()
    expect(requested.filter((path) => path.startsWith('/api/v1/me/episodes'))).toEqual(['/api/v1/me/episodes/live'])
    const shown = await visitor.page.getByRole('tabpanel').textContent()
    await visitor.page.reload()
    await waitForHydration(visitor.page)
    expect(await visitor.page.getByRole('tabpanel').textContent()).toBe(shown)
  })

  test.each([
    ['the node that loaded it', (url: string) => url],
    ['another one', (url: string) => url.replace(/since=[^&]*/, 'since=unknown-1')],
  ])('shows what changed before it was connected to %s', async (_node, connectTo) => {
    const { creator, ids } = await createCreatorWith({ title: 'Kept' }, { title: 'Gone' }, { title: 'Before' })
    const visitor = await app.visit()
    await visitor.logInAs(creator)
    const released = Promise.withResolvers<void>()
    await visitor.page.route('**/me/episodes/live*', async (route) => {
      await released.promise
      await route.continue({ url: connectTo(route.request().url()) })
    })
    const requested = visitor.page.waitForRequest('**/me/episodes/live?since=*')
    await visitor.open('/dashboard?tab=content')
    await requested
    await creator.call('PATCH', `/api/v1/episodes/${ids[2]}`, { title: 'Meanwhile' })
    await creator.call('DELETE', `/api/v1/episodes/${ids[1]}`)
    expect(await visitor.page.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(['Before', 'Gone', 'Kept'])
    released.resolve()
    await expect
      .poll(() => visitor.page.getByRole('heading', { level: 3 }).allInnerTexts())
      .toEqual(['Meanwhile', 'Kept'])
  })

  test('shows an edit from another tab', async () => {
    const { creator } = await createCreatorWith({ title: 'Before' })
    const first = await visitAs(creator, '/dashboard?tab=content')
    const second = await visitAs(creator)
    await edit(second.page, 'Before').click()
    await field(second.page, 'Title').fill('After')
    await second.page.getByRole('button', { name: 'Save Changes' }).click()
    await card(second.page, 'After').waitFor()
    await expect.poll(() => card(first.page, 'After').count()).toBe(1)
  })

  test('shows episodes that are added, become playable and are deleted', async () => {
    const { creator } = await createCreatorWith({ title: 'There' })
    const { page } = await visitAs(creator, '/dashboard?tab=content')
    const clip = await makeClip(app.clipsDir, { seconds: 2 })
    const id = await publishClip(creator, clip, { title: 'New' })
    await expect.poll(() => page.getByRole('article').getByRole('heading').allInnerTexts()).toEqual(['New', 'There'])
    await expect.poll(() => card(page, 'New').getByText('Processing').count()).toBe(0)
    await creator.call('DELETE', `/api/v1/episodes/${id}`)
    await expect.poll(() => page.getByRole('article').count()).toBe(1)
  })

  test('shows nothing of other creators', async () => {
    const mine = await createCreatorWith({ title: 'Mine' })
    const theirs = await createCreatorWith({ title: 'Theirs' })
    const { page } = await visitAs(mine.creator, '/dashboard?tab=content')
    await theirs.creator.call('PATCH', `/api/v1/episodes/${theirs.ids[0]}`, { title: 'Theirs, renamed' })
    await mine.creator.call('PATCH', `/api/v1/episodes/${mine.ids[0]}`, { title: 'Mine, renamed' })
    await card(page, 'Mine, renamed').waitFor()
    expect(await page.getByRole('article').count()).toBe(1)
  })

  test('shows what it missed, once the connection is back', async () => {
    const { creator, ids } = await createCreatorWith({ title: 'Before' })
    const { page, context } = await visitAs(creator, '/dashboard?tab=content')
    await context.setOffline(true)
    await creator.call('PATCH', `/api/v1/episodes/${ids[0]}`, { title: 'Meanwhile' })
    await context.setOffline(false)
    await expect.poll(() => card(page, 'Meanwhile').count()).toBe(1)
  })

  test('reconnects after a refusal', async () => {
    const { creator, ids } = await createCreatorWith({ title: 'Before' })
    const visitor = await app.visit()
    await visitor.logInAs(creator)
    await visitor.page.route('**/me/episodes/live*', (route) => route.fulfill({ status: 503 }), { times: 1 })
    const refused = visitor.page.waitForResponse('**/me/episodes/live*')
    await visitor.open('/dashboard?tab=content')
    await refused
    await creator.call('PATCH', `/api/v1/episodes/${ids[0]}`, { title: 'Meanwhile' })
    await expect.poll(() => card(visitor.page, 'Meanwhile').count()).toBe(1)
  })
})

describe('Refresh Data', () => {
  test('reads ‘Refreshing...’ until the list has loaded', async () => {
    const { creator } = await createCreatorWith({ title: 'Only' })
    const { page } = await visitAs(creator)
    const released = Promise.withResolvers<void>()
    await page.route('**/api/v1/me/episodes', async (route) => {
      await released.promise
      await route.continue()
    })
    const leftOfIcon = () => page.locator('.refresh svg').evaluate((icon) => icon.getBoundingClientRect().left)
    const left = await leftOfIcon()
    await page.getByRole('button', { name: 'Refresh Data' }).click()
    await page.getByRole('button', { name: 'Refreshing...' }).waitFor()
    expect(await page.getByRole('button', { name: 'Refresh Data' }).count()).toBe(0)
    expect(await leftOfIcon()).toBe(left)
    released.resolve()
    await page.getByRole('button', { name: 'Refresh Data' }).waitFor()
  })

  test('leaves the list unchanged when it fails', async () => {
    const { creator } = await createCreatorWith({ title: 'Only' })
    const { page } = await visitAs(creator)
    await page.route('**/api/v1/me/episodes', (route) => route.abort())
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/v1/me/episodes'))
    await page.getByRole('button', { name: 'Refresh Data' }).click()
    await failed
    await page.getByRole('button', { name: 'Refresh Data' }).waitFor()
    expect(await card(page, 'Only').isVisible()).toBe(true)
  })

  test('leads to the login and back after the session has ended', async () => {
    const { creator } = await createCreatorWith({ title: 'Only' })
    const { page, context } = await visitAs(creator, '/dashboard?tab=content')
    await context.clearCookies()
    await page.getByRole('button', { name: 'Refresh Data' }).click()
    await page.waitForURL('**/login?next=*')
    expect(new URL(page.url()).searchParams.get('next')).toBe('/dashboard?tab=content')
  })
})

describe('the way to the dashboard', () => {
  test('leads a signed-out visitor to the login', async () => {
    const { page, open } = await app.visit()
    await open('/dashboard')
    expect(new URL(page.url()).pathname).toBe('/login')
  })

  test('shows ‘Loading...’ until the list has loaded', async () => {
    const { creator } = await createCreatorWith({ title: 'Only' })
    const { page, open, logInAs } = await app.visit()
    await logInAs(creator)
    await open('/explore')
    await waitForHydration(page)
    const released = Promise.withResolvers<void>()
    await page.route('**/dashboard.data*', async (route) => {
      await released.promise
      await route.continue()
    })
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Welcome, / })
      .click()
    await page.getByText('Loading...', { exact: true }).waitFor()
    released.resolve()
    await card(page, 'Only').waitFor()
  })
})
