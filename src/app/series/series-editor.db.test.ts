import { expect, test } from 'vitest'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson } from '#tests/support/http/person.ts'
import type { PlainPage } from '#tests/support/http/plain-browser.ts'
import { setUpPlainSite } from '#tests/support/worlds/plain-site.ts'

const site = setUpPlainSite()

/** A creator of the series 'The Vega Line' with the first of these episodes. */
async function prepare(titles: string[], count = titles.length) {
  const creator = await createPerson(site.hoshi.url, 'creator')
  const ids: string[] = []
  for (const title of titles) ids.push((await publishEpisode(site.hoshi, creator, { title })).id)
  const made = await creator.call('POST', '/api/v1/series', { title: 'The Vega Line' })
  const { id } = (await made.json()) as { id: string }
  await creator.call('PUT', `/api/v1/series/${id}/episodes`, { episodeIds: ids.slice(0, count) })
  return { creator, ids, id, browser: await site.visit(creator) }
}

/** The lines of the editor, as a number and a title each. */
const order = (page: PlainPage) =>
  page
    .the('list', 'Episodes and arcs')
    .all('listitem')
    .map(({ text }) => /^(\d+) (One|Two|Three)/.exec(text)?.slice(1).join(' '))

test('the editor works without scripts, one step at a time, and deletes the series', async () => {
  const { creator, id, browser } = await prepare(['One', 'Two', 'Three'], 2)
  const moved = await (await browser.open(`/series/${id}/edit`)).press('Move Two up')
  expect(moved.statuses()).toEqual([expect.stringContaining('Series saved.')])
  expect(order(moved)).toEqual(['1 Two', '2 One'])
  const added = await moved.press('Add Episode')
  expect(order(added)).toEqual(['1 Two', '2 One', '3 Three'])
  const taken = await added.press('Remove One from the series')
  expect(order(taken)).toEqual(['1 Two', '2 Three'])
  expect(taken.text).toContain('Delete Series')
  const deleted = await taken.press('Delete Permanently')
  expect(deleted.all('heading', 'Creator Dashboard')).toHaveLength(1)
  expect((await creator.call('GET', `/api/v1/series/${id}`)).status).toBe(404)
})

test('both texts of a series are refused at once, each under itself', async () => {
  const { id, browser } = await prepare(['One'])
  const page = await browser.open(`/series/${id}/edit`)
  page.field('Title').fill('')
  page.field('Description').fill('x'.repeat(5000))
  const refused = await page.press('Save Changes')
  expect(refused.alerts()).toEqual([expect.stringContaining('2 fields need you')])
  for (const label of ['Title', 'Description']) expect(refused.field(label).errors).toHaveLength(1)
})

test('a series takes its picture from an episode of it without scripts', async () => {
  const { creator, ids, id, browser } = await prepare(['One', 'Two', 'Three'])
  expect((await creator.call('PATCH', `/api/v1/episodes/${ids[2]}`, { visibility: 'unlisted' })).status).toBe(200)
  const covers = (page: PlainPage) =>
    page
      .the('group', 'Use an episode thumbnail')
      .all('button')
      .map(({ attributes }) => [attributes['aria-label'], attributes['aria-pressed']])
  const posterOf = async (path: string) =>
    ((await (await creator.call('GET', `/api/v1/${path}`)).json()) as { poster: string }).poster
  const page = await browser.open(`/series/${id}/edit`)
  expect(covers(page).map(([name]) => name)).toEqual(['One', 'Two'])
  const chosen = await page.the('group', 'Use an episode thumbnail').press('Two')
  expect(chosen.text).toContain('From the episode that you chose.')
  expect(covers(chosen)).toContainEqual(['Two', 'true'])
  expect(await posterOf(`series/${id}`)).toBe(await posterOf(`episodes/${ids[1]}`))
  const back = await chosen.press('Use First Episode')
  expect(back.text).toContain('From the first public episode.')
  expect(await posterOf(`series/${id}`)).not.toBe(await posterOf(`episodes/${ids[1]}`))
})

test('the editor shows the message of a refused picture, and no other text from its address', async () => {
  const { id, browser } = await prepare(['One'])
  const alerts = async (code: string) => (await browser.open(`/series/${id}/edit?picture=${code}`)).alerts()
  expect(await alerts('series.poster_missing')).toEqual(['Please choose an image.'])
  for (const code of ['toString', 'engagement.block_self']) expect(await alerts(code)).toEqual([])
})

test('the editor is for the creator of the series only', async () => {
  const { id } = await prepare(['One'])
  const other = await createPerson(site.hoshi.url, 'creator')
  expect((await other.call('GET', `/series/${id}/edit`)).status).toBe(403)
  const stranger = await site.visit()
  expect((await stranger.open(`/series/${id}/edit`)).url.pathname).toBe('/login')
})
