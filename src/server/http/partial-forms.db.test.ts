import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFullAccount, type FullAccount } from '#tests/support/full-account.server.ts'
import { createStranger } from '#tests/support/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/test-hoshi.ts'
import { someBytes } from '#tests/support/tus.ts'

let site: TestHoshi
let its: FullAccount

beforeAll(async () => {
  site = await createTestHoshi({ environment: { ROLE: 'web' } })
  its = await createFullAccount(site)
})
afterAll(() => site?.close())

type Field = [name: string, value: string | File]
type Fields = Field[]

const sentence = 'This request could not be read. Please check its format and try again.'
const file = (type: string): File => new File([new Uint8Array(someBytes(1000))], 'file', { type })
const credits = () => `/dashboard/credits/${its.episodeId}`
const series = () => `/series/${its.seriesId}/edit`
const settings = () => '/settings'
const library = () => '/library'
const upload = () => '/upload'
const support: Field = ['section', 'support']
const save: Field = ['intent', 'save']
const id = (): Field => ['id', its.episodeId]
const typed: Fields = [
  ['title', 'Snow'],
  ['genre', 'Drama'],
]

function post(path: string, fields: Fields): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return its.creator.call('POST', path, form)
}

async function read(path: string): Promise<unknown> {
  return (await its.creator.call('GET', `/api/v1${path}`)).json()
}

const partial: [what: string, path: () => string, fields: () => Fields][] = [
  ['credits: nothing', credits, () => []],
  ['credits: the button alone', credits, () => [['do', 'save']]],
  ['credits: a row without a button', credits, () => row('Music')],
  ['credits: an unknown button', credits, () => [['do', 'erase'], ...row('Music')]],
  ['credits: half a row', credits, () => [['do', 'save'], ...row('Music'), ['role', 'Voice']]],
  ['a series: a title', series, () => [['title', 'Snow']]],
  ['a series: a button and a title', series, () => [save, ['title', 'Snow']]],
  ['a series: no button', series, () => [['order', '']]],
  ['a series: an order that is none', series, () => [save, ['order', 'episode']]],
  ['a series: an arc without its title', series, () => [save, ['order', 'arc arc0']]],
  ['a series: the button that deletes it', series, () => [['intent', 'delete']]],
  ['settings: nothing', settings, () => []],
  ['settings: an unknown section', settings, () => [['section', 'everything']]],
  ['support links: the section', settings, () => [support]],
  ['support links: fewer rows than counted', settings, () => [support, ['rows', '2'], ...link(0)]],
  ['support links: half a row', settings, () => [support, ['rows', '1'], ['label0', 'Shop']]],
  ['notifications: the section', settings, () => [['section', 'notifications']]],
  ['the answer to a credit: which', () => '/dashboard/credits', () => [['id', its.creditId]]],
  ['following: whether', () => `/creator/${its.other.account.uid}/follow`, () => []],
  ['notifications: up to which', () => '/notifications', () => []],
  ['the library: nothing', library, () => []],
  ['the library: an unknown action', library, () => [['intent', 'erase']]],
  ['the library: whether to pause', library, () => [['intent', 'pause history']]],
  [
    'the library: where and when',
    library,
    () => [
      ['intent', 'restore'],
      ['episodeId', its.episodeId],
    ],
  ],
  ['an episode: what to do', () => '/dashboard', () => [id()]],
  ['a poster: what to do', () => `/dashboard?edit=${its.episodeId}`, () => [['poster', file('image/png')]]],
  ['an upload: its audience', upload, () => [...typed, ['asksNsfw', 'true'], ['file', file('video/mp4')]]],
  ['an upload: who it suits', upload, () => [...typed, ['visibility', 'public'], ['file', file('video/mp4')]]],
]

function row(role: string): Fields {
  return [
    ['role', role],
    ['name', 'Rafa'],
    ['link', ''],
  ]
}

function link(at: number): Fields {
  return [
    [`label${at}`, 'Shop'],
    [`url${at}`, 'https://shop.example/'],
  ]
}

test.each(partial)('a form that is only a part changes nothing and says so: %s', async (_, path, fields) => {
  const before = await its.read()
  const response = await post(path(), fields())
  expect(response.status).toBe(400)
  expect(await response.text()).toContain(sentence)
  expect(await its.read()).toEqual(before)
})

test('a sign-up that does not choose a role makes no account', async () => {
  const form = new URLSearchParams({ email: 'new@example.com', password: 'a good password', terms: 'on' })
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const response = await createStranger(site.url).call('POST', '/signup', new TextEncoder().encode(`${form}`), type)
  expect(response.status).toBe(422)
  expect(await response.text()).toContain('The account type must be Viewer or Creator.')
})

test('the form of a profile or an episode changes the fields that it contains, emptied ones included', async () => {
  const before = await its.read()
  for (const [path, fields] of [
    ['/settings', [['section', 'profile']]],
    ['/dashboard', [['intent', 'edit'], id()]],
  ] as [string, Fields][])
    expect((await post(path, fields)).status).toBe(302)
  expect(await its.read()).toEqual(before)
  await post('/settings', [
    ['section', 'profile'],
    ['bio', ''],
  ])
  await post('/dashboard', [['intent', 'edit'], id(), ['title', 'Sleet']])
  expect(await read(`/creators/${its.creator.account.uid}`)).toMatchObject({ username: 'Aya', bio: '' })
  expect(await read(`/episodes/${its.episodeId}`)).toMatchObject({ title: 'Sleet', tags: ['slow'], nsfw: true })
})

test('the form of a series replaces the list, and only the texts that it contains', async () => {
  const { episodeId, seriesId } = its
  expect((await post(series(), [save, ['order', `episode ${episodeId}`], ['title', 'The Lyra Line']])).status).toBe(302)
  expect(await read(`/series/${seriesId}`)).toMatchObject({
    title: 'The Lyra Line',
    description: 'Eight stops.',
    episodes: [{ id: episodeId }],
    arcs: [],
  })
})

test('complete forms without links or credits remove them all', async () => {
  await post('/settings', [support, ['rows', '0']])
  await post(credits(), [['do', 'save'], ...['role', 'name', 'link'].map((name): Field => [name, ''])])
  expect(await read(`/creators/${its.creator.account.uid}`)).toMatchObject({ supportLinks: [] })
  expect(await read(`/episodes/${its.episodeId}`)).toMatchObject({ credits: [] })
})
