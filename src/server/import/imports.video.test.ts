import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultOpenness, mapOpenness } from '#catalog/episode-metadata.ts'
import { publish, publishClip, requestUpload } from '#tests/support/data/publishing.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import {
  archiveOf,
  bringHere,
  exportedEpisode,
  exportOf,
  type ImportState,
  importEnded,
  sendArchive,
} from '#tests/support/http/archives.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { approveText, linesFile, subtitleForm } from '#tests/support/media/subtitle-files.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'
import { videoFormBytes } from './video-form.server.ts'

let dir: string
let clip: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-imports-'))
  clip = await makeClip(dir)
})
afterAll(() => rm(dir, { recursive: true, force: true }))

interface Listed {
  id: string
  title: string
}

const read = async <Body>(person: Pick<Person, 'call'>, path: string) =>
  (await (await person.call('GET', `/api/v1${path}`)).json()) as Body
const ownEpisodes = async (person: Person) => (await read<{ episodes: Listed[] }>(person, '/me/episodes')).episodes

/** No flag of an episode is as it would be by default. */
const otherwise = mapOpenness((name) => !defaultOpenness[name])

test('what one Hoshi exports, another plays', async () => {
  const [there, here] = [await createTestHoshi({ worksJobs: true }), await createTestHoshi({ worksJobs: true })]
  try {
    const before = await createPerson(there.url, 'creator', 'Aya')
    const rain = await publishClip(before, clip, {
      title: 'Rain',
      tags: ['slow'],
      description: 'It falls.',
      nsfw: true,
    })
    const snow = await publishClip(before, clip, { title: 'Snow' })
    const settings = {
      visibility: 'scheduled',
      publishAt: '2099-01-01T00:00:00.000Z',
      ...otherwise,
    }
    await before.call('PATCH', `/api/v1/episodes/${rain}`, {
      contentNotes: ['loud'],
      embedSites: ['https://blog.example'],
      credits: [{ name: 'Nao', role: 'Voice' }],
    })
    await before.call('PATCH', `/api/v1/episodes/${snow}`, settings)
    const picture = await readFile(join(import.meta.dirname, '../../../public/icon-192.png'))
    await before.call('PUT', '/api/v1/creators/me/avatar', picture, { 'Content-Type': 'image/png' })
    const { id: seriesId } = (await (
      await before.call('POST', '/api/v1/series', { title: 'Weather', description: 'All of it.' })
    ).json()) as Listed
    const arcs = [{ title: 'Wet', from: 1, to: 2 }]
    await before.call('PUT', `/api/v1/series/${seriesId}/episodes`, { episodeIds: [rain, snow], arcs })
    await before.call('PUT', `/api/v1/series/${seriesId}/poster`, picture, { 'Content-Type': 'image/png' })
    await before.call('PUT', `/api/v1/me/watch-later/${rain}`)
    await before.call('PUT', `/api/v1/episodes/${rain}/like`)

    await approveText(before, rain, linesFile(['It rains.']))
    const draft = subtitleForm(linesFile(['あめ。'], 'srt'), { language: 'ja', kind: 'captions', label: 'With sounds' })
    await before.call('POST', `/api/v1/episodes/${rain}/subtitles`, draft)

    const creator = await createPerson(here.url, 'creator')
    const archive = await exportOf(before)
    const ended = await bringHere(creator, archive)
    expect(ended).toMatchObject({
      state: 'finished',
      taken: { profile: 1, picture: 1, episode: 2, subtitles: 2, series: 1, watchLater: 1 },
      leftOut: [{ kind: 'episode', name: 'Snow', code: 'was_scheduled' }],
    })

    const found = await ownEpisodes(creator)
    expect(found).toMatchObject([
      {
        title: 'Snow',
        visibility: 'private',
        publishAt: null,
        ...otherwise,
        likes: 0,
      },
      {
        title: 'Rain',
        tags: ['slow'],
        description: 'It falls.',
        nsfw: true,
        contentNotes: ['loud'],
        visibility: 'public',
        likes: 0,
        views: 0,
        credits: [{ name: 'Nao', role: 'Voice' }],
        embedSites: ['https://blog.example'],
      },
    ])
    expect(await read(creator, `/episodes/${found[1]!.id}/subtitles`)).toMatchObject({
      subtitles: [
        { language: 'en', kind: 'subtitles', label: 'English', format: 'vtt', state: 'approved', approvedVersion: 1 },
        {
          language: 'ja',
          kind: 'captions',
          label: 'With sounds',
          format: 'srt',
          state: 'draft',
          approvedVersion: null,
        },
      ],
    })
    const { series } = await read<{ series: Listed[] }>(creator, `/creators/${creator.account.uid}/series`)
    expect(await read(creator, `/series/${series[0]!.id}`)).toMatchObject({
      title: 'Weather',
      hasOwnPoster: true,
      episodes: [{ title: 'Rain' }, { title: 'Snow' }],
      arcs,
    })
    expect(await read(creator, '/me/watch-later')).toMatchObject({ episodes: [{ title: 'Rain' }] })
    const profile = await read<{ avatarUrl: string }>(creator, `/creators/${creator.account.uid}`)
    expect((await createStranger(here.url).call('GET', profile.avatarUrl)).status).toBe(200)
    await expectPlays(creator, found[1]!)

    expect(await bringHere(creator, archive)).toMatchObject({
      state: 'finished',
      alreadyHere: 5,
      taken: { episode: 0, subtitles: 0 },
    })
    expect(await ownEpisodes(creator)).toHaveLength(2)
    await creator.call('DELETE', `/api/v1/episodes/${found[1]!.id}`)
    expect(await bringHere(creator, archive)).toMatchObject({
      alreadyHere: 2,
      taken: { episode: 1, subtitles: 2 },
    })
  } finally {
    await Promise.all([there.close(), here.close()])
  }
})

async function expectPlays(creator: Person, { id }: Listed): Promise<void> {
  const { videoId } = await read<{ videoId: string }>(creator, `/episodes/${id}`)
  const hls = await eventually('the episode plays', async () => {
    const { status, playback } = await read<{ status: { state: string }; playback: { hls: string } }>(
      creator,
      `/videos/${videoId}`,
    )
    return status.state === 'ready' && playback.hls
  })
  const master = await creator.call('GET', hls)
  expect([master.status, await master.text()]).toEqual([200, expect.stringContaining('#EXTM3U')])
}

test('an import whose process died goes on, and two at once take nothing twice', async () => {
  const waiting = await createTestHoshi()
  const workers: TestHoshi[] = []
  try {
    const creator = await createPerson(waiting.url, 'creator')
    const bytes = await readFile(clip)
    const all = ['stored', 'published', 'uploaded', 'untouched'].map((key) => exportedEpisode(key))
    const document = {
      episodes: all.map(({ episode }) => episode),
      videos: all.map(({ video }) => video),
      series: [{ id: 'series', title: 'All', episodes: all.map(({ episode: { id } }) => ({ id })) }],
    }
    const files = Object.fromEntries(all.map(({ video }) => [video.file, bytes]))
    expect((await sendArchive(creator, await archiveOf(document, files))).status).toBe(202)

    // The rows and files that attempts leave when they die after each of the steps.
    const { uid } = creator.account
    const [{ id }] = (await queryDatabase(waiting.connectionString, 'select id from imports')) as [{ id: string }]
    const remember = (kind: string, sourceId: string, rowId: string) =>
      queryDatabase(waiting.connectionString, 'insert into imported_things values ($1, $2, $3, $4, $5)', [
        ...[uid, kind, sourceId, id, rowId],
      ])
    const upload = async (key: string) => {
      const { uid: videoId, uploadURL } = await requestUpload(creator, `${key}.mp4`, bytes.length)
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(bytes)]), `${key}.mp4`)
      expect((await creator.call('POST', uploadURL, form)).ok).toBe(true)
      return videoId
    }
    const stored = await upload('stored')
    await remember('video', 'video-stored', stored)
    await remember('episode', 'episode-stored', await publish(creator, stored, { title: 'Episode stored' }))
    const published = await upload('published')
    await remember('video', 'video-published', published)
    await publish(creator, published, { title: 'Episode published' })
    await upload('uploaded')
    await requestUpload(creator, 'untouched.mp4', bytes.length)
    await requestUpload(creator, 'untouched.mp4', videoFormBytes({ sizeBytes: bytes.length }, 'untouched.mp4'))
    await creator.call('POST', '/api/v1/series', { title: 'All' })
    await queryDatabase(
      waiting.connectionString,
      `insert into pgboss.job (name, data) select name, data from pgboss.job where name = 'server.import'`,
    )

    workers.push(...(await Promise.all([1, 2].map(() => createTestHoshi({ worksJobs: true, beside: waiting })))))
    const ended: ImportState = await importEnded(creator)
    expect(ended).toMatchObject({ state: 'finished', taken: { episode: 4, series: 1 }, leftOut: [], alreadyHere: 0 })
    const titles = (await ownEpisodes(creator)).map(({ title }) => title).sort()
    expect(titles).toEqual(['published', 'stored', 'untouched', 'uploaded'].map((key) => `Episode ${key}`))
    for (const [table, count] of Object.entries({ videos: 4, episodes: 4, series: 1 })) {
      const rows = await queryDatabase(waiting.connectionString, `select 1 from ${table}`)
      expect([table, rows.length]).toEqual([table, count])
    }
  } finally {
    for (const worker of workers) await worker.close()
    await waiting.close()
  }
})
