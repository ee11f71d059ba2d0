import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let mio: Person
let rafa: Person
let id: string

beforeAll(async () => {
  site = await createTestHoshi({ worksJobs: true })
  mio = await createPerson(site.url, 'creator', 'Mio')
})

afterAll(() => site?.close())

/** An episode of Mio's that names Rafa. */
beforeEach(async () => {
  rafa = await createPerson(site.url, 'creator')
  const credits = [{ name: 'Rafa Sunada', role: 'music', uid: rafa.account.uid }]
  id = (await publishEpisode(site, mio, { title: 'Paper boats', credits })).id
})

const shown = { name: 'Rafa Sunada', role: 'Music' }

async function creditsFor(person: Pick<Person, 'call'>): Promise<unknown> {
  const response = await person.call('GET', `/api/v1/episodes/${id}`)
  return ((await response.json()) as { credits: unknown }).credits
}

async function listOf(person: Person): Promise<{ credits: { id: string }[] }> {
  return (await (await person.call('GET', '/api/v1/me/credits')).json()) as { credits: { id: string }[] }
}

test('a credit has no uid until the person accepts, in no answer and for nobody', async () => {
  const stranger = createStranger(site.url)
  for (const person of [stranger, mio, rafa]) expect(await creditsFor(person)).toEqual([shown])
  const { credits } = await listOf(rafa)
  expect(credits).toEqual([
    {
      id: expect.any(String),
      ...shown,
      state: 'asked',
      askedAt: expect.stringMatching(/Z$/),
      episode: { id, title: 'Paper boats', poster: expect.any(String) },
      creator: { uid: mio.account.uid, username: 'Mio', avatarUrl: '' },
    },
  ])
  const answer = await rafa.call('PUT', `/api/v1/me/credits/${credits[0]!.id}`)
  expect({ status: answer.status, body: await answer.text() }).toEqual({ status: 204, body: '' })
  const linked = [{ ...shown, uid: rafa.account.uid }]
  for (const person of [stranger, mio, rafa]) expect(await creditsFor(person)).toEqual(linked)
  const edited = await mio.call('PATCH', `/api/v1/episodes/${id}`, { credits: linked })
  expect(await edited.json()).toMatchObject({ credits: linked })
})

test('a declined credit stays as text, and asking again is refused', async () => {
  const [credit] = (await listOf(rafa)).credits
  for (const _ of [1, 2]) expect((await rafa.call('DELETE', `/api/v1/me/credits/${credit!.id}`)).status).toBe(204)
  expect(await creditsFor(rafa)).toEqual([shown])
  const again = await mio.call('PATCH', `/api/v1/episodes/${id}`, { credits: [{ ...shown, uid: rafa.account.uid }] })
  expect(await again.json()).toMatchObject({ status: 409, code: 'catalog.credit_declined', field: 'credits' })
})

test('a person may be named by username or by the URL of a profile, and one who does not exist is refused by place', async () => {
  const nao = await createPerson(site.url, 'creator', 'Nao')
  const change = (profiles: (string | undefined)[]) =>
    mio.call('PATCH', `/api/v1/episodes/${id}`, {
      credits: profiles.map((profile, at) => ({ name: `Person ${at}`, role: 'Voice', profile })),
    })
  const wrong = await change(['nao', 'nobody at all'])
  expect(await wrong.json()).toMatchObject({
    status: 422,
    code: 'catalog.credit_person_unknown',
    field: 'credits.1.profile',
  })
  expect(await creditsFor(mio)).toEqual([shown])
  expect((await change(['nao', '', undefined, `${site.url}/creator/${nao.account.uid}`])).status).toBe(200)
  expect((await listOf(nao)).credits).toMatchObject([{ name: 'Person 0' }, { name: 'Person 3' }])
})

test('an export has the credits of own episodes, and those that name its account', async () => {
  for (const person of [mio, rafa]) {
    expect((await person.call('POST', '/api/v1/me/export')).status).toBe(202)
    await expect.poll(async () => (await person.call('GET', '/api/v1/me/export')).status).toBe(200)
  }
  const text = async (person: Person) => (await person.call('GET', '/api/v1/me/export')).text()
  expect(await text(mio)).toContain('"name": "Rafa Sunada"')
  const own = await text(rafa)
  expect(own).toContain('"creditsNaming"')
  expect(own).toContain(id)
})

test('malformed credits are refused with their field', async () => {
  const send = async (credits: unknown) => (await mio.call('PATCH', `/api/v1/episodes/${id}`, { credits })).json()
  expect(await send([{ ...shown, uid: 'unknown' }])).toMatchObject({
    status: 422,
    code: 'catalog.credit_person_unknown',
  })
  expect(await send([{ ...shown, name: '' }])).toMatchObject({
    status: 422,
    code: 'catalog.credits_invalid',
    field: 'credits',
  })
  expect(await send([{ name: 'No role' }])).toMatchObject({ status: 422, code: 'request.invalid' })
  expect(await send([{ ...shown, extra: 1 }])).toMatchObject({ status: 422, code: 'request.invalid' })
  expect(await send('Rafa')).toMatchObject({ status: 422, code: 'request.invalid', field: 'credits' })
})
