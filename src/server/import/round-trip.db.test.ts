import { afterAll, beforeAll, expect, test } from 'vitest'
import { LABEL_MAX_CHARACTERS, SAVES_PER_HOUR, subtitleFormats, subtitleKinds } from '#subtitles/subtitle.ts'
import { writeSubtitles } from '#subtitles/text/write-subtitles.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { archiveOf, bringHere, exportOf } from '#tests/support/http/archives.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { cuesOfTexts } from '#tests/support/media/subtitle-files.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

// An episode here stands for one that was imported: only its texts come out of the archive.

let site: TestHoshi
let creator: Person
beforeAll(async () => {
  site = await createTestHoshi({ worksJobs: true })
  creator = await createPerson(site.url, 'creator')
})
afterAll(() => site?.close())

const rowsOf = (statement: string, ...values: unknown[]) => queryDatabase(site.connectionString, statement, values)

/** Has an import take the episode of an archive for one that is here. */
async function isHere(sourceId: string, id: string): Promise<void> {
  const { uid } = creator.account
  await rowsOf(`insert into imported_things values ($1, 'episode', $2, 'earlier', $3)`, uid, sourceId, id)
}

const textsOf = async (episodeIds: string[]) => {
  const rows = (await rowsOf(
    `select episode_id, language, kind, label, state, format, text from subtitles
      join subtitle_versions on subtitle_id = id and number = version where episode_id = any($1)`,
    episodeIds,
  )) as Record<string, unknown>[]
  return rows.map(({ episode_id, ...text }) => JSON.stringify([episodeIds.indexOf(String(episode_id)), text])).sort()
}

test('every text comes back as it was, more of them than may be saved in an hour, and several of one name', async () => {
  const before = [await publishEpisode(site, creator), await publishEpisode(site, creator)].map(({ id }) => id)
  const after = [await publishEpisode(site, creator), await publishEpisode(site, creator)].map(({ id }) => id)
  const { subtitles } = site.hoshi.rooms
  const count = SAVES_PER_HOUR + 12
  const labels = ['', '日本語 "with sounds"', 'x'.repeat(LABEL_MAX_CHARACTERS)]
  for (let n = 0; n < count; n += 1) {
    const format = subtitleFormats[n % 3]!
    const lines = [`Line ${n}: “${'星の旅 '.repeat(n % 7)}”`, n === 0 ? 'a long line \\ \u2028 '.repeat(40) : 'Ende.']
    const file = new Blob([writeSubtitles(format, cuesOfTexts(lines))])
    const fields = { language: ['en', 'ja', 'pt-BR'][n % 3]!, kind: subtitleKinds[n % 2]!, label: labels[n % 3]! }
    const added = await subtitles.addSubtitle(
      creator.account,
      before[n % 2]!,
      { file, ...fields },
      { isImported: true },
    )
    if (n % 20 === 0) await subtitles.review(creator.account, added.id, { outcome: 'approved' })
  }
  const archive = await exportOf(creator)
  for (const [at, id] of before.entries()) await isHere(id, after[at]!)
  const ended = await bringHere(creator, archive)
  expect(ended).toMatchObject({ state: 'finished', taken: { subtitles: count } })
  expect(ended.leftOut.filter(({ kind }) => kind === 'subtitles')).toEqual([])
  const texts = await textsOf(after)
  expect(texts).toHaveLength(count)
  expect(texts).toEqual(await textsOf(before))
})

test('an export of version 1 has its texts in the document', async () => {
  const { id } = await publishEpisode(site, creator)
  await isHere('episode-of-1', id)
  const text = writeSubtitles('srt', cuesOfTexts(['From the first version.']))
  const one = { id: 'text-of-1', episodeId: 'episode-of-1', language: 'de', kind: 'subtitles', label: 'Deutsch' }
  const subtitles = [
    { ...one, state: 'approved', format: 'srt', text },
    { ...one, id: 'empty-of-1', text: '' },
    { ...one, id: 'large-of-1', text: 'x'.repeat(10 * 1024 ** 2 + 1) },
  ]
  const ended = await bringHere(creator, await archiveOf({ version: 1, subtitles }))
  expect(ended.taken).toMatchObject({ subtitles: 1 })
  expect(ended.leftOut.map(({ name, code }) => [name, code])).toEqual([
    ['Deutsch', 'no_file'],
    ['Deutsch', 'subtitles.too_large'],
  ])
  const [stored] = await textsOf([id])
  expect(JSON.parse(stored ?? '[]')).toMatchObject([0, { label: 'Deutsch', state: 'approved', format: 'srt' }])
  expect(stored).toContain('From the first version.')
})

test('a text whose file is missing is named', async () => {
  const { id } = await publishEpisode(site, creator)
  await isHere('episode-of-2', id)
  const text = { id: 'text-of-2', episodeId: 'episode-of-2', language: 'de', kind: 'subtitles', label: 'Deutsch' }
  const subtitles = [{ ...text, file: 'subtitles/text-of-2.vtt' }]
  const ended = await bringHere(creator, await archiveOf({ version: 2, subtitles }))
  expect(ended.leftOut).toMatchObject([{ kind: 'subtitles', name: 'Deutsch', code: 'no_file' }])
})
