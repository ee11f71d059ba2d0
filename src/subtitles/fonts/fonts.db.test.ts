import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Episode } from '#catalog/episode.ts'
import type { Account } from '#identity/account.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { boldFont, fontFile, scriptIn } from '#tests/support/media/fonts.ts'
import { linesFile } from '#tests/support/media/subtitle-files.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import { FONT_MAX_BYTES, FONTS_PER_SUBTITLE, FONTS_STORED_MAX_BYTES } from './font.ts'
import { createFontAudit } from './font-audit.server.ts'

let room: TestCatalog
let creator: Account
let helper: Account
let episode: Episode
const bold = await readFile(boldFont)

beforeEach(async () => {
  room = await openTestCatalog(await createTestDatabase())
  creator = await room.addCreator({ username: 'Mio Arakawa' })
  helper = await room.addCreator({ username: 'hana' })
  episode = await room.publish(creator, { translationsOpen: true })
})
afterEach(() => room.close())

const refusal = (code: string, details: object = {}) =>
  expect.objectContaining({ code, details: expect.objectContaining(details) })

async function addText(who: Account, file = new Blob([scriptIn('Dela Gothic One')])): Promise<string> {
  return (await room.subtitles.addSubtitle(who, episode.id, { file, language: 'en', kind: 'signs' })).id
}
const addFont = (who: Account, id: string, bytes: Uint8Array = bold, isLicensed = true) =>
  room.subtitles.fonts.add(who, id, { font: new Blob([new Uint8Array(bytes)]), isLicensed })
const fontsFor = async (who: Account | null, id: string) => (await room.subtitles.findSubtitle(id, who)).fonts
const approve = (id: string) => room.subtitles.review(creator, id, { outcome: 'approved' })
const stored = () => room.storage.children('fonts')
const fileFor = (url: string, who: Account | null) => {
  const [id, format] = url.slice('/fonts/'.length).split('.') as [string, string]
  return room.subtitles.fonts.file(id, format, async () => who, new Set())
}

describe('a font of a text', () => {
  test('is stored as the check wrote it, and everybody gets it with the text', async () => {
    const id = await addText(helper)
    await addFont(helper, id)
    const [font] = await fontsFor(helper, id)
    expect(font).toMatchObject({
      name: 'Dela Gothic One',
      isLicensed: true,
      url: expect.stringMatching(/^\/fonts\/.*\.ttf$/),
    })
    expect(await stored()).toEqual([font!.url.slice('/fonts/'.length)])
    expect((await room.storage.stat(font!.url.slice(1)))?.sizeBytes).toBe(font!.sizeBytes)
    expect(font!.sizeBytes).not.toBe(bold.length)
    // A draft is for its author and the creator.
    for (const who of [helper, creator]) expect(await fileFor(font!.url, who)).toMatchObject({ isPublic: false })
    for (const who of [null, await room.addViewer()]) expect(await fileFor(font!.url, who)).toBeNull()
    await approve(id)
    expect(await fontsFor(null, id)).toEqual([font])
    expect(await fileFor(font!.url, null)).toMatchObject({ isPublic: true, isUnlisted: false, type: 'font/ttf' })
    expect(await fileFor(font!.url.replace('ttf', 'otf'), null)).toBeNull()
  })

  test('has the audience of the episode', async () => {
    const id = await addText(creator)
    await addFont(creator, id)
    await approve(id)
    const [font] = await fontsFor(null, id)
    await room.catalog.edit(creator, episode.id, { visibility: 'unlisted' })
    expect(await fileFor(font!.url, null)).toMatchObject({ isPublic: true, isUnlisted: true })
    await room.catalog.edit(creator, episode.id, { visibility: 'private' })
    expect(await fileFor(font!.url, null)).toBeNull()
    expect(await fileFor(font!.url, creator)).toMatchObject({ isPublic: false })
    await room.catalog.edit(creator, episode.id, { visibility: 'public', nsfw: true })
    expect(await fileFor(font!.url, null)).toBeNull()
  })

  test('of an approved text is changed by the creator only, and by nobody who could not write it', async () => {
    const id = await addText(helper)
    await expect(addFont(await room.addViewer(), id)).rejects.toEqual(refusal('subtitles.not_found'))
    await approve(id)
    await expect(addFont(helper, id)).rejects.toEqual(refusal('subtitles.creator_only'))
    await expect(addFont(await room.addViewer(), id)).rejects.toEqual(refusal('subtitles.not_yours'))
    await addFont(creator, id)
    const [font] = await fontsFor(null, id)
    await expect(room.subtitles.fonts.remove(helper, id, font!.id)).rejects.toEqual(refusal('subtitles.creator_only'))
    await room.subtitles.fonts.remove(creator, id, font!.id)
    await expect(room.subtitles.fonts.remove(creator, id, font!.id)).rejects.toEqual(refusal('subtitles.font_unknown'))
  })

  test.each([
    ['subtitles.font_missing', new Uint8Array(), true, 'font'],
    ['subtitles.font_too_large', new Uint8Array(FONT_MAX_BYTES + 1), true, 'font'],
    ['subtitles.font_licence', bold, false, 'licence'],
    ['subtitles.font_unsound', new TextEncoder().encode('Hello'), true, 'font'],
    ['subtitles.font_unsound', fontFile('Stars'), true, 'font'],
    ['subtitles.font_unsound', bold.subarray(0, 5000), true, 'font'],
  ])('is refused: %s', async (code, bytes, isLicensed, field) => {
    const id = await addText(creator)
    await expect(addFont(creator, id, bytes, isLicensed)).rejects.toEqual(refusal(code, { field }))
    expect(await fontsFor(creator, id)).toEqual([])
    expect(await stored()).toEqual([])
  })

  test('is refused for a text that is no script', async () => {
    const id = await addText(creator, linesFile(['One']))
    await expect(addFont(creator, id)).rejects.toEqual(refusal('subtitles.font_not_ass'))
  })

  test('is refused where nothing can check it', async () => {
    const id = await addText(creator)
    room.fontChecker.withSanitizedFont = async () => ({ ok: false, why: 'unavailable' })
    await expect(addFont(creator, id)).rejects.toEqual(refusal('subtitles.fonts_unavailable'))
  })

  test('is refused beyond eight, and beyond what a person may store', async () => {
    const id = await addText(creator)
    await addFont(creator, id)
    await sql`
      insert into subtitle_fonts (id, subtitle_id, names, format, size_bytes, is_licensed, created_at)
      select n, ${id}, '{A}', 'ttf', 1, true, now() from generate_series(2, ${FONTS_PER_SUBTITLE}::int) n
    `.execute(room.db)
    await expect(addFont(creator, id)).rejects.toEqual(refusal('subtitles.too_many_fonts'))
    await sql`delete from subtitle_fonts where names = '{A}'`.execute(room.db)
    await sql`update subtitle_fonts set size_bytes = ${FONTS_STORED_MAX_BYTES}`.execute(room.db)
    await expect(addFont(creator, id)).rejects.toEqual(refusal('subtitles.too_much_stored'))
  })
})

describe('the bytes of a font go', () => {
  let id: string
  beforeEach(async () => {
    id = await addText(creator)
    await addFont(creator, id)
  })

  test.each([
    ['the font', async () => room.subtitles.fonts.remove(creator, id, (await fontsFor(creator, id))[0]!.id)],
    ['its text', () => room.subtitles.removeSubtitle(creator, id)],
    ['its episode', () => room.catalog.remove(creator, episode.id)],
  ])('with %s', async (_what, remove) => {
    await room.runScheduled()
    expect(await stored()).toHaveLength(1)
    await remove()
    await room.runScheduled()
    expect(await stored()).toEqual([])
    expect((await sql`select 1 from erased_fonts`.execute(room.db)).rows).toEqual([])
  })

  test('if nothing named them, after hours', async () => {
    await sql`insert into erased_fonts values ('left', 'ttf', ${new Date('2026-05-01T18:00:00Z')})`.execute(room.db)
    await room.storage.putText('fonts/left.ttf', 'half a font')
    await room.runScheduled()
    expect(await stored()).toHaveLength(2)
    room.clock.set('2026-05-01T18:00:01.000Z')
    await room.runScheduled()
    expect(await stored()).toHaveLength(1)
  })
})

describe('the audit of fonts', () => {
  const audit = (repairs = false) => createFontAudit(room)({ repairs, isForced: true })

  test('reports nothing of fonts that are there, or about to go', async () => {
    const id = await addText(creator)
    await addFont(creator, id)
    await addFont(creator, id)
    await room.subtitles.fonts.remove(creator, id, (await fontsFor(creator, id))[0]!.id)
    expect(await audit()).toEqual({ checked: { rows: 1, names: 2 }, findings: [], refusals: [] })
  })

  test('forgets a font whose file is lost, and moves old strays into the trash', async () => {
    const id = await addText(creator)
    await addFont(creator, id)
    const [font] = await fontsFor(creator, id)
    await room.storage.remove(font!.url.slice(1))
    await room.storage.putText('fonts/stray.ttf', 'a font')
    expect((await audit()).findings.map(({ kind, key }) => `${kind} ${key}`)).toEqual([
      `missing ${font!.url.slice(1)}`,
      'stray fonts/stray.ttf',
    ])
    room.clock.set('2099-01-01T00:00:00.000Z')
    expect((await audit(true)).findings.map(({ done }) => done)).toEqual([
      'drawn with the font that stands in',
      'in the trash for a week',
    ])
    expect(await fontsFor(creator, id)).toEqual([])
    expect((await audit()).findings).toEqual([])
  })
})
