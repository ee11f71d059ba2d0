import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentNotes } from '#catalog/content-notes.ts'
import { CREDIT_NAME_MAX_CHARACTERS, CREDIT_ROLE_MAX_CHARACTERS, CREDITS_MAX } from '#catalog/credits/credit.ts'
import { EMBED_SITES_MAX } from '#catalog/embed-sites.ts'
import {
  DESCRIPTION_MAX_CHARACTERS,
  GENRE_MAX_CHARACTERS,
  TAG_MAX_CHARACTERS,
  TAGS_MAX,
  TITLE_MAX_CHARACTERS,
} from '#catalog/episode.ts'
import { metadataNames, opennessNames } from '#catalog/episode-metadata.ts'
import { BIO_MAX_CHARACTERS, PATREON_URL_MAX_CHARACTERS, USERNAME_MAX_CHARACTERS } from '#creators/creator.ts'
import { SUPPORT_LABEL_MAX_CHARACTERS, SUPPORT_LINKS_MAX } from '#creators/support-links.ts'
import {
  ARC_TITLE_MAX_CHARACTERS,
  SERIES_DESCRIPTION_MAX_CHARACTERS,
  SERIES_TITLE_MAX_CHARACTERS,
} from '#series/series.ts'
import { LABEL_MAX_CHARACTERS, subtitleKinds } from '#subtitles/subtitle.ts'
import { publishClip } from '#tests/support/data/publishing.ts'
import { archiveOf, bringHere, exportOf } from '#tests/support/http/archives.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { linesFile, subtitleForm } from '#tests/support/media/subtitle-files.ts'
import { createDice, type Dice } from '#tests/support/run/dice.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'
import { DOCUMENT_NAME } from './export-format.ts'
import { indexArchive } from './index-archive.server.ts'

let dir: string
let clip: string
let there: TestHoshi
let here: TestHoshi
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-round-trip-'))
  clip = await makeClip(dir)
  there = await createTestHoshi({ worksJobs: true })
  here = await createTestHoshi({ worksJobs: true })
})
afterAll(async () => {
  await Promise.all([there?.close(), here?.close(), rm(dir, { recursive: true, force: true })])
})

const letters = [...'aZß星ガ한😀𝒳']
const signs = [...letters, ...`"'\\/<>&;%{}[] é`]

/** A text of so many characters, the first and the last of which are letters. */
function textOf(roll: Dice, characters: number, from: readonly string[] = signs): string {
  const edge = () => letters[roll(letters.length)]!
  const inner = Array.from({ length: characters - 2 }, () => from[roll(from.length)]!)
  return [edge(), ...inner, edge()].join('')
}

const many = <Item>(count: number, make: (at: number) => Item) => Array.from({ length: count }, (_, at) => make(at))

async function write(person: Person, method: string, path: string, body: unknown): Promise<{ id: string }> {
  const response = await person.call(method, `/api/v1${path}`, body)
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  return response.status === 204 ? { id: '' } : ((await response.json()) as { id: string })
}

/** A creator each of whose fields is as long as it may be, with random texts and choices. */
async function createFilledCreator(site: TestHoshi, roll: Dice): Promise<Person> {
  const text = (characters: number) => textOf(roll, characters)
  const creator = await createPerson(site.url, 'creator')
  await write(creator, 'PATCH', '/creators/me', {
    username: textOf(roll, USERNAME_MAX_CHARACTERS, letters),
    bio: text(BIO_MAX_CHARACTERS),
    supportLinks: many(SUPPORT_LINKS_MAX, (at) => ({
      label: text(SUPPORT_LABEL_MAX_CHARACTERS),
      url: `https://example.com/${at}`.padEnd(PATREON_URL_MAX_CHARACTERS, 'x'),
    })),
  })
  const episodes: string[] = []
  for (let at = 0; at < 2; at += 1) {
    const episode = await publishClip(creator, clip, {
      title: text(TITLE_MAX_CHARACTERS),
      genre: text(GENRE_MAX_CHARACTERS),
      description: text(DESCRIPTION_MAX_CHARACTERS),
      tags: many(TAGS_MAX, () => text(TAG_MAX_CHARACTERS)),
      nsfw: roll(2) === 1,
    })
    await write(creator, 'PATCH', `/episodes/${episode}`, {
      ...Object.fromEntries(opennessNames.map((name) => [name, roll(2) === 1])),
      contentNotes: contentNotes.filter(() => roll(2) === 1),
      visibility: ['public', 'unlisted', 'private'][roll(3)],
      embedSites: many(EMBED_SITES_MAX, (site) => `https://site-${site}.example`),
      credits: many(CREDITS_MAX, () => ({
        name: text(CREDIT_NAME_MAX_CHARACTERS),
        role: text(CREDIT_ROLE_MAX_CHARACTERS),
      })),
    })
    for (const kind of subtitleKinds) {
      const fields = { language: 'ja', kind, label: text(LABEL_MAX_CHARACTERS) }
      const form = subtitleForm(linesFile([text(900), text(30)], kind === 'captions' ? 'ass' : 'srt'), fields)
      const { id } = await write(creator, 'POST', `/episodes/${episode}/subtitles`, form)
      if (roll(2) === 1) await write(creator, 'POST', `/subtitles/${id}/review`, { outcome: 'approved' })
    }
    episodes.push(episode)
  }
  const series = await write(creator, 'POST', '/series', {
    title: text(SERIES_TITLE_MAX_CHARACTERS),
    description: text(SERIES_DESCRIPTION_MAX_CHARACTERS),
  })
  const arcs = [1, 2].map((part) => ({ title: text(ARC_TITLE_MAX_CHARACTERS), from: part, to: part }))
  await write(creator, 'PUT', `/series/${series.id}/episodes`, { episodeIds: episodes.toReversed(), arcs })
  await write(creator, 'PATCH', '/me/notification-settings', { digest: 'weekly', reply: false })
  await write(creator, 'PUT', '/me/history/paused', { paused: true })
  return creator
}

type Fields = Record<string, unknown>

interface ExportedDocument extends Fields {
  profile: Fields & { supportLinks: Fields[] }
  episodes: (Fields & { id: string; title: string; credits: Fields[] })[]
  series: (Fields & { episodes: { id: string }[] })[]
  subtitles: (Fields & { episodeId: string; file: string })[]
  library: { historyPausedAt: string | null }
  notificationSettings: Fields
}

/** An export with its document, and the bytes of its other files. */
async function opened(archive: Buffer): Promise<{ document: ExportedDocument; files: Record<string, Buffer> }> {
  const index = await indexArchive(Readable.from([archive]), archive.length)
  const { [DOCUMENT_NAME]: document, ...files } = Object.fromEntries(
    [...index].map(([name, { start, sizeBytes }]) => [name, archive.subarray(start, start + sizeBytes)]),
  )
  return { document: JSON.parse(String(document)), files }
}

function picked(from: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, from[name]]))
}

/** What an import takes of an export, without ids and times. */
async function saidBy(archive: Buffer): Promise<object> {
  const { document, files } = await opened(archive)
  const titles = new Map(document.episodes.map(({ id, title }) => [id, title]))
  const byText = (one: object, other: object) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)
  return {
    profile: {
      ...picked(document.profile, ['username', 'bio']),
      supportLinks: document.profile.supportLinks.map((link) => picked(link, ['label', 'url'])),
    },
    episodes: document.episodes
      .map((episode) => ({
        ...picked(episode, [...metadataNames, 'visibility', 'embedSites']),
        credits: episode.credits.map((credit) => picked(credit, ['name', 'role'])),
      }))
      .sort(byText),
    series: document.series.map((series) => ({
      ...picked(series, ['title', 'description', 'arcs']),
      episodes: series.episodes.map(({ id }) => titles.get(id)),
    })),
    subtitles: document.subtitles
      .map((text) => ({
        ...picked(text, ['language', 'kind', 'label', 'state', 'format']),
        episode: titles.get(text.episodeId),
        text: String(files[text.file]),
      }))
      .sort(byText),
    notificationSettings: document.notificationSettings,
    isHistoryPaused: document.library.historyPausedAt !== null,
  }
}

/** The same export as version 1 wrote it: the texts are in the document. */
async function asVersion1(archive: Buffer): Promise<Buffer> {
  const { document, files } = await opened(archive)
  const subtitles = document.subtitles.map(({ file, ...text }) => ({ ...text, text: String(files[file]) }))
  const others = Object.entries(files).filter(([name]) => !name.startsWith('subtitles/'))
  return await archiveOf({ ...document, version: 1, subtitles }, Object.fromEntries(others))
}

test.each([
  [2, 1, async (archive: Buffer) => archive],
  [1, 2, asVersion1],
])(
  'an account at every limit comes out of an import as it was, by version %i and seed %i',
  async (_, seed, inVersion) => {
    const before = await exportOf(await createFilledCreator(there, createDice(seed)))
    const person = await createPerson(here.url, 'creator')
    const ended = await bringHere(person, await inVersion(before))
    expect(ended).toMatchObject({ state: 'finished', leftOut: [], taken: { episode: 2, series: 1, profile: 3 } })
    expect(await saidBy(await exportOf(person))).toEqual(await saidBy(before))
  },
)
