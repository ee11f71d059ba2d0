import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { archiveOf, exportedEpisode, type ImportState, importEnded, sendArchive } from '#tests/support/http/archives.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { type HoshiInstance, startHoshiInstance } from '#tests/support/worlds/hoshi-instance.server.ts'

let dir: string
let site: HoshiInstance
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-killed-import-'))
  site = await startHoshiInstance()
})
afterAll(async () => {
  await site?.close()
  await rm(dir, { recursive: true, force: true })
})

test('an import goes on after kill -9, whenever that is, and nothing is taken twice or lost', async () => {
  const creator = await createPerson(site.url, 'creator')
  const bytes = await readFile(await makeClip(dir))
  const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => exportedEpisode(key))
  const document = {
    episodes: all.map(({ episode }) => episode),
    videos: all.map(({ video }) => video),
    series: [{ id: 'series', title: 'All', episodes: all.map(({ episode: { id } }) => ({ id })) }],
  }
  const files = Object.fromEntries(all.map(({ video }) => [video.file, bytes]))
  expect((await sendArchive(creator, await archiveOf(document, files))).status).toBe(202)

  const read = async <Body>(path: string) => (await (await creator.call('GET', `/api/v1${path}`)).json()) as Body
  for (const reached of [0, 1, 3]) {
    await eventually(`${reached} episodes are there`, async () => {
      const { state, taken } = await read<ImportState>('/me/import')
      return state !== 'running' || (taken.episode ?? 0) >= reached
    })
    await site.kill()
    await site.start()
  }
  expect(await importEnded(creator)).toMatchObject({
    state: 'finished',
    taken: { episode: 6, series: 1 },
    alreadyHere: 0,
    leftOut: [],
  })
  const { episodes } = await read<{ episodes: { title: string }[] }>('/me/episodes')
  expect(episodes.map(({ title }) => title).sort()).toEqual(all.map(({ episode }) => episode.title))
  // The cleanup of each minute ends an upload that a kill has cut off.
  const videos = await eventually('there is one video of each file', async () => {
    const found = (await exportOf(creator)).videos
    return found.length === 6 && found
  })
  expect(videos.map(({ name }) => name).sort()).toEqual(all.map(({ video }) => video.name))
  expect((await exportOf(creator)).series.map(({ title }) => title)).toEqual(['All'])
})

interface Exported {
  videos: { name: string; state: string }[]
  series: { title: string }[]
}

/** The document of a new export. */
async function exportOf(person: Person): Promise<Exported> {
  await person.call('POST', '/api/v1/me/export')
  const archive = await eventually('the export is there', async () => {
    const response = await person.call('GET', '/api/v1/me/export')
    return response.status === 200 && Buffer.from(await response.arrayBuffer())
  })
  const sizeBytes = Number.parseInt(archive.toString('latin1', 124, 135), 8)
  return JSON.parse(archive.toString('utf8', 512, 512 + sizeBytes)) as Exported
}
