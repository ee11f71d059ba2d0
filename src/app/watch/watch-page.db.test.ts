import { beforeAll, expect, test } from 'vitest'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { setUpPlainSite } from '#tests/support/worlds/plain-site.ts'

const site = setUpPlainSite()
let creator: Person
let id: string

const description = 'The last train leaves at 19:04.\n\n0:00 The stop\n0:01 The viaduct'

beforeAll(async () => {
  creator = await createPerson(site.hoshi.url, 'creator', 'Mio')
  const supportLinks = [
    { label: 'Patreon', url: 'https://patreon.example/mio' },
    { label: 'Prints', url: 'https://prints.example/mio' },
  ]
  expect((await creator.call('PATCH', '/api/v1/creators/me', { supportLinks })).status).toBe(200)
  id = (await publishEpisode(site.hoshi, creator, { title: 'Harbour Fire', description })).id
})

async function open(person?: Person) {
  return (await site.visit(person)).open(`/watch/${id}`)
}

test('the page of an own episode leads to its form, its numbers and its subtitles, and has no ways for others', async () => {
  const page = await open(creator)
  expect(['Edit', 'Numbers', 'Subtitles'].map((name) => page.the('link', name).attributes.href)).toEqual([
    `/dashboard/episodes/${id}`,
    `/dashboard?tab=analytics&episode=${id}`,
    `/subtitles/${id}`,
  ])
  for (const name of ['Report', 'Report episode', 'Follow', 'Support this creator'])
    expect(page.all('link', name), name).toEqual([])
  expect(page.all('button', /^Follow/)).toEqual([])
})

test('other people can support, follow and report; nothing of the creator is there', async () => {
  const page = await open(await createPerson(site.hoshi.url, 'viewer'))
  expect(page.the('link', 'Support this creator').attributes.href).toBe('https://patreon.example/mio')
  page.the('link', /^Prints/)
  page.the('button', 'Follow')
  page.the('link', 'Report episode')
  for (const name of ['Edit', 'Numbers', 'Subtitles']) expect(page.all('link', name), name).toEqual([])
})

test('chapters are links beside the description, and no longer in it', async () => {
  const page = await open()
  expect(
    page
      .the('list', 'Chapters')
      .all('link')
      .map(({ text, attributes }) => [text, attributes.href]),
  ).toEqual([
    ['0:00The stop', `/watch/${id}?t=0`],
    ['0:01The viaduct', `/watch/${id}?t=1`],
  ])
  expect(page.text).toContain('The last train leaves at 19:04.')
})
