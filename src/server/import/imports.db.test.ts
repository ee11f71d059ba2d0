import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { archiveOf, bringHere, exportedEpisode, sendArchive } from '#tests/support/http/archives.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
beforeAll(async () => {
  site = await createTestHoshi({ worksJobs: true })
})
afterAll(() => site?.close())

const read = async (person: Person, path: string) => (await person.call('GET', `/api/v1${path}`)).json()
const rowsOf = (statement: string, ...values: unknown[]) => queryDatabase(site.connectionString, statement, values)
const archivesIn = async ({ dataDir }: TestHoshi) => readdir(join(dataDir, 'files/imports')).catch(() => [])

describe('a profile', () => {
  const profile = {
    username: 'Aya of Vega',
    bio: 'Draws stars.',
    supportLinks: [{ label: 'Shop', url: 'https://shop.example/aya', verified: true }],
  }

  test('fills what is empty here, and nothing else', async () => {
    const creator = await createPerson(site.url, 'creator')
    await creator.call('PATCH', '/api/v1/creators/me', { bio: 'Written here.' })
    const ended = await bringHere(creator, await archiveOf({ profile }))
    expect(ended).toMatchObject({
      state: 'finished',
      taken: { profile: 2 },
      leftOut: [{ kind: 'profile', name: 'bio', code: 'filled_in_here' }],
    })
    expect(await read(creator, `/creators/${creator.account.uid}`)).toMatchObject({
      username: 'Aya of Vega',
      bio: 'Written here.',
      supportLinks: [{ label: 'Shop', url: 'https://shop.example/aya', verified: false }],
    })
    expect(await archivesIn(site)).toEqual([])
  })

  test('is refused by the rules of this Hoshi, field by field', async () => {
    await createPerson(site.url, 'creator', 'Taken here')
    const creator = await createPerson(site.url, 'creator')
    const ended = await bringHere(
      creator,
      await archiveOf({ profile: { username: 'Taken here', bio: 'x'.repeat(1001) } }),
    )
    expect(ended.leftOut).toMatchObject([
      { name: 'username', code: 'creators.username_taken', reason: 'This username is already taken.' },
      { name: 'bio', code: 'creators.bio_invalid' },
    ])
  })

  test('is not for viewers, whom an archive makes nothing else', async () => {
    const viewer = await createPerson(site.url, 'viewer')
    const { episode, video } = exportedEpisode('a')
    const document = {
      account: { uid: 'someone', email: 'other@example.com', role: 'admin', isCreator: true },
      profile: { ...profile, founderBadge: true },
      nsfwSetting: { isAdult: true, always: true },
      episodes: [episode],
      videos: [video],
    }
    const before = await rowsOf('select * from users where id = $1', viewer.account.uid)
    const ended = await bringHere(viewer, await archiveOf(document, { [video.file]: Buffer.from('bytes') }))
    expect(ended.leftOut).toMatchObject([
      { kind: 'profile', code: 'creators.creators_only' },
      { kind: 'episode', name: 'Episode a', code: 'catalog.creators_only' },
    ])
    expect(await rowsOf('select * from users where id = $1', viewer.account.uid)).toEqual(before)
    expect(await rowsOf('select 1 from creators where uid = $1', viewer.account.uid)).toEqual([])
  })
})

describe('lists and settings', () => {
  test('are taken as far as their episodes and creators are here', async () => {
    const [other, viewer] = [await createPerson(site.url, 'creator'), await createPerson(site.url, 'viewer')]
    const { id } = await publishEpisode(site, other)
    const watchedAt = '2026-01-02T03:04:05.000Z'
    const document = {
      library: {
        history: [
          { episodeId: id, positionSeconds: 1, isFinished: false, watchedAt },
          { episodeId: 'elsewhere', positionSeconds: 1, isFinished: false, watchedAt },
        ],
        historyPausedAt: watchedAt,
        watchLater: [{ episodeId: id, addedAt: watchedAt }],
      },
      follows: [{ creatorId: other.account.uid, followedAt: watchedAt }, { creatorId: 'elsewhere' }],
      notificationSettings: { reply: false, digest: 'weekly' },
    }
    const archive = await archiveOf(document)
    const ended = await bringHere(viewer, archive)
    expect(ended.taken).toMatchObject({ history: 1, watchLater: 1, follow: 1, settings: 2 })
    expect(ended.leftOut.map(({ kind, code }) => [kind, code])).toEqual([
      ['history', 'not_here'],
      ['follow', 'not_here'],
    ])
    expect(await read(viewer, '/me/history')).toMatchObject({ episodes: [{ id, positionSeconds: 1 }] })
    expect(await read(viewer, '/me/watch-later')).toMatchObject({ episodes: [{ id }] })
    expect(await read(viewer, '/me/notification-settings')).toMatchObject({
      reply: false,
      digest: 'weekly',
    })
    await bringHere(viewer, archive)
    expect(await rowsOf('select 1 from follows where follower_uid = $1', viewer.account.uid)).toHaveLength(1)
  })

  test('bring the theme, unless another was chosen here', async () => {
    const [viewer, decided] = [await createPerson(site.url, 'viewer'), await createPerson(site.url, 'viewer')]
    const themeOf = ({ account }: typeof viewer) => rowsOf('select theme from users where id = $1', account.uid)
    const archive = await archiveOf({ theme: 'light' })
    expect((await bringHere(viewer, archive)).taken).toMatchObject({ settings: 1 })
    expect(await themeOf(viewer)).toEqual([{ theme: 'light' }])
    await rowsOf("update users set theme = 'dark' where id = $1", decided.account.uid)
    const ended = await bringHere(decided, archive)
    expect(ended.leftOut).toMatchObject([{ kind: 'settings', name: 'theme', code: 'filled_in_here' }])
    expect(await themeOf(decided)).toEqual([{ theme: 'dark' }])
    await bringHere(viewer, await archiveOf({ theme: 'sepia' }))
    expect(await themeOf(viewer)).toEqual([{ theme: 'light' }])
  })

  test('of notifications stay as they were chosen here', async () => {
    const viewer = await createPerson(site.url, 'viewer')
    await viewer.call('PATCH', '/api/v1/me/notification-settings', { comment: false })
    const ended = await bringHere(viewer, await archiveOf({ notificationSettings: { reply: false } }))
    expect(ended.leftOut).toMatchObject([{ kind: 'settings', name: 'notifications', code: 'filled_in_here' }])
    expect(await read(viewer, '/me/notification-settings')).toMatchObject({ reply: true, comment: false })
  })
})

describe('an episode', () => {
  test('whose file is absent, or is no video, is left out with the reason, and leaves no file', async () => {
    const creator = await createPerson(site.url, 'creator')
    const [text, absent] = [exportedEpisode('text'), exportedEpisode('absent')]
    const document = {
      episodes: [absent.episode, text.episode],
      videos: [absent.video, text.video],
      series: [{ id: 's', title: 'Both', episodes: [{ id: absent.episode.id }, { id: text.episode.id }] }],
    }
    const ended = await bringHere(creator, await archiveOf(document, { [text.video.file]: Buffer.from('no video') }))
    expect(ended.leftOut).toMatchObject([
      { kind: 'episode', name: 'Episode absent', code: 'no_file' },
      { kind: 'episode', name: 'Episode text', code: 'catalog.video_failed' },
      { kind: 'series', name: 'Both', code: 'parts_missing' },
    ])
    expect(await rowsOf('select 1 from videos where creator_id = $1', creator.account.uid)).toEqual([])
  })
})

describe('subtitles', () => {
  test('of an episode that is not here are left out, whosever it was', async () => {
    const [creator, other] = [await createPerson(site.url, 'creator'), await createPerson(site.url, 'creator')]
    const { id } = await publishEpisode(site, other, { translationsOpen: true })
    const text = {
      language: 'en',
      kind: 'subtitles',
      label: 'English',
      state: 'approved',
      format: 'vtt',
      text: 'WEBVTT',
    }
    const subtitles = [id, 'elsewhere'].map((episodeId) => ({ ...text, id: `text-${episodeId}`, episodeId }))
    const ended = await bringHere(creator, await archiveOf({ subtitles }))
    expect(ended.taken.subtitles).toBe(0)
    expect(ended.leftOut.map(({ kind, name, code }) => `${kind} ${name} ${code}`)).toEqual(
      subtitles.map(() => 'subtitles English episode_missing'),
    )
    expect(await rowsOf('select 1 from subtitles')).toEqual([])
  })
})

describe('an archive that is not received', () => {
  const body = () => archiveOf({})

  test('is refused without a body, with another type, and where there was none', async () => {
    const viewer = await createPerson(site.url, 'viewer')
    expect(await read(viewer, '/me/import')).toMatchObject({ status: 404, code: 'identity.import_missing' })
    const empty = await (await viewer.call('POST', '/api/v1/me/import')).json()
    expect(empty).toMatchObject({ status: 422, code: 'identity.import_file_missing' })
    expect((await sendArchive(viewer, await body(), 'application/zip')).status).toBe(415)
    expect((await viewer.call('POST', '/api/v1/me/import', {})).status).toBe(415)
  })

  test('is larger than what the account may store, or than the disk', async () => {
    const small = await createTestHoshi({ environment: { CREATOR_QUOTA_BYTES: '1024' } })
    const full = await createTestHoshi({ environment: { DISK_RESERVE_BYTES: String(2 ** 50) } })
    try {
      const [viewer, other] = [await createPerson(small.url, 'viewer'), await createPerson(full.url, 'viewer')]
      const large = Buffer.alloc(64 * 1024 ** 2 + 1025)
      expect(await (await sendArchive(viewer, large)).json()).toMatchObject({
        status: 413,
        code: 'identity.import_too_large',
      })
      expect(await (await sendArchive(other, await body())).json()).toMatchObject({
        status: 507,
        code: 'video.storage_full',
      })
      expect([await archivesIn(small), await archivesIn(full)]).toEqual([[], []])
    } finally {
      await Promise.all([small.close(), full.close()])
    }
  })

  test('is the eleventh within an hour', async () => {
    const viewer = await createPerson(site.url, 'viewer')
    const statuses: number[] = []
    for (let count = 0; count < 11; count += 1) statuses.push((await sendArchive(viewer, Buffer.alloc(0))).status)
    expect(statuses).toEqual([...Array(10).fill(422), 429])
    const used = () => rowsOf(`select 1 from rate_limits where starts_with(key, 'imports:') and used = 10`)
    expect(await used()).toHaveLength(1)
    await viewer.call('DELETE', '/api/v1/me', { password: viewer.password, now: true })
    expect(await used()).toEqual([])
  })

  test('comes while another import runs', async () => {
    const idle = await createTestHoshi()
    try {
      const viewer = await createPerson(idle.url, 'viewer')
      expect((await sendArchive(viewer, await body())).status).toBe(202)
      expect(await read(viewer, '/me/import')).toMatchObject({ state: 'running', problem: null })
      const second = await (await sendArchive(viewer, await body())).json()
      expect(second).toMatchObject({ status: 409, code: 'identity.import_under_way' })
      expect(await archivesIn(idle)).toHaveLength(1)
    } finally {
      await idle.close()
    }
  })
})

test('a cleanup removes archives without an import an hour after their last byte, and reports after thirty days', async () => {
  const idle = await createTestHoshi()
  const clock = { now: () => new Date(Date.now() + 3_700_000) }
  const later = await createTestHoshi({ beside: idle, clock })
  try {
    const person = await createPerson(idle.url, 'viewer')
    await sendArchive(person, await archiveOf({}))
    const waiting = await archivesIn(idle)
    await writeFile(join(idle.dataDir, 'files/imports/left'), 'x')
    await idle.hoshi.rooms.imports.cleanUp()
    expect(await archivesIn(idle)).toHaveLength(2)
    await later.hoshi.rooms.imports.cleanUp()
    expect(await archivesIn(idle)).toEqual(waiting)

    const endedAt = async (age: string) => {
      await queryDatabase(idle.connectionString, `update imports set ended_at = now() - interval '${age}'`)
      await idle.hoshi.rooms.imports.cleanUp()
      return (await person.call('GET', '/api/v1/me/import')).status
    }
    expect([await endedAt('29 days'), await endedAt('31 days')]).toEqual([200, 404])
  } finally {
    await later.close()
    await idle.close()
  }
})
