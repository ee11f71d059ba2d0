import { expect, test } from 'vitest'
import { CREDIT_NAME_MAX_CHARACTERS, CREDIT_ROLE_MAX_CHARACTERS, CREDITS_MAX } from '#catalog/credits/credit.ts'
import {
  DESCRIPTION_MAX_CHARACTERS,
  GENRE_MAX_CHARACTERS,
  TAG_MAX_CHARACTERS,
  TAGS_MAX,
  TITLE_MAX_CHARACTERS,
} from '#catalog/episode.ts'
import { opennessNames } from '#catalog/episode-metadata.ts'
import { SUPPORT_LABEL_MAX_CHARACTERS, SUPPORT_LINKS_MAX } from '#creators/support-links.ts'
import {
  ARC_TITLE_MAX_CHARACTERS,
  SERIES_DESCRIPTION_MAX_CHARACTERS,
  SERIES_EPISODES_MAX,
  SERIES_TITLE_MAX_CHARACTERS,
} from '#series/series.ts'
import { LABEL_MAX_CHARACTERS } from '#subtitles/subtitle.ts'
import { jsonPieces } from './export-document.server.ts'
import type { IndexLine } from './import/archive-index.ts'
import { collectDocument } from './import/collect-document.ts'
import { EXPORT_VERSION, VALUE_MAX_BYTES } from './import/export-format.ts'

/** Numbers from 0 up to, and not including, a limit: the same ones for a seed. */
function createRandom(seed: number) {
  let state = seed
  return (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

const characters = ['a', '"', '\\', '\n', '\t', '/', '星', '\u2028', 'é', '😀', '{', '[', ',', ':', ' ']

/** An account whose texts and lists are as long as they may be, or of any length below. */
function randomAccount(seed: number) {
  const random = createRandom(seed)
  const sizeUpTo = (max: number) => (random(2) === 0 ? max : random(max + 1))
  const text = (max: number) =>
    Array.from({ length: sizeUpTo(max) }, () => characters[random(characters.length)]).join('')
  const some = <Item>(max: number, make: (at: number) => Item) =>
    Array.from({ length: sizeUpTo(max) }, (_, at) => make(at))
  const date = () => new Date(random(2 ** 31) * 1000)
  return {
    version: EXPORT_VERSION,
    account: { uid: 'uid', email: text(60) },
    profile: {
      username: text(40),
      bio: text(1000),
      supportLinks: some(SUPPORT_LINKS_MAX, () => ({ label: text(SUPPORT_LABEL_MAX_CHARACTERS), url: text(500) })),
      genres: some(3, () => text(GENRE_MAX_CHARACTERS)),
      avatarUrl: undefined,
    },
    episodes: some(5, (at) => ({
      id: `e${at}`,
      videoId: `v${at}`,
      title: text(TITLE_MAX_CHARACTERS),
      genre: text(GENRE_MAX_CHARACTERS),
      nsfw: random(2) === 0,
      date: date(),
      description: text(DESCRIPTION_MAX_CHARACTERS),
      publishAt: null,
      tags: some(TAGS_MAX, () => text(TAG_MAX_CHARACTERS)),
      credits: some(CREDITS_MAX, () => ({
        name: text(CREDIT_NAME_MAX_CHARACTERS),
        role: text(CREDIT_ROLE_MAX_CHARACTERS),
        person: { uid: 'p' },
      })),
    })),
    videos: some(5, (at) => ({ uid: `v${at}`, name: text(200), file: `files/v${at}.mp4`, sizeBytes: 2 ** 40 })),
    series: some(2, (at) => ({
      id: `s${at}`,
      title: text(SERIES_TITLE_MAX_CHARACTERS),
      description: text(SERIES_DESCRIPTION_MAX_CHARACTERS),
      episodes: some(SERIES_EPISODES_MAX, (n) => ({ id: `e${n}` })),
      arcs: some(SERIES_EPISODES_MAX, (n) => ({ title: text(ARC_TITLE_MAX_CHARACTERS), from: n + 1, to: n + 1 })),
    })),
    comments: some(30, () => ({ text: text(2000), at: date() })),
    dailyTotals: { days: some(30, () => [random(9), random(9)]), since: date() },
    subtitles: some(30, (at) => ({
      id: `t${at}`,
      episodeId: 'e0',
      language: 'en',
      kind: 'subtitles',
      label: text(LABEL_MAX_CHARACTERS),
      state: 'draft',
      file: `subtitles/t${at}.vtt`,
      createdAt: date(),
    })),
    library: {
      history: some(60, (at) => ({ episodeId: `e${at}`, positionSeconds: random(1e6) / 7, watchedAt: date() })),
      historyPausedAt: random(2) === 0 ? null : date(),
      watchLater: some(60, (at) => ({ episodeId: `e${at}`, addedAt: date() })),
    },
    follows: some(60, (at) => ({ creatorId: `c${at}`, followedAt: date() })),
    notificationSettings: { episode: true, reply: false, digest: 'weekly' },
    theme: random(2) === 0 ? 'light' : 'dark',
    lastImport: null,
  }
}

/** The parts of a document that an import reads. */
function taken(document: string) {
  const lines: IndexLine[] = []
  const values: unknown[] = []
  const spool = (text: string) => ({ at: values.push(JSON.parse(text)) - 1, bytes: 1 })
  const collecting = collectDocument({ spool, write: (line) => void lines.push(line) })
  collecting.write(Buffer.from(document))
  collecting.end()
  const of = (list: string) =>
    lines.flatMap((line) => (line.is === 'item' && line.list === list ? [values[line.item.at]] : []))
  return { of, facts: values.at(-1) }
}

const seeds = Array.from({ length: 25 }, (_, n) => n + 1)

test.each(seeds)('an account at the limits is written as JSON, and read in full: %i', (seed) => {
  const account = randomAccount(seed)
  const document = [...jsonPieces(account)].join('')
  const plain = JSON.parse(JSON.stringify(account))
  expect(JSON.parse(document)).toEqual(plain)
  const { of, facts } = taken(document)
  for (const list of ['episodes', 'videos', 'series', 'subtitles', 'follows'] as const) {
    expect(of(list)).toHaveLength(account[list].length)
    expect(plain[list]).toMatchObject(of(list).map((item) => withoutDefaults(item as Record<string, unknown>)))
  }
  expect(of('library.history')).toEqual(plain.library.history)
  expect(of('library.watchLater')).toHaveLength(account.library.watchLater.length)
  const { username, bio, supportLinks } = account.profile
  expect(facts).toEqual({
    profile: { username, bio, supportLinks },
    notificationSettings: account.notificationSettings,
    theme: account.theme,
    historyPausedAt: plain.library.historyPausedAt,
  })
})

/** Fields that the account above leaves to what an import makes of their absence. */
function withoutDefaults({ ...item }: Record<string, unknown>): object {
  const added = ['embedSites', 'visibility', 'contentNotes', ...opennessNames]
  for (const name of added) delete item[name]
  return item
}

test('no piece is larger than the largest value that an import reads', () => {
  const { episodes, ...others } = randomAccount(1)
  const lengths = [...jsonPieces({ ...others, episodes })].map((piece) => Buffer.byteLength(piece))
  expect(Math.max(...lengths)).toBeLessThan(VALUE_MAX_BYTES / 50)
})
