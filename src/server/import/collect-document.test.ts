import { expect, test } from 'vitest'
import type { IndexLine } from './archive-index.ts'
import { collectDocument } from './collect-document.ts'

/** The parts that an import reads of a document that arrives in pieces of so many bytes. */
function collected(document: string, pieceBytes = 65_536) {
  const lines: IndexLine[] = []
  const values: string[] = []
  const collecting = collectDocument({
    spool: (text) => ({ at: values.push(text) - 1, bytes: text.length }),
    write: (line) => void lines.push(line),
  })
  const bytes = Buffer.from(document)
  for (let at = 0; at < bytes.length; at += pieceBytes) collecting.write(bytes.subarray(at, at + pieceBytes))
  collecting.end()
  const valueAt = ({ at }: { at: number }): unknown => JSON.parse(values[at]!)
  const items = lines.flatMap((line) => (line.is === 'item' ? [[line.list, valueAt(line.item)]] : []))
  const facts = lines.flatMap((line) => (line.is === 'facts' ? [valueAt(line.facts)] : []))
  return { lines, values, items, facts }
}

const textOf = (document: unknown) => (typeof document === 'string' ? document : JSON.stringify(document))
const withProfile = (fields: object) => textOf({ profile: { username: 'Never taken' }, ...fields })
const nested = (depth: number) => `{"profile":{"username":"Never taken"},"x":${'['.repeat(depth)}${']'.repeat(depth)}}`
const linksOf = (count: number) => `{"profile":{"username":"Never taken","supportLinks":[${'1,'.repeat(count)}1]}}`

const episode = { id: 'e', videoId: 'v', title: 'T', genre: 'Drama', nsfw: false }

const documents: [what: string, document: () => string, problem: string][] = [
  ['a value that is too large', () => textOf(`{"x":"${'x'.repeat(16 * 1024 ** 2)}"}`), 'document_too_large'],
  ['a title of 1 MB', () => textOf({ episodes: [{ ...episode, title: 'x'.repeat(1024 ** 2) }] }), 'document_too_large'],
  [
    'a series whose lists have 2 MB',
    () =>
      textOf({
        series: [{ id: 's', title: 'S', arcs: Array(1000).fill({ title: 'x'.repeat(2048), from: 1, to: 1 }) }],
      }),
    'document_too_large',
  ],
  [
    'a profile of links that have 1 MB together',
    () => textOf({ profile: { supportLinks: Array(4).fill({ label: '星'.repeat(90_000), url: '' }) } }),
    'document_too_large',
  ],
  ['a list of 260 kB in a profile', () => textOf(linksOf(130_000)), 'document_unreadable'],
  [
    'a list of 16 MB in an episode',
    () => textOf(`{"episodes":[{"tags":[${'1,'.repeat(8_000_000)}1]}]}`),
    'document_unreadable',
  ],
  ['a document that is none', () => textOf('<html>'), 'document_unreadable'],
  ['a document that is a list', () => textOf([]), 'document_unreadable'],
  ['a document of bytes', () => textOf('{"x":"\u0000"}'), 'document_unreadable'],
  ['a nested document', () => textOf(nested(100_000)), 'document_unreadable'],
  ['a document nested a little too deeply', () => textOf(nested(32)), 'document_unreadable'],
  ['texts that are numbers', () => withProfile({ profile: { username: 1 } }), 'document_unreadable'],
  ['ids that are paths', () => withProfile({ videos: [{ uid: '../x', name: 'x', file: 'x' }] }), 'document_unreadable'],
  ['an object in place of a list', () => withProfile({ episodes: { one: 1 } }), 'document_unreadable'],
  ['text in place of a list', () => withProfile({ library: { history: 'all' } }), 'document_unreadable'],
  ['a list in place of a profile', () => textOf({ profile: ['Never taken'] }), 'document_unreadable'],
  ['a document whose end is missing', () => textOf('{"profile":{"username":"Never taken"}'), 'document_unreadable'],
  [
    'a document with something behind it',
    () => textOf('{"profile":{"username":"Never taken"}} {}'),
    'document_unreadable',
  ],
  ['a later version', () => withProfile({ version: 3 }), 'version_unknown'],
  ['a version that is none', () => withProfile({ version: '1' }), 'version_unknown'],
  ['a document that is a number', () => '5', 'document_unreadable'],
  ['members without a comma', () => '{"a":1 "b":2}', 'document_unreadable'],
  ['a comma too many', () => '{"a":1,}', 'document_unreadable'],
  ['a name without quotes', () => '{a:1}', 'document_unreadable'],
  ['a list that ends as an object', () => '{"a":[1}', 'document_unreadable'],
  ['a literal that is none', () => '{"a":nul}', 'document_unreadable'],
]

test.each(documents)('refuses %s', (_, document, problem) => {
  const text = document()
  expect(() => collected(text)).toThrow(expect.objectContaining({ name: 'ArchiveProblem', problem }))
})

const document = {
  version: 1,
  account: { uid: 'u', email: 'mika@example.org' },
  profile: {
    uid: 'u',
    username: 'Aya "of" Vega\\',
    bio: '星',
    supportLinks: [{ label: 'Shop', url: 'https://shop.example' }],
    genres: ['Drama'],
  },
  comments: [{ text: '[{"' }, []],
  episodes: [{ ...episode, date: '2026-01-02T03:04:05.000Z' }],
  subtitles: [{ id: 's', episodeId: 'e', language: 'en', kind: 'subtitles', text: 'WEBVTT\n\né' }],
  library: { history: [], historyPausedAt: '2026-01-01', watchLater: [{ episodeId: 'e', addedAt: 'x' }] },
  follows: [],
  notificationSettings: { reply: false, other: [1] },
  lastImport: null,
}

test.each([1, 2, 3, 5, 1000])('reads the same in pieces of %i bytes, with spaces and without', (pieceBytes) => {
  for (const space of [undefined, 2, '\t']) {
    const { items, facts, lines, values } = collected(JSON.stringify(document, null, space), pieceBytes)
    expect(items).toMatchObject([
      ['episodes', { id: 'e', title: 'T', tags: [], description: '' }],
      ['subtitles', { id: 's', state: 'draft' }],
      ['library.watchLater', { episodeId: 'e' }],
    ])
    expect(facts).toEqual([
      {
        profile: {
          username: 'Aya "of" Vega\\',
          bio: '星',
          supportLinks: [{ label: 'Shop', url: 'https://shop.example' }],
        },
        notificationSettings: { reply: false },
        historyPausedAt: '2026-01-01',
        theme: 'system',
      },
    ])
    expect(lines[0]).toMatchObject({ item: { id: 'e', dateMs: Date.UTC(2026, 0, 2, 3, 4, 5) } })
    const [text] = lines.flatMap((line) => (line.is === 'item' && line.item.text ? [values[line.item.text.at]] : []))
    expect(text).toBe('WEBVTT\n\né')
  }
})

test('takes 100,000 items of a list, and counts the others', () => {
  const follows = `[${'{"creatorId":"a"},'.repeat(100_002)}{"creatorId":"b"}]`
  const { lines } = collected(`{"follows":${follows}}`)
  expect(lines.filter(({ is }) => is === 'item')).toHaveLength(100_000)
  expect(lines.filter(({ is }) => is === 'beyond')).toEqual([{ is: 'beyond', list: 'follows', count: 3 }])
})

test('the text of subtitles in version 1 may be as long as any', () => {
  const text = 'x'.repeat(10 * 1024 ** 2)
  const subtitles = [{ id: 's', episodeId: 'e', language: 'en', kind: 'subtitles', text }]
  const { items, values } = collected(textOf({ version: 1, subtitles }))
  expect(items).toHaveLength(1)
  expect(values.map(({ length }) => length)).toContain(text.length)
})
