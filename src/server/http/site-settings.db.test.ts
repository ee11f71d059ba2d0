import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { announcementId } from '#app/layout/announcement-cookie.server.ts'
import { newId } from '#platform/ids.server.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createStaff } from '#tests/support/data/staff.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { send } from '#tests/support/worlds/moderated-site.server.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

/** Two processes on one database. */
let site: TestHoshi
let node: TestHoshi
let admin: Person
let viewer: Person
let creator: Person

beforeAll(async () => {
  site = await createTestHoshi({ cachesPages: true })
  node = await createTestHoshi({ cachesPages: true, beside: site })
  admin = await createStaff(site, 'admin')
  viewer = await createPerson(site.url, 'viewer')
  creator = await createPerson(site.url, 'creator', 'Mika')
})

afterAll(async () => {
  await node?.close()
  await site?.close()
})

const initial = { announcement: '', signUp: 'open', moderation: 'flag', commentPolicy: 'open' }
const change = (settings: object) => send(admin, 'PATCH', '/admin/settings', settings)
const nodes = () => [site, node]
/** The settings, as a node knows them. */
async function readAt({ url }: TestHoshi): Promise<unknown> {
  const response = await admin.call('GET', `${url}/api/v1/admin/settings`)
  return response.json()
}

beforeEach(async () => {
  await change(initial)
  await expect.poll(() => readAt(node)).toEqual(initial)
})

const newestEntry = async () => {
  const { entries } = await send(admin, 'GET', '/admin/audit?limit=1')
  return (entries as Record<string, unknown>[])[0]!
}

test('a change is read on every node, and has one entry with what changed', async () => {
  const changed = { announcement: ' We move\ntonight. ', signUp: 'open', commentPolicy: 'hold_all' }
  const expected = { ...initial, announcement: 'We move tonight.', commentPolicy: 'hold_all' }
  expect(await change(changed)).toEqual({ status: 200, ...expected })
  expect(await readAt(site)).toEqual(expected)
  await expect.poll(() => readAt(node)).toEqual(expected)
  const entry = await newestEntry()
  expect(entry).toMatchObject({
    actor: { uid: admin.account.uid },
    action: 'site.settings',
    reason: '',
    subject: { kind: 'site', id: 'site' },
    before: { announcement: '', commentPolicy: 'open' },
    after: { announcement: 'We move tonight.', commentPolicy: 'hold_all' },
  })
  await change(changed)
  expect((await newestEntry()).id).toBe(entry.id)
})

test('what is no setting is refused, and changes nothing', async () => {
  for (const [body, code] of [
    [{ announcement: 'a'.repeat(301) }, 'moderation.announcement_invalid'],
    [{ announcement: 3 }, 'moderation.announcement_invalid'],
    [{ signUp: 'never' }, 'request.invalid'],
    [{ commentPolicy: 'closed', moderation: 'strict' }, 'request.invalid'],
    [{ commentPolicy: 'closed', unknown: true }, 'request.invalid'],
  ] as const)
    expect(await change(body)).toMatchObject({ status: 422, code })
  expect(await readAt(site)).toEqual(initial)
})

test('a change wants a recent sign-in, over the API and on the page', async () => {
  const late = await createStaff(site, 'admin')
  const age = `update sessions set signed_in_at = now() - interval '11 minutes' where user_id = $1`
  await queryDatabase(site.connectionString, age, [late.account.uid])
  expect(await send(late, 'PATCH', '/admin/settings', { signUp: 'closed' })).toMatchObject({
    status: 403,
    code: 'identity.sign_in_again',
  })
  const page = await late.call('GET', '/admin/settings')
  expect([page.status, page.headers.get('location')]).toEqual([302, '/sign-in-again?next=%2Fadmin%2Fsettings'])
  const form = new FormData()
  const fields = { intent: 'settings', ...initial, signUp: 'closed' }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  expect((await late.call('POST', '/admin/settings', form)).headers.get('location')).toBe(
    '/sign-in-again?next=%2Fadmin%2Fsettings',
  )
  expect(await readAt(site)).toEqual(initial)
})

describe('an announcement', () => {
  const paths = ['/', '/explore', '/about', '/faq', '/nowhere']
  const textOf = async (person: Pick<Person, 'call'>, url: string) => (await person.call('GET', url)).text()
  /** On which pages of both nodes somebody reads a text. */
  async function pagesWith(person: Pick<Person, 'call'>, text: string): Promise<string[]> {
    const found = await Promise.all(
      nodes().flatMap(({ url }) =>
        paths.map(async (path) => ((await textOf(person, url + path)).includes(text) ? [path] : [])),
      ),
    )
    return found.flat()
  }
  const everywhere = [...paths, ...paths]
  const stranger = () => createStranger(site.url)

  test('is on every page of every node, shared ones too, and a new one replaces it', async () => {
    const people = [stranger(), viewer]
    for (const person of people) expect(await pagesWith(person, 'Uploads pause at nine.')).toEqual([])
    await change({ announcement: 'Uploads pause at nine.' })
    for (const person of people)
      await expect.poll(() => pagesWith(person, 'Uploads pause at nine.')).toEqual(everywhere)
    await change({ announcement: 'Uploads <are> back.' })
    for (const person of people) {
      await expect.poll(() => pagesWith(person, 'Uploads &lt;are&gt; back.')).toEqual(everywhere)
      expect(await pagesWith(person, 'Uploads pause at nine.')).toEqual([])
    }
    await change({ announcement: '' })
    for (const person of people) await expect.poll(() => pagesWith(person, 'Announcement')).toEqual([])
  })

  test('is gone for a visitor who closes it, until its text changes, and stays for others', async () => {
    const text = 'We are moving.'
    await change({ announcement: text })
    const [closing, other] = [stranger(), stranger()]
    await expect.poll(() => pagesWith(closing, text)).toEqual(everywhere)
    const form = new FormData()
    form.set('announcement', announcementId(text))
    const response = await closing.call('POST', '/announcement?next=/explore', form)
    expect([response.status, response.headers.get('location')]).toEqual([302, '/explore'])
    expect(await pagesWith(closing, text)).toEqual([])
    expect(await pagesWith(other, text)).toEqual(everywhere)
    await change({ announcement: 'We have moved.' })
    await expect.poll(() => pagesWith(closing, 'We have moved.')).toEqual(everywhere)
  })

  test('is closed by a suspended person too, and leads to no other site', async () => {
    const suspended = await createPerson(site.url, 'viewer')
    const until = new Date(Date.now() + 86_400_000)
    await site.hoshi.rooms.administration.accounts.change('console', suspended.account.uid, {
      suspendedUntil: until,
      reason: 'Why',
    })
    const { email, password } = suspended
    await suspended.call('POST', '/api/auth/sign-in/email', { email, password })
    const form = new FormData()
    form.set('announcement', announcementId('any'))
    const response = await suspended.call('POST', '/announcement?next=//evil.example', form)
    expect([response.status, response.headers.get('location')]).toEqual([302, '/'])
  })
})

describe('the comment policy', () => {
  const comment = async (by: Person, id: string, text: string) => {
    await queryDatabase(site.connectionString, 'delete from rate_limits')
    return await send(by, 'POST', `/episodes/${id}/comments`, { text })
  }

  test('holds links, or all but those of the episode’s creator', async () => {
    const { id } = await publishEpisode(site, creator)
    await change({ commentPolicy: 'hold_links' })
    expect(await comment(viewer, id, 'See https://a.example')).toMatchObject({ status: 201, held: true })
    expect(await comment(viewer, id, 'No link')).toMatchObject({ status: 201, held: false })
    expect(await comment(creator, id, 'Mine: https://a.example')).toMatchObject({ status: 201, held: false })
    await change({ commentPolicy: 'hold_all' })
    const held = await comment(viewer, id, 'No link either')
    expect(held).toMatchObject({ status: 201, held: true })
    expect(await comment(creator, id, 'Mine')).toMatchObject({ status: 201, held: false })
    expect(await send(creator, 'DELETE', `/comments/${held.id}/hide`)).toMatchObject({ status: 200, held: false })
    // An edit is a new text.
    expect(await send(viewer, 'PATCH', `/comments/${held.id}`, { text: 'Another' })).toMatchObject({ held: true })
  })

  test('closes comments everywhere, with a sentence', async () => {
    const { id } = await publishEpisode(site, creator)
    const { id: commentId } = await comment(viewer, id, 'In time')
    await change({ commentPolicy: 'closed' })
    for (const by of [viewer, creator])
      expect(await comment(by, id, 'Too late')).toMatchObject({
        status: 403,
        code: 'engagement.comments_closed_everywhere',
      })
    expect(await send(viewer, 'PATCH', `/comments/${commentId}`, { text: 'Too late' })).toMatchObject({ status: 403 })
    const page = await (await viewer.call('GET', `/watch/${id}`)).text()
    expect(page).toContain('Comments are turned off on this site for now.')
    const atNode = async () => {
      const path = `${node.url}/api/v1/episodes/${id}/comments`
      const response = await viewer.call('POST', path, { text: newId() }, { Origin: node.url })
      return ((await response.json()) as { code?: string }).code
    }
    await expect.poll(atNode).toBe('engagement.comments_closed_everywhere')
  })
})
