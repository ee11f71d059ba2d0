import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Episode } from '#catalog/episode.ts'
import type { Account } from '#identity/account.ts'
import type { Refusal } from '#platform/refusal.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { linesFile } from '#tests/support/media/subtitle-files.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'

let room: TestCatalog
let creator: Account
let helper: Account
let episode: Episode

beforeAll(async () => {
  room = await openTestCatalog(await createTestDatabase())
  creator = await room.addCreator({ username: 'Mio Arakawa' })
  helper = await room.addCreator({ username: 'hana' })
  episode = await room.publish(creator, { translationsOpen: true })
})
afterAll(() => room.close())

const damaged = `1
00:00:01,000 --> 00:00:02,000
One

2
00:00:0x,000 --> 00:00:04,000
Two
`
const add = (text: string) =>
  room.subtitles.addSubtitle(helper, episode.id, { file: new Blob([text]), language: 'en', kind: 'subtitles' })
const refusal = (code: Refusal['code']) => expect.objectContaining({ code })

test('what a file lost is told to its author and the creator, with each version that lost it', async () => {
  const { id, warnings } = await add(damaged)
  expect(warnings).toEqual([{ code: 'time_unknown', count: 1, lines: [6] }])
  expect((await room.subtitles.subtitleText(id, creator, undefined)).text).not.toContain('Two')
  await room.subtitles.review(creator, id, { outcome: 'approved' })
  expect(await room.subtitles.findSubtitle(id, creator)).toMatchObject({ warnings })
  expect(await room.subtitles.findSubtitle(id, null)).toMatchObject({ warnings: [] })
  expect(await room.subtitles.changeSubtitle(helper, id, { file: linesFile(['One', 'Two'], 'srt') })).toMatchObject({
    warnings: [],
  })
  expect(await room.subtitles.restoreVersion(helper, id, 1)).toMatchObject({ warnings })
})

test('a script is stored, shown, compared, searched and listed as libass draws it', async () => {
  const head = '[Script Info]\n[V4+ Styles]\n[Events]\n'
  const line = (text: string) => `Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,${text}\n`
  const { id, cues, warnings } = await add(`${head}[Nonsense]\n  ${line('Hidden words')}[Fonts]\nfontname: a.ttf\n!!\n`)
  expect(cues).toBe(1)
  expect(warnings.map(({ code }) => code)).toEqual(['section_unknown', 'attachment'])
  const { text } = await room.subtitles.subtitleText(id, helper, 'ass')
  expect(text).toBe(`[Script Info]\n\n[V4+ Styles]\n\n[Events]\n${line('Hidden words')}`)
  await room.subtitles.review(creator, id, { outcome: 'approved' })
  expect((await room.catalog.lines.of(episode.id, null, { search: 'hidden words' })).lines).toHaveLength(1)
  expect((await room.subtitles.subtitleText(id, null, 'vtt')).text).toContain('Hidden words')
  expect((await room.subtitles.versionsOf(helper, id)).versions).toMatchObject([{ added: 1 }])
  await expect(add(head + ` ${line('The same')}`.repeat(20_001))).rejects.toEqual(refusal('subtitles.too_many_cues'))
})

test('a version from before files were written anew is read as it is drawn', async () => {
  const { id } = await add(damaged)
  const sent = 'WEBVTT\n\n00:01.000 --> 00:02.000\nI <3 you\n\n00:0x --> 00:04.000\nTwo'
  await sql`update subtitle_versions set format = 'vtt', text = ${sent}, warnings = null where subtitle_id = ${id}`.execute(
    room.db,
  )
  expect(await room.subtitles.subtitleText(id, helper, 'vtt')).toEqual({
    format: 'vtt',
    text: 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nI &lt;3 you\n\n',
  })
  expect(await room.subtitles.findSubtitle(id, helper)).toMatchObject({ warnings: [] })
})

test('lines with the times of a broadcast are moved by hours, as another version', async () => {
  const { id } = await add('1\n10:00:01,000 --> 10:00:02,000\nOne\n')
  const moved = await room.subtitles.shiftLines(helper, id, { hours: 10, version: 1 })
  expect(moved).toMatchObject({ version: 2, state: 'draft' })
  expect((await room.subtitles.subtitleText(id, helper, undefined)).text).toContain('00:00:01,000 --> 00:00:02,000')
  await expect(room.subtitles.shiftLines(helper, id, { hours: 10, version: 1 })).rejects.toEqual(
    refusal('subtitles.changed'),
  )
  for (const hours of [0, -1, 0.5, Number.NaN]) {
    await expect(room.subtitles.shiftLines(helper, id, { hours, version: 2 })).rejects.toEqual(
      refusal('subtitles.version_unknown'),
    )
  }
})
