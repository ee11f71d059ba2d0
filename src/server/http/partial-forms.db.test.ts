import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { someBytes } from '#tests/support/http/tus.ts'
import { createFullAccount, type FullAccount } from '#tests/support/worlds/full-account.server.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let its: FullAccount
/** All that the creator has, before any of the requests. */
let stored: Record<string, unknown>

beforeAll(async () => {
  site = await createTestHoshi()
  its = await createFullAccount(site)
  stored = await its.read()
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
const watch = () => `/watch/${its.episodeId}`
const intent = (what: string): Field => ['intent', what]
const comment = (): Field => ['comment', its.commentId]
const support: Field = ['section', 'support']
const save: Field = intent('save')
const id = (): Field => ['id', its.episodeId]
const typed: Fields = [
  ['title', 'Snow'],
  ['genre', 'Drama'],
]

function post(path: string, fields: Fields, person: Person = its.creator): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return person.call('POST', path, form)
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
  ['sessions: the section', settings, () => [['section', 'sessions']]],
  ['a new address: the section', settings, () => [['section', 'email']]],
  [
    'a new address: without it',
    settings,
    () => [
      ['section', 'email'],
      ['do', 'change'],
      ['password', 'x'],
    ],
  ],
  ['a deletion: the section', settings, () => [['section', 'delete']]],
  [
    'a deletion: the box and the password',
    settings,
    () => [
      ['section', 'delete'],
      ['confirmed', 'on'],
      ['password', its.creator.password],
    ],
  ],
  ['the provider: the section', settings, () => [['section', 'provider']]],
  ['passkeys: the section', settings, () => [['section', 'passkeys']]],
  [
    'passkeys: which one',
    settings,
    () => [
      ['section', 'passkeys'],
      ['do', 'remove'],
    ],
  ],
  [
    'passkeys: a new name without it',
    settings,
    () => [
      ['section', 'passkeys'],
      ['id', 'x'],
      ['do', 'rename'],
    ],
  ],
  ['two-step codes: the section', settings, () => [['section', 'two-step']]],
  ['theme: the section', settings, () => [['section', 'theme']]],
  ['notifications: the section', settings, () => [['section', 'notifications']]],
  [
    'NSFW: the section and the box',
    settings,
    () => [
      ['section', 'nsfw'],
      ['always', 'on'],
    ],
  ],
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
  [
    'a poster: what to do',
    () => `/dashboard/episodes/${its.episodeId}/thumbnail`,
    () => [['poster', file('image/png')]],
  ],
  ['an upload: its audience', upload, () => [...typed, ['asksNsfw', 'true'], ['file', file('video/mp4')]]],
  ['an upload: who it suits', upload, () => [...typed, ['visibility', 'public'], ['file', file('video/mp4')]]],
  [
    'a poster: its place',
    () => `/dashboard/episodes/${its.episodeId}/thumbnail`,
    () => [intent('uploaded-poster'), id()],
  ],
  ['a profile picture: its place', settings, () => [['section', 'picture']]],
  ['the picture of a series: its place', () => `/series/${its.seriesId}/picture`, () => []],
  ['an archive: its place', () => '/settings/import', () => []],
  ['an episode’s page: nothing', watch, () => []],
  ['an episode’s page: an unknown action', watch, () => [intent('erase'), comment(), ['text', 'x']]],
  ['an episode’s page: a word of the language', watch, () => [intent('constructor'), comment(), ['text', 'x']]],
  ['an episode’s page: a text and no action', watch, () => [comment(), ['text', 'Lovely']]],
  ['a comment: its text', watch, () => [intent('write')]],
  ['a comment: a file as its text', watch, () => [intent('write'), ['text', file('text/plain')]]],
  ['a reply: its text', watch, () => [intent('reply'), comment()]],
  ['a reply: to which', watch, () => [intent('reply'), ['text', 'Lovely']]],
  ['an edited comment: its text', watch, () => [intent('edit'), comment()]],
  ['an edited comment: which', watch, () => [intent('edit'), ['text', 'Lovely']]],
  ...['like comment', 'unlike comment', 'pin', 'unpin', 'hide', 'show', 'block', 'delete'].map(
    (what): (typeof partial)[number] => [`${what}: which comment`, watch, () => [intent(what)]],
  ),
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

test.each(partial)('a form that is only a part is refused and says so: %s', async (_, path, fields) => {
  const response = await post(path(), fields())
  expect(response.status).toBe(400)
  expect(await response.text()).toContain(sentence)
})

test('none of these parts of forms changed anything', async () => {
  expect(await its.read()).toEqual(stored)
})

test('a part of the form that makes a viewer a creator makes no profile, and the whole one does', async () => {
  const viewer = await createPerson(site.url, 'viewer')
  const profile = async () => (await viewer.call('GET', `/api/v1/creators/${viewer.account.uid}`)).status
  for (const others of [[], [['bio', 'x']]] as Fields[]) {
    const response = await post('/settings', [['section', 'creator'], ...others], viewer)
    expect([response.status, await profile()]).toEqual([400, 404])
    expect(await response.text()).toContain(sentence)
  }
  const whole: Fields = ['username', 'bio', 'patreonUrl'].map((name) => [name, ''])
  expect((await post('/settings', [['section', 'creator'], ...whole], viewer)).status).toBe(302)
  expect(await profile()).toBe(200)
})

test('the forms of an episode’s page are complete with an action, a comment and a text', async () => {
  const { status, headers } = await post(watch(), [intent('reply'), comment(), ['text', 'So it is.']])
  expect([status, headers.get('location')]).toEqual([302, expect.stringContaining(its.episodeId)])
  const { comments } = (await read(`/episodes/${its.episodeId}/comments`)) as { comments: unknown[] }
  expect(comments).toMatchObject([{ id: its.commentId, replies: [{ text: 'So it is.' }] }])
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
