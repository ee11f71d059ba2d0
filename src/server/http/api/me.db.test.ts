import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { makeReadyVideo, publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { MAX_WAIT_MS } from '#tests/support/run/max-wait.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

const run = promisify(execFile)
let site: TestHoshi

beforeAll(async () => {
  site = await createTestHoshi({ worksJobs: true })
})

afterAll(() => site?.close())

const rowsOf = (statement: string, ...values: unknown[]) => queryDatabase(site.connectionString, statement, values)

describe('becoming a creator', () => {
  test('takes effect with the next request, and happens once', async () => {
    const person = await createPerson(site.url, 'viewer')
    const ask = () =>
      person.call('POST', '/api/v1/me/creator', { username: `Rin ${person.account.uid}`, bio: 'I draw.' })
    expect((await person.call('POST', '/api/v1/videos', { name: 'a.mp4', sizeBytes: 9 })).status).toBe(403)
    const responses = await Promise.all([ask(), ask(), ask()])
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await (await ask()).json()).toMatchObject({ code: 'creators.already_creator' })
    expect((await person.call('POST', '/api/v1/videos', { name: 'a.mp4', sizeBytes: 9 })).status).toBe(201)
    const profile = await createStranger(site.url).call('GET', `/api/v1/creators/${person.account.uid}`)
    expect(await profile.json()).toMatchObject({ bio: 'I draw.', episodeCount: 0, founderBadge: false })
  })

  test('leaves the role unchanged when a field is invalid', async () => {
    await createPerson(site.url, 'creator', 'Taken Name')
    const person = await createPerson(site.url, 'viewer')
    const ask = async (body: object) => (await person.call('POST', '/api/v1/me/creator', body)).json()
    expect(await ask({ username: 'taken name' })).toMatchObject({ code: 'creators.username_taken', field: 'username' })
    expect(await ask({ patreonUrl: 'javascript:1' })).toMatchObject({ status: 422, field: 'patreonUrl' })
    expect(await ask({ role: 'admin' })).toMatchObject({ status: 422, field: 'role' })
    const session = await (await person.call('GET', '/api/auth/get-session')).json()
    expect(session).toMatchObject({ user: { role: 'viewer' } })
    expect(await rowsOf('select 1 from creators where uid = $1', person.account.uid)).toEqual([])
  })
})

describe('adult episodes without asking', () => {
  const ask = (person: Person, body: object) => person.call('PUT', '/api/v1/me/nsfw', body)
  const thisYear = new Date().getUTCFullYear()

  test('take a year of birth once, of which only the fact is stored', async () => {
    const person = await createPerson(site.url, 'viewer')
    expect(await (await ask(person, { always: true })).json()).toMatchObject({
      status: 422,
      code: 'identity.birth_year_required',
      field: 'birthYear',
    })
    expect((await ask(person, { always: true, birthYear: 1987 })).status).toBe(204)
    expect((await ask(person, { always: false })).status).toBe(204)
    expect((await ask(person, { always: true })).status).toBe(204)
    const session = await (await person.call('GET', '/api/auth/get-session')).json()
    expect(session).toMatchObject({ user: { showsNsfw: true } })
    // An id or an address may hold these digits by chance.
    const [stored] = await rowsOf(
      "select to_jsonb(users) - 'id' - 'email' as row from users where id = $1",
      person.account.uid,
    )
    expect(stored).toMatchObject({ row: { is_adult: true, shows_nsfw: true } })
    expect(JSON.stringify(stored)).not.toContain('1987')
  })

  test('are refused under 18, and to a year that is none', async () => {
    const person = await createPerson(site.url, 'viewer')
    const codeOf = async (birthYear: unknown) => (await ask(person, { always: true, birthYear })).json()
    const young = { status: 422, code: 'identity.under_age', field: 'birthYear' }
    expect(await codeOf(thisYear - 17)).toMatchObject(young)
    expect(await codeOf(thisYear + 1)).toMatchObject({ status: 422, code: 'identity.birth_year_invalid' })
    expect(await codeOf('1987')).toMatchObject({ status: 422 })
    const [row] = await rowsOf('select is_adult, shows_nsfw from users where id = $1', person.account.uid)
    expect(row).toEqual({ is_adult: false, shows_nsfw: false })
  })

  test('may be chosen in Settings without scripts, and the form leads back', async () => {
    const person = await createPerson(site.url, 'viewer')
    const save = async (fields: Record<string, string>) => {
      const form = new FormData()
      for (const [name, value] of Object.entries({ section: 'nsfw', ...fields })) form.append(name, value)
      return await person.call('POST', '/settings/watching', form)
    }
    const refused = await save({ always: 'on', birthYear: String(thisYear - 10), next: '/watch/it' })
    expect(refused.status).toBe(422)
    const page = await refused.text()
    expect(page).toContain('You must be at least 18 to always see NSFW episodes.')
    expect(page).toContain(`value="${thisYear - 10}"`)
    expect(page).toContain('name="next" value="/watch/it"')
    const saved = await save({ always: 'on', birthYear: '1987', next: '/watch/some-episode' })
    expect(saved.headers.get('location')).toBe('/watch/some-episode')
    const off = await save({ next: 'https://elsewhere.example' })
    expect(off.headers.get('location')).toBe('/settings/watching?saved=nsfw#nsfw')
  })
})

describe('one’s own profile', () => {
  test('changes the given fields and no others', async () => {
    const creator = await createPerson(site.url, 'creator', 'Before')
    const change = async (body: object) => (await creator.call('PATCH', '/api/v1/creators/me', body)).json()
    expect(await change({ bio: ' Hello\r\nthere ' })).toMatchObject({ username: 'Before', bio: 'Hello\nthere' })
    expect(await change({ username: 'After', patreonUrl: 'https://patreon.com/after' })).toMatchObject({
      username: 'After',
      bio: 'Hello\nthere',
      patreonUrl: 'https://patreon.com/after',
    })
    expect(await change({})).toMatchObject({ username: 'After' })
    expect(await change({ username: '', patreonUrl: '' })).toMatchObject({ username: '', patreonUrl: '' })
    const other = await createPerson(site.url, 'creator', 'after')
    expect((await other.call('PATCH', '/api/v1/creators/me', { username: 'AFTER' })).status).toBe(200)
  })

  test.each([
    [{ username: 'x'.repeat(41) }, 422, 'creators.username_invalid', 'username'],
    [{ bio: 'a\0' }, 422, 'creators.bio_invalid', 'bio'],
    [{ patreonUrl: 'data:text/html,x' }, 422, 'creators.support_link_invalid', 'patreonUrl'],
    [{ username: 'SOMEBODY  else' }, 409, 'creators.username_taken', 'username'],
    [{ founderBadge: true }, 422, 'request.invalid', 'founderBadge'],
    [{ avatarUrl: 'https://evil.example/x.svg' }, 422, 'request.invalid', 'avatarUrl'],
  ])('%j is refused with the name of its field', async (body, status, code, field) => {
    await createPerson(site.url, 'creator', 'Somebody Else').catch(() => {})
    const creator = await createPerson(site.url, 'creator')
    const response = await creator.call('PATCH', '/api/v1/creators/me', body)
    expect(await response.json()).toMatchObject({ status, code, field })
  })
})

describe('an export', () => {
  const ask = (person: Person) => person.call('POST', '/api/v1/me/export')
  const take = (person: Person) => person.call('GET', '/api/v1/me/export')

  async function unpack(person: Person, into: string): Promise<string> {
    const archive = await vi.waitFor(
      async () => {
        const response = await take(person)
        expect(response.status).toBe(200)
        return response
      },
      { timeout: MAX_WAIT_MS, interval: 100 },
    )
    expect(archive.headers.get('content-type')).toBe('application/x-tar')
    expect(archive.headers.get('content-encoding')).toBeNull()
    expect(archive.headers.get('cache-control')).toContain('no-store')
    const bytes = Buffer.from(await archive.arrayBuffer())
    expect(bytes.length).toBe(Number(archive.headers.get('content-length')))
    const dir = join(site.dataDir, into)
    await mkdir(dir)
    await writeFile(join(dir, 'export.tar'), bytes)
    await run('tar', ['-xf', join(dir, 'export.tar'), '-C', dir])
    return dir
  }

  test('contains the account, the profile, the episodes with their numbers, and the uploaded files', async () => {
    const creator = await createPerson(site.url, 'creator', 'Exporting')
    const { id, video } = await publishEpisode(site, creator, { title: '星の旅', tags: ['night'] })
    const draft = await makeReadyVideo(site, creator)
    const original = Buffer.alloc(1000, 'film')
    await writeFile(join(site.dataDir, 'files/originals', video.uid), original)
    await creator.call('PUT', `/api/v1/episodes/${id}/like`)
    await creator.call('PUT', `/api/v1/me/watch-later/${id}`)
    await creator.call('PUT', `/api/v1/episodes/${id}/progress`, { positionSeconds: 1 })
    await creator.call('POST', `/api/v1/episodes/${id}/comments`, { text: 'My first.' })
    await creator.call('POST', `/api/v1/episodes/${id}/notes`, { text: 'A star.', frame: 12 })
    const { uid: mutedUid } = (await createPerson(site.url, 'viewer')).account
    await creator.call('PUT', `/api/v1/me/muted/${mutedUid}`)
    await createStranger(site.url).call('POST', `/api/v1/episodes/${id}/views`, { kind: 'watch', visitId: 'one' })
    expect(await (await take(creator)).json()).toMatchObject({ status: 404, code: 'identity.export_missing' })

    const requested = await ask(creator)
    expect(requested.status).toBe(202)
    expect(await requested.json()).toMatchObject({ state: 'preparing', readyAt: null })
    const dir = await unpack(creator, 'one')
    const document = JSON.parse(await readFile(join(dir, 'hoshi-export.json'), 'utf8'))
    expect(document).toMatchObject({
      account: { uid: creator.account.uid, email: creator.email, role: 'creator' },
      profile: { username: 'Exporting', trainingReserved: true },
      episodes: [{ id, title: '星の旅', tags: ['night'], views: 1, likes: 1, comments: 2, videoId: video.uid }],
      likes: [{ episodeId: id }],
      comments: [
        { episodeId: id, text: 'My first.', frame: null, onPicture: false, editedAt: null, parentId: null },
        { episodeId: id, text: 'A star.', frame: 12, onPicture: true, hidden: false, held: false },
      ],
      commentLikes: [],
      commentBlocks: [],
      mutedAccounts: [{ uid: mutedUid, mutedAt: expect.any(String) }],
      library: { history: [{ episodeId: id, positionSeconds: 1 }], watchLater: [{ episodeId: id }] },
    })
    expect(document.videos.map(({ uid }: { uid: string }) => uid).sort()).toEqual([video.uid, draft.uid].sort())
    expect(JSON.stringify(document)).not.toMatch(/password|upload_key|hash/i)
    const { file } = document.videos.find(({ uid }: { uid: string }) => uid === video.uid)
    expect(await readFile(join(dir, file))).toEqual(original)
    expect(await readdir(join(dir, 'files'))).toHaveLength(2)
  })

  test('goes on where it was cut off, as long as it is the same', async () => {
    const creator = await createPerson(site.url, 'creator')
    const { video } = await publishEpisode(site, creator)
    const original = Buffer.from(Array.from({ length: 3000 }, (_, n) => n % 251))
    await writeFile(join(site.dataDir, 'files/originals', video.uid), original)
    const get = (headers: Record<string, string> = {}) => creator.call('GET', '/api/v1/me/export', undefined, headers)
    await ask(creator)
    await vi.waitFor(async () => expect((await get()).status).toBe(200), { timeout: MAX_WAIT_MS, interval: 100 })
    const whole = await get()
    const [tag, bytes] = [whole.headers.get('etag') ?? '', Buffer.from(await whole.arrayBuffer())]
    expect([tag, whole.headers.get('accept-ranges')]).toEqual([expect.stringMatching(/^"[\w-]{32}"$/), 'bytes'])

    // In the document, across its end into the file, and to the end.
    const total = bytes.length
    for (const [start, end] of [
      [10, 99],
      [total - 5000, total - 1500],
      [total - 100, total - 1],
    ] as const) {
      const part = await get({ Range: `bytes=${start}-${end}`, 'If-Range': tag })
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${start}-${end}/${total}`])
      expect(part.headers.get('content-length')).toBe(String(end - start + 1))
      expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(start, end + 1))
    }
    const beyond = await get({ Range: `bytes=${total}-` })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${total}`])
    expect((await get({ 'If-None-Match': tag })).status).toBe(304)
    const ranges: Record<string, string>[] = [{}, { Range: 'bytes=10-99' }, { Range: `bytes=${total}-` }]
    for (const headers of ranges) {
      const head = await creator.call('HEAD', '/api/v1/me/export', undefined, headers)
      expect([head.status, head.headers.get('etag'), head.headers.get('content-length')]).toEqual([
        200,
        tag,
        String(total),
      ])
      expect(head.headers.get('content-range')).toBeNull()
    }

    // Another export, or one without a file, is not the same: all of it is sent.
    const other = await get({ Range: 'bytes=10-99', 'If-Range': '"another"' })
    expect([other.status, Buffer.from(await other.arrayBuffer())]).toEqual([200, bytes])
    const { id } = (await (await creator.call('GET', '/api/v1/me/episodes')).json()).episodes[0]
    await creator.call('DELETE', `/api/v1/episodes/${id}`)
    const shorter = await get({ Range: 'bytes=10-99', 'If-Range': tag })
    expect(shorter.status).toBe(200)
    expect(shorter.headers.get('etag')).not.toBe(tag)
    expect((await shorter.arrayBuffer()).byteLength).toBe(total - 3072 - 512)
  })

  test('of a viewer contains the account, and is for that viewer only', async () => {
    const viewer = await createPerson(site.url, 'viewer')
    const columns = 'id, user_id, name, credential_id, public_key, device_type, backed_up'
    const values = `'p', $1, 'Linux laptop', 'c', 'a key', 'singleDevice', false`
    await rowsOf(`insert into passkeys (${columns}) values (${values})`, viewer.account.uid)
    const link = `insert into credentials (id, user_id, provider_id, account_id) values ('l', $1, 'oidc', 'sub')`
    await rowsOf(link, viewer.account.uid)
    await ask(viewer)
    const dir = await unpack(viewer, 'two')
    const text = await readFile(join(dir, 'hoshi-export.json'), 'utf8')
    expect(text).not.toContain('a key')
    expect(JSON.parse(text)).toMatchObject({
      account: { email: viewer.email },
      passkeys: [{ id: 'p', name: 'Linux laptop', lastUsedAt: null }],
      signInProvider: { person: 'sub', linkedAt: expect.any(String) },
      profile: null,
      episodes: [],
      videos: [],
    })
    expect((await take(await createPerson(site.url, 'viewer'))).status).toBe(404)
    expect((await createStranger(site.url).call('GET', '/api/v1/me/export')).status).toBe(401)
  })

  test('requested again is rewritten, and is deleted with its account', async () => {
    const viewer = await createPerson(site.url, 'viewer')
    await ask(viewer)
    await vi.waitFor(async () => expect((await take(viewer)).status).toBe(200), { timeout: MAX_WAIT_MS, interval: 100 })
    expect(await (await ask(viewer)).json()).toMatchObject({ state: 'preparing' })
    await vi.waitFor(async () => expect((await take(viewer)).status).toBe(200), { timeout: MAX_WAIT_MS, interval: 100 })
    await viewer.call('DELETE', '/api/v1/me', { password: viewer.password, now: true })
    expect(await rowsOf('select 1 from exports where uid = $1', viewer.account.uid)).toEqual([])
  })

  test('is deleted after a day', async () => {
    const viewer = await createPerson(site.url, 'viewer')
    await ask(viewer)
    await rowsOf(`update exports set requested_at = now() - interval '25 hours' where uid = $1`, viewer.account.uid)
    await site.hoshi.rooms.exports.cleanUp()
    expect((await take(viewer)).status).toBe(404)
  })
})

describe('deleting the account', () => {
  const leave = (person: Person, password = person.password) =>
    person.call('DELETE', '/api/v1/me', { password, now: true })

  test('deletes everything of the person, rows immediately and bytes soon after', async () => {
    const creator = await createPerson(site.url, 'creator')
    const { uid } = creator.account
    const other = await createPerson(site.url, 'creator')
    const otherEpisode = await publishEpisode(site, other)
    await creator.call('PUT', `/api/v1/episodes/${otherEpisode.id}/like`)
    await creator.call('POST', `/api/v1/episodes/${otherEpisode.id}/comments`, { text: 'Hello' })
    const episodes = [await publishEpisode(site, creator), await publishEpisode(site, creator)]
    const draft = await makeReadyVideo(site, creator)
    const created = await creator.call('POST', '/api/v1/videos', { name: 'half.mp4', sizeBytes: 100 })
    const pending = (await created.json()) as { uid: string; uploadURL: string }
    const uids = [...episodes.map(({ video }) => video.uid), draft.uid, pending.uid]
    await creator.call('POST', '/api/auth/request-password-reset', { email: creator.email })

    const response = await leave(creator)
    expect([response.status, await response.json()]).toEqual([202, { erasesAt: null }])
    expect(response.headers.getSetCookie().join()).toMatch(/hoshi_session=;.*max-age=0/i)
    const mine = `select
      (select count(*) from users where id = $1) + (select count(*) from creators where uid = $1)
      + (select count(*) from sessions where user_id = $1) + (select count(*) from credentials where user_id = $1)
      + (select count(*) from verifications where value = $1) + (select count(*) from videos where creator_id = $1)
      + (select count(*) from episodes where creator_id = $1)
      + (select count(*) from passkeys where user_id = $1) as number`
    expect(await rowsOf(mine, uid)).toEqual([{ number: 0 }])
    expect((await creator.call('GET', `/api/v1/creators/${uid}`)).status).toBe(404)
    expect((await creator.call('GET', `/api/v1/episodes/${episodes[0]!.id}`)).status).toBe(404)
    expect(
      (await createStranger(site.url).call('HEAD', pending.uploadURL, undefined, { 'Tus-Resumable': '1.0.0' })).status,
    ).toBe(404)
    await vi.waitFor(
      async () => {
        for (const folder of ['media', 'originals']) {
          const names = await readdir(join(site.dataDir, 'files', folder))
          expect(names.filter((name) => uids.includes(name))).toEqual([])
        }
      },
      { timeout: MAX_WAIT_MS, interval: 100 },
    )
    expect((await other.call('GET', otherEpisode.video.media.master)).status).toBe(200)
    const shown = await other.call('GET', `/api/v1/episodes/${otherEpisode.id}`)
    expect(await shown.json()).toMatchObject({ likes: 0, comments: 0 })
  })

  test('ends every session, also on another device, and frees the email address', async () => {
    const person = await createPerson(site.url, 'viewer')
    const phone = createStranger(site.url)
    const { email, password } = person
    await phone.call('POST', '/api/auth/sign-in/email', { email, password })
    expect((await leave(person)).status).toBe(202)
    expect((await phone.call('POST', '/api/v1/me/export')).status).toBe(401)
    expect((await phone.call('POST', '/api/auth/sign-in/email', { email, password })).status).toBe(401)
    const again = { email, password, role: 'viewer', agreedToTerms: true }
    expect((await phone.call('POST', '/api/v1/accounts', again)).status).toBe(201)
  })

  test('requires the password, and counts wrong ones like wrong sign-ins', async () => {
    const person = await createPerson(site.url, 'viewer')
    for (const wrong of ['', 'not this one', 'x'.repeat(1000)]) {
      expect(await (await leave(person, wrong)).json()).toMatchObject({
        status: 403,
        code: 'identity.password_wrong',
        field: 'password',
      })
    }
    for (let n = 0; n < 7; n += 1) await leave(person, 'not this one')
    expect((await leave(person)).status).toBe(429)
    expect((await person.call('GET', '/api/v1/me/export')).status).toBe(404)
  })

  test('does not wait for people who are playing one of the episodes', async () => {
    const creator = await createPerson(site.url, 'creator')
    const ids = [(await publishEpisode(site, creator)).id, (await publishEpisode(site, creator)).id]
    const plays = Array.from({ length: 40 }, (_, n) =>
      createStranger(site.url).call('POST', `/api/v1/episodes/${ids[n % 2]}/views`, {
        kind: 'watch',
        visitId: `v${n}`,
      }),
    )
    expect((await leave(creator)).status).toBe(202)
    for (const play of await Promise.all(plays)) expect([200, 404]).toContain(play.status)
  })

  test('and changing the password stay possible while others guess the old one, from the same IP address', async () => {
    const person = await createPerson(site.url, 'viewer')
    const { email, password } = person
    const signIn = (who: Pick<Person, 'call'>, word: string) =>
      who.call('POST', '/api/auth/sign-in/email', { email, password: word })
    for (let n = 0; n < 11; n += 1) await signIn(createStranger(site.url), 'not this one')
    expect((await signIn(createStranger(site.url), password)).status).toBe(429)
    const newPassword = 'another password'
    const changed = await person.call('PUT', '/api/v1/me/password', { currentPassword: password, newPassword })
    expect(changed.status).toBe(204)
    await person.call('POST', '/api/auth/sign-out', {})
    expect((await signIn(person, newPassword)).status).toBe(200)
    expect((await leave(person, newPassword)).status).toBe(202)
  })
})
