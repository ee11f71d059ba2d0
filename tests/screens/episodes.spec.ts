import { beforeAll, describe, expect, test } from 'vitest'
import { seedEpisode } from '#tests/support/data/publishing.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()

let creator: Person
let other: Person
const episodes = { plain: '', adult: '', processing: '', failed: '' }

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator', 'Ren')
  other = await createPerson(app.hoshi.url, 'creator')
  const { connectionString } = app.hoshi
  await creator.call('PATCH', '/api/v1/creators/me', {
    bio: 'Ink and rain.',
    patreonUrl: 'https://www.example.com/ren',
  })
  const fields = { title: 'Open to all', genre: 'Action', description: 'One cut.' }
  episodes.plain = await publishFinished(app.hoshi, creator, 'short', fields)
  const adultFields = { title: 'Grown-ups only', genre: 'Horror', nsfw: true }
  episodes.adult = await publishFinished(app.hoshi, creator, 'short', adultFields)
  episodes.processing = await seedEpisode(connectionString, creator, { title: 'On its way' }, 'inprogress')
  episodes.failed = await seedEpisode(connectionString, creator, { title: 'Torn film' }, 'error')
})

describe('Explore', () => {
  test('shows public episodes with their figures and links', async () => {
    const { page, open, errors } = await app.visit()
    await open('/explore')
    await page.getByRole('heading', { level: 1, name: 'Explore' }).waitFor()
    const lead = 'Discover amazing short-form anime content from talented creators'
    expect(await page.getByText(lead, { exact: true }).isVisible()).toBe(true)
    expect(await page.getByText('Found 1 episode', { exact: true }).isVisible()).toBe(true)
    const card = page.getByRole('article', { name: 'Open to all' })
    expect(await card.getByText('0 views', { exact: true }).isVisible()).toBe(true)
    const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date())
    expect(await card.locator('time').textContent()).toBe(today)
    const watch = card.getByRole('link', { name: 'Watch Episode', exact: true })
    expect(await watch.getAttribute('href')).toBe(`/watch/${episodes.plain}`)
    await card.getByRole('link', { name: 'View Creator', exact: true }).click()
    await page.waitForURL(`**/creator/${creator.account.uid}`)
    expect(errors).toEqual([])
  })

  test.each(['/explore', '/'])(
    '%s never shows an adult, unready or failed episode, not even to its owner',
    async (path) => {
      const { page, open, logInAs } = await app.visit()
      await open(path)
      for (let round = 0; round < 2; round++) {
        await page.getByText('Open to all').first().waitFor()
        for (const title of ['Grown-ups only', 'On its way', 'Torn film'])
          expect(await page.content()).not.toContain(title)
        await logInAs(creator)
        await open(path)
      }
    },
  )

  test('grows by ‘Load More’ without leaving the page', async () => {
    for (let n = 1; n <= 25; n++) await seedEpisode(app.hoshi.connectionString, other, { title: `Frame ${n}` })
    const { page, open } = await app.visit()
    await open('/explore')
    await page.getByText('Found 26 episodes', { exact: true }).waitFor()
    expect(await page.getByRole('article').count()).toBe(24)
    await page.getByRole('link', { name: 'Load More' }).click()
    await expect.poll(() => page.getByRole('article').count()).toBe(26)
    expect(await page.getByRole('link', { name: 'Load More' }).count()).toBe(0)
    expect(new URL(page.url()).search).toBe('')
  })

  test('a cursor that never existed is refused with a message', async () => {
    const { page, open } = await app.visit()
    expect(await open('/explore?cursor=made-up')).toBeGreaterThanOrEqual(400)
    expect(await page.getByText('This page of the list is no longer available.').isVisible()).toBe(true)
  })
})

describe('the creator profile', () => {
  test('shows the creator, exact figures and the support link', async () => {
    const { page, open, errors } = await app.visit()
    await open(`/creator/${creator.account.uid}`)
    await page.getByRole('heading', { level: 1, name: 'Ren' }).waitFor()
    expect(await page.getByText('Ink and rain.').isVisible()).toBe(true)
    await page.getByRole('heading', { level: 2, name: 'Episodes (2)' }).waitFor()
    const support = page.getByRole('link', { name: 'Support this creator' })
    expect(await support.getAttribute('href')).toBe('https://www.example.com/ren')
    for (const token of ['noopener', 'noreferrer', 'nofollow', 'ugc'])
      expect((await support.getAttribute('rel'))?.split(' ')).toContain(token)
    expect(await page.getByText(/example\.com/).isVisible()).toBe(true)
    const genres = page.getByRole('list', { name: 'Genres' })
    expect((await genres.getByRole('listitem').allInnerTexts()).sort()).toEqual(['Action', 'Horror'])
    const adult = page.getByRole('article', { name: 'Grown-ups only' })
    expect(await adult.getByText('NSFW', { exact: true }).isVisible()).toBe(true)
    expect(await page.content()).not.toContain('On its way')
    expect(await page.content()).not.toContain('Torn film')
    await page.getByRole('link', { name: 'Back to Explore' }).click()
    await page.waitForURL('**/explore')
    expect(errors).toEqual([])
  })

  test('shows its owner processing and failed episodes, outside every count', async () => {
    const { page, open, logInAs } = await app.visit()
    await logInAs(creator)
    await open(`/creator/${creator.account.uid}`)
    const hasBadge = (title: string, badge: string) =>
      page.getByRole('article', { name: title }).getByText(badge, { exact: true }).isVisible()
    await page.getByRole('heading', { level: 2, name: 'Episodes (2)' }).waitFor()
    expect(await hasBadge('On its way', 'Processing')).toBe(true)
    expect(await hasBadge('Torn film', 'Failed')).toBe(true)
  })

  test('a creator without a name or episodes still has a page', async () => {
    const newcomer = await createPerson(app.hoshi.url, 'creator')
    const { page, open } = await app.visit()
    await open(`/creator/${newcomer.account.uid}`)
    await page.getByRole('heading', { level: 1, name: 'Unnamed creator' }).waitFor()
    await page.getByText('No episodes yet').waitFor()
  })
})

describe('the watch screen', () => {
  test('shows the episode, its creator and the way back', async () => {
    const { page, open, errors } = await app.visit()
    expect(await open(`/watch/${episodes.plain}`)).toBe(200)
    await page.getByRole('heading', { level: 1, name: 'Open to all' }).waitFor()
    expect(await page.getByText('One cut.').isVisible()).toBe(true)
    expect(await page.getByRole('heading', { name: 'About the Creator' }).isVisible()).toBe(true)
    expect(await page.getByRole('link', { name: 'Support this creator' }).isVisible()).toBe(true)
    expect(await page.getByRole('link', { name: 'Back to Explore' }).getAttribute('href')).toBe('/explore')
    await expect
      .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
      .toBeGreaterThan(0.2)
    await page.getByRole('link', { name: 'View Creator' }).click()
    await page.waitForURL(`**/creator/${creator.account.uid}`)
    expect(errors).toEqual([])
  })

  test('shows an adult episode with its badge, behind a gate', async () => {
    const { page, open } = await app.visit()
    expect(await open(`/watch/${episodes.adult}`)).toBe(200)
    await page.locator('.watch-facts').getByText('NSFW', { exact: true }).waitFor()
    await page.getByRole('heading', { name: 'This episode is marked NSFW', exact: true }).waitFor()
  })

  test.each([
    ['processing', 'Processing'],
    ['failed', 'Failed'],
  ] as const)('of a %s episode exists only for its owner', async (which, badge) => {
    const path = `/watch/${episodes[which]}`
    const owner = await app.visit()
    await owner.logInAs(creator)
    expect(await owner.open(path)).toBe(200)
    await owner.page.getByRole('heading', { name: badge, exact: true }).waitFor()
    const { page, open, logInAs } = await app.visit()
    for (let round = 0; round < 2; round++) {
      expect(await open(path)).toBe(404)
      await page.getByRole('heading', { level: 1, name: 'Episode Not Found' }).waitFor()
      await logInAs(other)
    }
  })
})
