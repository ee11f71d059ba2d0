import { describe, expect, test } from 'vitest'
import { editAddress } from '#app/own-episodes/edit-address.ts'
import { type EpisodeFields, seedEpisode } from '#tests/support/data/publishing.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson } from '#tests/support/http/person.ts'
import type { PlainPage } from '#tests/support/http/plain-browser.ts'
import { setUpPlainSite } from '#tests/support/worlds/plain-site.ts'

const site = setUpPlainSite()

async function createCreatorWith(...episodes: (EpisodeFields & { state?: 'error' })[]) {
  const creator = await createPerson(site.hoshi.url, 'creator')
  const ids: string[] = []
  for (const { state, ...fields } of episodes)
    ids.push(await seedEpisode(site.hoshi.connectionString, creator, fields, state))
  const made = async (title: string) =>
    ((await (await creator.call('POST', '/api/v1/series', { title })).json()) as { id: string }).id
  const stored = async () => (await (await creator.call('GET', `/api/v1/episodes/${ids[0]}`)).json()) as object
  return { creator, ids, made, stored, browser: await site.visit(creator) }
}

const addressOf = ({ url }: PlainPage) => url.pathname + url.search
const titlesOf = (page: PlainPage) => page.all('article').map((card) => card.all('heading')[0]?.text)
const card = (page: PlainPage, title: string) => page.the('article', title)

describe('without scripts', () => {
  test('the tabs are links, and Refresh Data reloads the page', async () => {
    const { browser } = await createCreatorWith({ title: 'Only' })
    const content = await (await browser.open('/dashboard')).the('tab', 'My Content').click()
    expect(addressOf(content)).toBe('/dashboard?tab=content')
    const refreshed = await content.press('Refresh Data')
    expect([addressOf(refreshed), titlesOf(refreshed)]).toEqual(['/dashboard?tab=content', ['Only']])
  })

  test('My Content is searched by title, and nothing can be selected', async () => {
    const { browser } = await createCreatorWith({ title: 'Night Train' }, { title: 'Harbour' })
    const content = await browser.open('/dashboard?tab=content')
    content.the('searchbox', 'Search by title')
    content.field('Search by title').fill('train')
    const found = await content.press('Search')
    expect(titlesOf(found)).toEqual(['Night Train'])
    expect(found.all('checkbox')).toEqual([])
  })

  test('an episode moves to another series, and a refusal keeps the choice', async () => {
    const { creator, browser, ids, made, stored } = await createCreatorWith({ title: 'One' })
    const [from, to] = [await made('The Vega Line'), await made('Night Signals')]
    await creator.call('PUT', `/api/v1/series/${from}/episodes`, { episodeIds: ids })
    const page = await browser.open(editAddress(ids[0]!))
    page.field('Series').choose('Night Signals')
    page.field('Number').fill('2')
    page.field('Title').fill('First')
    const refused = await page.press('Save Changes')
    expect(refused.text).toContain('Please enter a whole number, from 1 to')
    expect([refused.field('Series').value, refused.field('Number').value]).toEqual([to, '2'])
    expect(await stored()).toMatchObject({ seriesId: from })
    refused.field('Number').fill('')
    const moved = await refused.press('Save Changes')
    expect(addressOf(moved)).toBe(`${editAddress(ids[0]!)}?saved`)
    expect(await stored()).toMatchObject({ seriesId: to, title: 'First' })
    moved.field('Series').choose('No series')
    expect((await moved.press('Save Changes')).statuses()).toContain('Saved.')
    expect(await stored()).toMatchObject({ seriesId: null })
  })

  test('after the session has ended an edit is refused, and after another login the same form saves all of it', async () => {
    const { browser, ids, made, stored } = await createCreatorWith({ title: 'Draft' })
    const seriesId = await made('Night Signals')
    const page = await browser.open(editAddress(ids[0]!))
    page.field('Title').fill('Too late')
    page.field('Series').choose('Night Signals')
    const signInAgain = browser.forgetCookies()
    const refused = await page.press('Save Changes')
    expect(refused.alerts()).toEqual(['Error updating episode. Please try again.'])
    expect(refused.text).toContain('You must be logged in.')
    expect(refused.field('Title').value).toBe('Too late')
    signInAgain()
    expect(addressOf(await refused.press('Save Changes'))).toBe(`${editAddress(ids[0]!)}?saved`)
    expect(await stored()).toMatchObject({ title: 'Too late', seriesId })
    expect(await stored()).toMatchObject({ visibility: 'public', commentsOpen: true })
  })

  test('an episode is deleted after a confirmation page', async () => {
    const { browser, ids } = await createCreatorWith({ title: 'Stays' }, { title: 'Goes' })
    const page = await browser.open(editAddress(ids[1]!, 'file'))
    const confirmation = await page.press('Delete Episode')
    const kept = await confirmation.follow('Keep Episode')
    expect(titlesOf(kept)).toEqual(['Goes', 'Stays'])
    expect(confirmation.text).toContain('Its video, 0 views, 0 likes and 0 comments will also be deleted.')
    const deleted = await confirmation.press('Delete Permanently')
    expect([addressOf(deleted), titlesOf(deleted)]).toEqual(['/dashboard?tab=content', ['Stays']])
  })

  test('a retry that is impossible shows the reason', async () => {
    const { creator, browser } = await createCreatorWith({ title: 'Lost film', state: 'error' })
    const statement = `update videos set reason_code = 'processing_failed' where creator_id = $1`
    await queryDatabase(site.hoshi.connectionString, statement, [creator.account.uid])
    const refused = await card(await browser.open('/dashboard?tab=content'), 'Lost film').press('Retry')
    expect(refused.alerts()).toEqual(['This video cannot be retried. Please upload the file again.'])
  })

  test('somebody else’s episode cannot be edited or deleted', async () => {
    const mine = await createCreatorWith({ title: 'Mine' })
    const theirs = await createCreatorWith({ title: 'Theirs' })
    for (const what of ['edit', 'delete']) {
      const page = await mine.browser.open(`/dashboard?${what}=${theirs.ids[0]}`)
      expect(page.status).toBe(200)
      expect(page.text).not.toContain('Theirs')
      const form = new FormData()
      for (const [name, value] of Object.entries({ intent: what, id: theirs.ids[0]!, title: 'Stolen', genre: 'Drama' }))
        form.set(name, value)
      const response = await mine.creator.call('POST', '/dashboard', form)
      expect(response.status).toBe(403)
    }
    expect(await theirs.stored()).toMatchObject({ title: 'Theirs' })
  })

  test('the quick edit keeps what was refused, takes another genre, and leaves all else as it is', async () => {
    const { browser, ids, stored } = await createCreatorWith({ title: 'Draft', genre: 'Drama', nsfw: true })
    const page = await browser.open(`/dashboard?tab=content&edit=${ids[0]}`)
    page.field('Title').fill('')
    page.field('Genre').choose('Other...')
    page.field('Other genre').fill('Space Opera')
    const refused = await page.press('Save Changes')
    expect(refused.alerts()).toEqual(['Error updating episode. Please try again.'])
    expect(refused.text).toContain('Please enter a title.')
    expect(refused.field('Other genre').value).toBe('Space Opera')
    refused.field('Title').fill('Final')
    expect(addressOf(await refused.press('Save Changes'))).toBe('/dashboard?tab=content')
    expect(await stored()).toMatchObject({ title: 'Final', genre: 'Space Opera', nsfw: true })
  })

  test('each tab of the page saves its own fields only', async () => {
    const { creator, browser, ids, stored } = await createCreatorWith({ title: 'Old' })
    const sharing = await browser.open(editAddress(ids[0]!, 'sharing'))
    await creator.call('PATCH', `/api/v1/episodes/${ids[0]}`, { title: 'Newer' })
    sharing.field(/^Unlisted/).check()
    sharing.field('Allow comments').check(false)
    const saved = await sharing.press('Save Changes')
    expect(addressOf(saved)).toBe(`${editAddress(ids[0]!, 'sharing')}?saved`)
    expect(await stored()).toMatchObject({ title: 'Newer', visibility: 'unlisted', commentsOpen: false })
    const details = await saved.the('tab', 'Details').click()
    details.field('Loud sounds').check()
    await details.press('Save Changes')
    expect(await stored()).toMatchObject({ visibility: 'unlisted', commentsOpen: false, contentNotes: ['loud'] })
  })

  test('the page of an episode is there for its creator alone, and so are its tabs', async () => {
    const mine = await createCreatorWith({ title: 'Mine' })
    const theirs = await createCreatorWith({ title: 'Theirs' })
    const statusOf = async (path: string) => (await mine.browser.open(path)).status
    expect(await statusOf(editAddress(mine.ids[0]!, 'subtitles'))).toBe(200)
    expect(await statusOf(editAddress(theirs.ids[0]!))).toBe(404)
    expect(await statusOf(`${editAddress(mine.ids[0]!)}/nonsense`)).toBe(404)
    const form = new FormData()
    for (const [name, value] of Object.entries({ intent: 'edit', id: theirs.ids[0]!, title: 'Stolen', genre: 'Drama' }))
      form.set(name, value)
    expect((await mine.creator.call('POST', editAddress(mine.ids[0]!), form)).status).toBe(403)
    expect(await theirs.stored()).toMatchObject({ title: 'Theirs' })
  })

  test('a poster is not changed by anybody else', async () => {
    const { ids } = await createCreatorWith({ title: 'Rain' })
    const other = await createPerson(site.hoshi.url, 'creator')
    const form = new FormData()
    for (const [name, value] of Object.entries({ intent: 'frame-poster', id: ids[0]!, atSeconds: '1' }))
      form.set(name, value)
    expect((await other.call('POST', '/dashboard', form)).status).toBe(404)
  })
})
