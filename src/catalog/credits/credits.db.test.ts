import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Account } from '#identity/account.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import type { Episode, NewEpisode } from '../episode.ts'
import type { NewCredit } from './credit.ts'

let room: TestCatalog
let mio: Account
let rafa: Account
let stranger: Account

beforeAll(async () => {
  room = await openTestCatalog(await createTestDatabase())
  stranger = await room.addViewer()
})
afterAll(() => room.close())

beforeEach(async () => {
  room.clock.set('2026-05-01T12:00:00.000Z')
  mio = await room.addCreator()
  rafa = await room.addCreator()
})

const refusal = (code: string) => expect.objectContaining({ code })
const music = (uid?: string | null): NewCredit => ({
  name: 'Rafa Sunada',
  role: 'Music',
  ...(uid !== undefined && { uid }),
})
const asText = { name: 'Rafa Sunada', role: 'Music', uid: null }
const linked = () => ({ ...asText, uid: rafa.uid })

/** An episode of Mio's that names Rafa. */
async function askRafa(fields: Partial<NewEpisode> = {}): Promise<Episode> {
  return room.publish(mio, { credits: [music(rafa.uid)], ...fields })
}

const requestsOf = async (person: Account) => (await room.catalog.credits.naming(person, {})).credits
const creditsOf = async (id: string, viewer: Account | null = null) => (await room.catalog.find(id, viewer)).credits
const worksOf = async (person: Account) =>
  (await room.catalog.credits.workedOnBy(person.uid, {})).episodes.map(({ id }) => id)

async function acceptOnly(person: Account): Promise<string> {
  const [request] = await requestsOf(person)
  await room.catalog.credits.accept(person, request!.id)
  return request!.id
}

test('credits are shown in the order of their creator, and a new list replaces them', async () => {
  const voice = { name: 'Nao', role: 'voice' }
  const { id } = await room.publish(mio, { credits: [music(), voice] })
  expect(await creditsOf(id)).toEqual([asText, { name: 'Nao', role: 'Voice', uid: null }])
  await room.catalog.edit(mio, id, { credits: [voice, music(), { name: 'Mio', role: 'Direction' }] })
  expect((await creditsOf(id)).map(({ name }) => name)).toEqual(['Nao', 'Rafa Sunada', 'Mio'])
  await room.catalog.edit(mio, id, { title: 'Renamed' })
  expect(await creditsOf(id)).toHaveLength(3)
  await room.catalog.edit(mio, id, { credits: [] })
  expect(await creditsOf(id)).toEqual([])
})

test('every list has the credits of its episodes', async () => {
  const { id } = await room.publish(mio, { title: 'Listed with credits', credits: [music()] })
  const { catalog } = room
  const lists = await Promise.all([
    catalog.explore({ search: 'listed with credits' }),
    catalog.byCreator(mio.uid, null, {}),
    catalog.own(mio, {}),
    catalog.newestOf([mio.uid], {}),
  ])
  for (const { episodes } of lists) expect(episodes).toMatchObject([{ id, credits: [asText] }])
})

test('a name links to nobody until that person accepts, for every viewer', async () => {
  const { id } = await askRafa()
  for (const viewer of [null, stranger, mio, rafa]) expect(await creditsOf(id, viewer)).toEqual([asText])
  expect(await worksOf(rafa)).toEqual([])
  await acceptOnly(rafa)
  for (const viewer of [null, stranger, mio, rafa]) expect(await creditsOf(id, viewer)).toEqual([linked()])
  expect(await worksOf(rafa)).toEqual([id])
})

test('the person named sees the request with its episode and who asks; nobody else does', async () => {
  const { id, title } = await askRafa()
  const request = {
    id: expect.any(String),
    name: 'Rafa Sunada',
    role: 'Music',
    state: 'asked',
    askedAt: new Date('2026-05-01T12:00:00.000Z'),
    episode: { id, title, poster: null },
    creator: { uid: mio.uid, username: '', avatarUrl: '' },
  }
  expect(await requestsOf(rafa)).toEqual([request])
  expect(await room.catalog.credits.countRequests(rafa)).toBe(1)
  for (const other of [mio, stranger]) expect(await requestsOf(other)).toEqual([])
  await acceptOnly(rafa)
  expect(await requestsOf(rafa)).toEqual([{ ...request, state: 'accepted' }])
  expect(await room.catalog.credits.countRequests(rafa)).toBe(0)
})

test('only the person named accepts or declines', async () => {
  const { id } = await askRafa()
  const [request] = await requestsOf(rafa)
  for (const other of [mio, stranger]) {
    await expect(room.catalog.credits.accept(other, request!.id)).rejects.toEqual(refusal('catalog.credit_not_found'))
    await expect(room.catalog.credits.decline(other, request!.id)).rejects.toEqual(refusal('catalog.credit_not_found'))
  }
  await expect(room.catalog.credits.accept(rafa, 'unknown')).rejects.toEqual(refusal('catalog.credit_not_found'))
  await expect(room.catalog.credits.decline(rafa, 'no id at all')).rejects.toEqual(refusal('catalog.credit_not_found'))
  expect(await creditsOf(id)).toEqual([asText])
})

test('only the creator edits credits, and reads requests in them', async () => {
  const { id } = await askRafa()
  const asked = { link: { uid: rafa.uid, username: '', isAccepted: false } }
  expect(await room.catalog.credits.toEdit(mio, id)).toMatchObject({
    credits: [{ name: 'Rafa Sunada', role: 'Music', ...asked }],
  })
  for (const other of [rafa, stranger]) {
    await expect(room.catalog.credits.toEdit(other, id)).rejects.toEqual(refusal('catalog.owner_only'))
    await expect(room.catalog.edit(other, id, { credits: [] })).rejects.toEqual(refusal('catalog.owner_only'))
  }
})

test('accepting twice and declining twice change nothing more', async () => {
  const { id } = await askRafa()
  const request = await acceptOnly(rafa)
  await room.catalog.credits.accept(rafa, request)
  expect(await creditsOf(id)).toEqual([linked()])
  await room.catalog.credits.decline(rafa, request)
  await room.catalog.credits.decline(rafa, request)
  expect(await creditsOf(id)).toEqual([asText])
  await expect(room.catalog.credits.accept(rafa, request)).rejects.toEqual(refusal('catalog.credit_not_found'))
})

test('a declined link leaves the name, and the person cannot be asked again for this episode', async () => {
  const { id } = await askRafa()
  await room.catalog.credits.decline(rafa, (await requestsOf(rafa))[0]!.id)
  expect(await creditsOf(id)).toEqual([asText])
  expect(await requestsOf(rafa)).toEqual([])
  const again = [music(rafa.uid), { name: 'Rafa', role: 'Voice', uid: rafa.uid }]
  for (const credit of again)
    await expect(room.catalog.edit(mio, id, { title: 'Not stored', credits: [credit] })).rejects.toEqual(
      refusal('catalog.credit_declined'),
    )
  expect(await room.catalog.find(id, null)).toMatchObject({ title: 'Stars', credits: [asText] })
  await room.catalog.edit(mio, id, { credits: [music()] })
  expect(await creditsOf(id)).toEqual([asText])
  const other = await askRafa({ title: 'Another' })
  expect((await requestsOf(rafa)).map(({ episode }) => episode.id)).toEqual([other.id])
})

test('declining one role keeps another that was accepted', async () => {
  const voice = { name: 'Rafa Sunada', role: 'Voice', uid: rafa.uid }
  const { id } = await room.publish(mio, { credits: [music(rafa.uid), voice] })
  const requests = await requestsOf(rafa)
  const idOf = (role: string) => requests.find((request) => request.role === role)!.id
  await room.catalog.credits.accept(rafa, idOf('Music'))
  await room.catalog.credits.decline(rafa, idOf('Voice'))
  const shown = [linked(), { name: 'Rafa Sunada', role: 'Voice', uid: null }]
  expect(await creditsOf(id)).toEqual(shown)
  const { credits } = await room.catalog.find(id, mio)
  await room.catalog.edit(mio, id, { credits })
  expect(await creditsOf(id)).toEqual(shown)
})

test('declining once ends every open request of the episode, and none of another', async () => {
  const roles = ['Music', 'Sound', 'Voice']
  const credits = roles.map((role) => ({ name: 'Rafa Sunada', role, uid: rafa.uid }))
  const { id } = await room.publish(mio, { credits })
  const other = await askRafa({ title: 'Another' })
  const requests = await requestsOf(rafa)
  expect(await room.catalog.credits.countRequests(rafa)).toBe(4)
  const [first, second] = requests.filter(({ episode }) => episode.id === id)
  await room.catalog.credits.decline(rafa, first!.id)
  await room.catalog.credits.decline(rafa, second!.id)
  expect((await requestsOf(rafa)).map(({ episode }) => episode.id)).toEqual([other.id])
  expect(await room.catalog.credits.countRequests(rafa)).toBe(1)
  expect(await creditsOf(id)).toEqual(roles.map((role) => ({ name: 'Rafa Sunada', role, uid: null })))
})

test('an edit that leaves a credit as it is keeps its request and its agreement', async () => {
  const { id } = await askRafa()
  const [request] = await requestsOf(rafa)
  await room.catalog.edit(mio, id, { credits: [{ name: 'Nao', role: 'Voice' }, music()] })
  expect(await requestsOf(rafa)).toEqual([request])
  await acceptOnly(rafa)
  await room.catalog.edit(mio, id, { credits: [music(rafa.uid)] })
  expect(await creditsOf(id)).toEqual([linked()])
  await room.catalog.edit(mio, id, { credits: [{ ...music(rafa.uid), role: 'Sound' }] })
  expect(await creditsOf(id)).toEqual([{ ...asText, role: 'Sound' }])
  expect(await requestsOf(rafa)).toMatchObject([{ role: 'Sound', state: 'asked' }])
})

test('a credit to oneself needs no agreement, and is neither a request nor work for others', async () => {
  const { id } = await room.publish(mio, { credits: [{ name: 'Mio', role: 'Direction', uid: mio.uid }] })
  expect(await creditsOf(id)).toEqual([{ name: 'Mio', role: 'Direction', uid: mio.uid }])
  expect(await requestsOf(mio)).toEqual([])
  expect(await worksOf(mio)).toEqual([])
})

test('only creators can be named', async () => {
  for (const uid of [stranger.uid, 'unknown', 'no id at all'])
    await expect(room.publish(mio, { credits: [music(uid)] })).rejects.toEqual(refusal('catalog.credit_person_unknown'))
})

describe.each([
  ['public', { visibility: 'public' }, 'listed'],
  ['adult', { nsfw: true }, 'listed'],
  ['unlisted', { visibility: 'unlisted' }, 'open'],
  ['private', { visibility: 'private' }, 'hidden'],
  ['scheduled', { visibility: 'scheduled', publishAt: new Date('2026-05-03T18:00:00.000Z') }, 'hidden'],
] as const)('a credit on an episode that is %s', (_, fields, reach) => {
  test(`is ${reach === 'listed' ? 'a request' : 'no request and cannot be answered'}`, async () => {
    const { id } = await askRafa()
    const [request] = await requestsOf(rafa)
    await room.catalog.edit(mio, id, fields)
    const isListed = reach === 'listed'
    expect(await requestsOf(rafa)).toHaveLength(isListed ? 1 : 0)
    expect(await room.catalog.credits.countRequests(rafa)).toBe(isListed ? 1 : 0)
    const stored = await room.catalog.credits.storedOf(rafa.uid)
    expect(stored.credits).toMatchObject([{ acceptedAt: null, episodeId: isListed ? id : null }])
    const answered = await room.catalog.credits.accept(rafa, request!.id).catch((error: unknown) => error)
    expect(answered).toEqual(isListed ? undefined : refusal('catalog.credit_not_found'))
  })

  test('shows in the work of the person only if it is public, and can be taken back if it is open', async () => {
    const { id } = await askRafa()
    const request = await acceptOnly(rafa)
    await room.catalog.edit(mio, id, fields)
    const { episodes, total } = await room.catalog.credits.workedOnBy(rafa.uid, {})
    expect({ ids: episodes.map((each) => each.id), total }).toEqual(
      reach === 'listed' ? { ids: [id], total: 1 } : { ids: [], total: 0 },
    )
    expect(await requestsOf(rafa)).toHaveLength(reach === 'hidden' ? 0 : 1)
    const stored = await room.catalog.credits.storedOf(rafa.uid)
    expect(stored.credits).toMatchObject([{ role: 'Music', episodeId: reach === 'hidden' ? null : id }])
    const answered = await room.catalog.credits.decline(rafa, request).catch((error: unknown) => error)
    expect(answered).toEqual(reach === 'hidden' ? refusal('catalog.credit_not_found') : undefined)
  })
})

test('requests and work are paged, newest first', async () => {
  const ids: string[] = []
  for (const day of ['02', '03', '04']) {
    room.clock.set(`2026-05-${day}T12:00:00.000Z`)
    ids.unshift((await askRafa()).id)
  }
  const first = await room.catalog.credits.naming(rafa, { limit: 2 })
  expect(first).toMatchObject({ total: 3, credits: [{ episode: { id: ids[0] } }, { episode: { id: ids[1] } }] })
  const second = await room.catalog.credits.naming(rafa, { limit: 2, cursor: first.nextCursor! })
  expect(second).toMatchObject({ total: 3, credits: [{ episode: { id: ids[2] } }], nextCursor: null })
  for (const { id } of [...first.credits, ...second.credits]) await room.catalog.credits.accept(rafa, id)
  const works = await room.catalog.credits.workedOnBy(rafa.uid, { limit: 2 })
  expect(works.episodes.map(({ id }) => id)).toEqual(ids.slice(0, 2))
  const rest = await room.catalog.credits.workedOnBy(rafa.uid, { limit: 2, cursor: works.nextCursor! })
  expect(rest).toMatchObject({ episodes: [{ id: ids[2] }], total: 3, nextCursor: null })
  await expect(room.catalog.credits.workedOnBy(rafa.uid, { cursor: 'x' })).rejects.toEqual(
    refusal('catalog.cursor_invalid'),
  )
})

test('people credited before are suggested once, the latest first, with the profile that was asked', async () => {
  expect(await room.catalog.credits.before(mio)).toEqual([])
  await room.publish(mio, { credits: [{ name: 'Nao', role: 'Voice' }, music(rafa.uid)] })
  await room.publish(rafa, { credits: [{ name: 'Somebody else', role: 'Voice' }] })
  room.clock.set('2026-05-02T12:00:00.000Z')
  const again = [{ name: 'Nao', role: 'Music' }]
  await room.publish(mio, { visibility: 'private', credits: [...again, { name: 'Ondine', role: 'Music' }] })
  expect(await room.catalog.credits.before(mio)).toEqual([
    { name: 'Nao', link: null },
    { name: 'Ondine', link: null },
    { name: 'Rafa Sunada', link: { uid: rafa.uid, username: expect.any(String) } },
  ])
})
