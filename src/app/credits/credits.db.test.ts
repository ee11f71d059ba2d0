import { beforeAll, expect, test } from 'vitest'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import type { PlainPage } from '#tests/support/http/plain-browser.ts'
import { setUpPlainSite } from '#tests/support/worlds/plain-site.ts'

const site = setUpPlainSite()

let mio: Person
let rafa: Person
let id: string

beforeAll(async () => {
  mio = await createPerson(site.hoshi.url, 'creator', 'Mio')
  rafa = await createPerson(site.hoshi.url, 'creator', 'Rafa')
  id = (await publishEpisode(site.hoshi, mio, { title: 'Paper boats' })).id
})

const credit = (page: PlainPage, place: number) => page.the('group', `Credit ${place}`)

function fill(page: PlainPage, place: number, values: Record<string, string>): void {
  for (const [label, value] of Object.entries(values)) credit(page, place).field(label).fill(value)
}

const namesIn = (page: PlainPage) => page.all('group', /^Credit \d+$/).map((group) => group.field('Name').value)
const madeBy = (page: PlainPage) => page.the('region', 'Made by')

test('without scripts, a creator credits another, who accepts: the name links to the profile, which lists the episode', async () => {
  const ofMio = await site.visit(mio)
  const empty = await ofMio.open(`/dashboard/credits/${id}`)
  fill(empty, 1, { Role: 'Direction', Name: 'Mio Arakawa' })
  const one = await empty.press('Add Credit')
  fill(one, 2, { Role: 'music', Name: 'Rafa Sunada', 'Hoshi profile': 'RAFA' })
  const moved = await one.press('Move credit 2 up')
  expect(namesIn(moved)).toEqual(['Rafa Sunada', 'Mio Arakawa'])
  const saved = await moved.press('Save Credits')
  expect(saved.text).toContain('Credits saved.')
  expect(credit(saved, 1).text).toContain('Awaiting answer')

  const stranger = await site.visit()
  const before = madeBy(await stranger.open(`/watch/${id}`))
  expect(before.text).toMatch(/Music Rafa Sunada\W+Direction Mio Arakawa/)
  expect(before.all('link')).toEqual([])

  const dashboard = await (await site.visit(rafa)).open('/dashboard')
  expect(dashboard.text).toMatch(/to accept or decline/)
  const asked = (await dashboard.follow('Answer')).all('article', 'Paper boats')[0]!
  expect(asked.text).toContain('Mio wants to link this name to your profile')
  expect((await asked.press('Accept')).text).toContain('Accepted. The name links to your profile.')

  const profile = await madeBy(await stranger.open(`/watch/${id}`)).follow('Rafa Sunada')
  expect(profile.all('heading', 'Rafa')).toHaveLength(1)
  const [work] = profile.the('region', /^Worked on/).all('article', 'Paper boats')
  expect(work?.all('link', 'Paper boats').map(({ attributes }) => attributes.href)).toEqual([`/watch/${id}`])
})

test('people credited before and creators followed are suggested', async () => {
  const nao = await createPerson(site.hoshi.url, 'creator', 'Nao Sato')
  await nao.call('PUT', `/api/v1/creators/${rafa.account.uid}/follow`)
  await publishEpisode(site.hoshi, nao, { credits: [{ name: 'Ondine', role: 'Music' }] })
  const own = await publishEpisode(site.hoshi, nao, { title: 'Next one' })
  const page = await (await site.visit(nao)).open(`/dashboard/credits/${own.id}`)
  const suggestedFor = (label: string) => credit(page, 1).field(label).suggestions
  expect(suggestedFor('Name')).toEqual(['Ondine', 'Rafa'])
  expect(suggestedFor('Hoshi profile')).toEqual(['Rafa'])
})

test('without scripts, the page of an episode leads to its credits', async () => {
  const page = await (await site.visit(mio)).open(`/dashboard/episodes/${id}/credits`)
  expect((await page.follow('Edit Credits')).all('heading', 'Credits')).toHaveLength(1)
})

test('credits are opened by their creator only', async () => {
  for (const path of [`/dashboard/credits/${id}`, '/dashboard/credits/unknown'])
    expect((await rafa.call('GET', path)).status).toBe(404)
  const { status, headers } = await fetch(new URL(`/dashboard/credits/${id}`, site.hoshi.url), { redirect: 'manual' })
  expect({ status, to: headers.get('location') }).toEqual({
    status: 302,
    to: `/login?next=${encodeURIComponent(`/dashboard/credits/${id}`)}`,
  })
})
