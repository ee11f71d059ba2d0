import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createStaff } from '#tests/support/data/staff.ts'
import { LONG_UNDO_SECONDS } from '#tests/support/data/undo-time.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { send } from '#tests/support/worlds/moderated-site.server.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

/** Two processes on one database. */
let site: TestHoshi
let node: TestHoshi
let admin: Person
let saki: Person
let creator: Person
let viewer: Person

beforeAll(async () => {
  site = await createTestHoshi({ undoSeconds: LONG_UNDO_SECONDS })
  node = await createTestHoshi({ beside: site })
  admin = await createStaff(site, 'admin')
  saki = await createStaff(site, 'moderator')
  creator = await createPerson(site.url, 'creator', 'Mika')
  viewer = await createPerson(site.url, 'viewer')
})

afterAll(async () => {
  await node?.close()
  await site?.close()
})

const query = <Row extends object>(statement: string, values: unknown[] = []) =>
  queryDatabase<Row>(site.connectionString, statement, values)

interface Listed {
  id: string
  word: string
}

const add = (word: string, action = 'hold', places = ['comment']) =>
  send(admin, 'POST', '/admin/words', { word, action, places })
const remove = (id: string) => send(admin, 'DELETE', `/admin/words/${id}`)
const listed = async () => (await send(admin, 'GET', '/admin/words')).words as Listed[]
const newestEntry = async () => {
  const { entries } = await send(admin, 'GET', '/admin/audit?limit=1')
  return (entries as object[])[0]!
}

beforeEach(async () => {
  for (const { id } of await listed()) await remove(id)
})

/** A comment by the viewer, without limits. */
async function comment(episodeId: string, text: string, by: Person = viewer) {
  await query('delete from rate_limits')
  return await send(by, 'POST', `/episodes/${episodeId}/comments`, { text })
}

const itemOf = async (id: string) => {
  const { items } = await send(saki, 'GET', '/moderation/queue?limit=60')
  return (items as { id: string; subject: { id: string } }[]).find(({ subject }) => subject.id === id)
}

describe('the list', () => {
  test('has what was added, and each change has its entry', async () => {
    const added = await add('Free Money', 'hold', ['name', 'comment'])
    const { id } = added
    const word = { word: 'Free Money', action: 'hold', places: ['comment', 'name'] }
    expect(added).toEqual({ status: 201, id, createdAt: expect.any(String), ...word })
    expect(await listed()).toEqual([{ id, createdAt: added.createdAt, ...word }])
    const values = { ...word, places: 'comment name' }
    expect(await newestEntry()).toMatchObject({
      actor: { uid: admin.account.uid },
      action: 'word.added',
      subject: { kind: 'site', id },
      before: {},
      after: values,
    })
    expect((await remove(id)).status).toBe(204)
    expect(await newestEntry()).toMatchObject({ action: 'word.removed', before: values, after: {} })
    expect(await remove(id)).toMatchObject({ status: 404, code: 'moderation.word_not_found' })
    expect(await listed()).toEqual([])
  })

  test('has a word once, also of two that are added at once', async () => {
    const both = await Promise.all([add('Café'), add('CAFE')])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await add('ｃａｆｅ')).toMatchObject({ status: 409, code: 'moderation.word_listed', field: 'word' })
    expect(await listed()).toHaveLength(1)
  })

  test('takes no word without letters, without a place, or for nothing that there is', async () => {
    for (const [body, code] of [
      [{ word: '...', action: 'hold', places: ['title'] }, 'moderation.word_invalid'],
      [{ word: '\u3164', action: 'hold', places: ['title'] }, 'moderation.word_invalid'],
      [{ word: 'spam', action: 'hold', places: [] }, 'moderation.word_places_required'],
      [{ word: 'spam', action: 'hold', places: ['bio'] }, 'request.invalid'],
      [{ word: 'spam', action: 'hide', places: ['title'] }, 'request.invalid'],
    ] as const)
      expect(await send(admin, 'POST', '/admin/words', body)).toMatchObject({ status: 422, code })
    expect(await listed()).toEqual([])
  })

  test('is full at 500', async () => {
    await query(`
      insert into site_words (id, word, normal_form, action, places, created_at)
      select 'full' || n, 'full' || n, 'full' || n, 'hold', array['title'], now() from generate_series(1, 500) as n
    `)
    expect(await add('spam')).toMatchObject({ status: 409, code: 'moderation.too_many_words' })
    await query('delete from site_words')
  })

  test('is kept by moderators too, on their page alone', async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ intent: 'add', word: 'spam', action: 'refuse', places: 'comment' }))
      form.append(name, value)
    form.append('places', 'title')
    const added = await saki.call('POST', '/admin/words', form)
    expect([added.status, added.headers.get('location')]).toEqual([302, '/admin/words?done=added'])
    const [word] = await listed()
    expect(word).toMatchObject({ word: 'spam', action: 'refuse', places: ['comment', 'title'] })
    const again = await saki.call('POST', '/admin/words', form)
    expect(again.status).toBe(409)
    expect(await again.text()).toContain('This word is already on the list.')
    expect((await send(saki, 'GET', '/admin/words')).status).toBe(404)
    const removal = new FormData()
    removal.set('intent', 'remove')
    removal.set('id', word!.id)
    const removed = await saki.call('POST', '/admin/words', removal)
    expect(removed.headers.get('location')).toBe('/admin/words?done=removed')
    expect(await listed()).toEqual([])
  })
})

describe('a word that is refused', () => {
  test('is in no comment, title or name, at every node, until it is off the list', async () => {
    const { id } = await publishEpisode(site, creator)
    const { id: wordId } = await add('spam', 'refuse', ['comment', 'title', 'name'])
    const refused = { status: 422, code: 'creators.word_refused' }
    expect(await comment(id, 'Buy SPÁM now')).toMatchObject({ ...refused, field: 'text' })
    expect(await comment(id, 'My own spam', creator)).toMatchObject({ ...refused, field: 'text' })
    const title = { title: 'The spam film' }
    expect(await send(creator, 'PATCH', `/episodes/${id}`, title)).toMatchObject({ ...refused, field: 'title' })
    await expect(publishEpisode(site, creator, title)).rejects.toThrow('creators.word_refused')
    const name = { username: 'Spam Studio' }
    expect(await send(creator, 'PATCH', '/creators/me', name)).toMatchObject({ ...refused, field: 'username' })
    const account = { email: `${newId()}@example.org`, password: 'correct horse battery', agreedToTerms: true }
    const signUp = { ...account, role: 'creator', ...name }
    expect(await send(createStranger(site.url), 'POST', '/accounts', signUp)).toMatchObject({
      ...refused,
      field: 'username',
    })
    const atNode = async () => {
      await query('delete from rate_limits')
      const path = `${node.url}/api/v1/episodes/${id}/comments`
      return (await viewer.call('POST', path, { text: `spam ${newId()}` }, { Origin: node.url })).status
    }
    await expect.poll(atNode).toBe(422)
    await remove(wordId)
    await expect.poll(atNode).toBe(201)
    expect(await comment(id, `spam ${newId()}`)).toMatchObject({ status: 201, held: false })
  })

  test('leaves texts alone that were there before, and other places', async () => {
    const { id } = await publishEpisode(site, creator, { title: 'The spam film' })
    await add('spam', 'refuse', ['title'])
    const same = { title: 'The spam film', description: 'Another description.' }
    expect((await send(creator, 'PATCH', `/episodes/${id}`, same)).status).toBe(200)
    expect(await comment(id, 'I like spam')).toMatchObject({ status: 201, held: false })
  })
})

describe('a word that holds', () => {
  test('holds a comment, and the queue names it, but not that of the episode’s creator', async () => {
    const { id } = await publishEpisode(site, creator)
    await add('casino')
    const held = await comment(id, 'Come to the casino')
    expect(held).toMatchObject({ status: 201, held: true })
    expect(await itemOf(held.id)).toMatchObject({ kind: 'comment', held: true, word: 'casino' })
    expect(await comment(id, 'My casino', creator)).toMatchObject({ status: 201, held: false })
    // An edit is a new text.
    const plain = await comment(id, 'Nothing')
    await query('delete from rate_limits')
    const edited = await send(viewer, 'PATCH', `/comments/${plain.id}`, { text: 'Casino!' })
    expect(edited).toMatchObject({ held: true })
    expect(await itemOf(plain.id)).toMatchObject({ word: 'casino' })
    await send(creator, 'DELETE', `/comments/${plain.id}/hide`)
    expect(await itemOf(plain.id)).toBeUndefined()
  })

  test('puts a title into the queue, and leaves the episode where it is', async () => {
    await add('casino', 'hold', ['title'])
    const stranger = createStranger(site.url)
    const { id } = await publishEpisode(site, creator, { title: 'Casino at night' })
    expect((await send(stranger, 'GET', `/episodes/${id}`)).status).toBe(200)
    const item = await itemOf(id)
    expect(item).toMatchObject({ kind: 'suggestion', held: false, word: 'casino' })
    const made = await send(saki, 'POST', '/moderation/decisions', { itemId: item!.id, decision: 'leave' })
    expect(await itemOf(id)).toBeUndefined()
    expect((await send(saki, 'DELETE', `/moderation/decisions/${made.id}`)).status).toBe(204)
    expect(await itemOf(id)).toMatchObject({ word: 'casino' })
    await send(saki, 'POST', '/moderation/decisions', { itemId: item!.id, decision: 'leave' })
    await send(creator, 'PATCH', `/episodes/${id}`, { title: 'Casino at night', description: 'The same title.' })
    expect(await itemOf(id)).toBeUndefined()
    await send(creator, 'PATCH', `/episodes/${id}`, { title: 'Another casino' })
    expect(await itemOf(id)).toMatchObject({ word: 'casino' })
  })

  test('puts a profile into the queue, new or changed', async () => {
    await add('casino', 'hold', ['name'])
    const { account } = await createPerson(site.url, 'creator', 'Casino Royal')
    expect(await itemOf(account.uid)).toMatchObject({ subject: { kind: 'creator' }, word: 'casino' })
    const other = await createPerson(site.url, 'creator', 'Rafa')
    expect(await itemOf(other.account.uid)).toBeUndefined()
    expect(await send(other, 'PATCH', '/creators/me', { username: 'Casino Rafa' })).toMatchObject({ status: 200 })
    expect(await itemOf(other.account.uid)).toMatchObject({ word: 'casino' })
    const viewerTurned = await createPerson(site.url, 'viewer')
    const became = await send(viewerTurned, 'POST', '/me/creator', { username: 'Casino Turned' })
    expect(became.status).toBe(201)
    expect(await itemOf(viewerTurned.account.uid)).toMatchObject({ word: 'casino' })
  })
})
