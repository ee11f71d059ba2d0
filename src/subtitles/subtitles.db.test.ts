import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Episode } from '#catalog/episode.ts'
import type { Account } from '#identity/account.ts'
import type { Refusal } from '#platform/refusal.ts'
import { transact } from '#platform/transact.server.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { linesFile } from '#tests/support/media/subtitle-files.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import { DRAFTS_PER_PERSON, SAVES_PER_HOUR, STORED_MAX_BYTES, SUBTITLE_MAX_BYTES, VERSIONS_KEPT } from './subtitle.ts'
import type { NewSubtitle } from './subtitle-writing.server.ts'

let room: TestCatalog
let creator: Account
let helper: Account
let episode: Episode

beforeEach(async () => {
  room = await openTestCatalog(await createTestDatabase())
  creator = await room.addCreator({ username: 'Mio Arakawa' })
  helper = await room.addCreator({ username: 'hana' })
  episode = await room.publish(creator, { translationsOpen: true })
  await sql`update videos set percent_complete = 100, duration_seconds = 60 where uid = ${episode.videoId}`.execute(
    room.db,
  )
})
afterEach(() => room.close())

const refusal = (code: string, details: object = {}) =>
  expect.objectContaining({ code, details: expect.objectContaining(details) })

function add(who: Account, texts: string[], fields: Partial<NewSubtitle> = {}) {
  const input = { file: linesFile(texts), language: 'en', kind: 'subtitles', ...fields }
  return room.subtitles.addSubtitle(who, episode.id, input)
}
const approve = (id: string) => room.subtitles.review(creator, id, { outcome: 'approved' })
const seenBy = async (who: Account | null) =>
  (await room.subtitles.subtitlesOn(episode.id, who)).map(({ label, state }) => `${label} ${state}`)

/** The master playlist of the episode's video. */
async function playlist(): Promise<string> {
  const { hls } = await room.catalog.find(episode.id, creator)
  return text(await room.storage.read(hls!.slice(1)))
}

describe('a text', () => {
  test('is a draft for its author and the creator, until the creator approves it for everybody', async () => {
    const { id } = await add(helper, ['One', 'Two'])
    for (const who of [helper, creator]) expect(await seenBy(who)).toEqual(['English draft'])
    const viewer = await room.addViewer()
    for (const who of [viewer, null]) {
      expect(await seenBy(who)).toEqual([])
      await expect(room.subtitles.findSubtitle(id, who)).rejects.toEqual(refusal('subtitles.not_found'))
      await expect(room.subtitles.subtitleText(id, who, 'vtt')).rejects.toEqual(refusal('subtitles.not_found'))
    }
    await room.subtitles.review(creator, id, { outcome: 'approved', words: 'Thank you!' })
    expect(await room.subtitles.findSubtitle(id, null)).toMatchObject({
      episodeId: episode.id,
      language: 'en',
      kind: 'subtitles',
      format: 'vtt',
      state: 'approved',
      cues: 2,
      author: { uid: helper.uid, username: 'hana' },
      version: 1,
      approvedVersion: 1,
      words: '',
    })
    expect(await room.subtitles.findSubtitle(id, helper)).toMatchObject({ words: 'Thank you!' })
  })

  test('is called by its language unless it has a name', async () => {
    await add(creator, ['One'], { language: 'pt-br' })
    room.clock.set('2026-05-01T12:01:00.000Z')
    await add(creator, ['One'], { language: 'ja', kind: 'captions', label: ' Japanese, with sounds ' })
    expect(await room.subtitles.subtitlesOn(episode.id, creator)).toMatchObject([
      { language: 'pt-BR', label: 'Portuguese (Brazil)' },
      { language: 'ja', label: 'Japanese, with sounds' },
    ])
  })

  test('is sent in its own format, and as plain text in other formats', async () => {
    const ass = '[Script Info]\n\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\pos(1,2)}Vega\n'
    const { id } = await add(creator, [], { file: new Blob([ass]) })
    expect(await room.subtitles.subtitleText(id, creator, undefined)).toEqual({ format: 'ass', text: ass })
    const vtt = await room.subtitles.subtitleText(id, creator, 'vtt')
    expect(vtt).toEqual({ format: 'vtt', text: 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nVega\n' })
  })

  test('is refused where its creator takes none by others', async () => {
    await room.catalog.edit(creator, episode.id, { translationsOpen: false })
    await expect(add(helper, ['One'])).rejects.toEqual(refusal('subtitles.closed'))
    expect(await add(creator, ['One'])).toMatchObject({ state: 'draft' })
  })

  test.each([
    ['subtitles.file_missing', { file: new Blob([]) }, 'file'],
    ['subtitles.too_large', { file: new Blob(['WEBVTT', 'x'.repeat(SUBTITLE_MAX_BYTES)]) }, 'file'],
    ['subtitles.format_unknown', { file: new Blob(['Hello']) }, 'file'],
    ['subtitles.empty', { file: new Blob(['WEBVTT\n\n']) }, 'file'],
    ['subtitles.encoding_unknown', { file: new Blob([Uint8Array.of(0x80, 0x81, 0xff)]) }, 'file'],
    [
      'subtitles.names_files',
      { file: new Blob(['WEBVTT\n\nSTYLE\n@import "a"\n\n00:01.000 --> 00:02.000\nA']) },
      'file',
    ],
    ['subtitles.too_many_cues', { file: linesFile(Array.from({ length: 20_001 }, () => 'A')) }, 'file'],
    ['subtitles.language_unknown', { language: 'no language' }, 'language'],
    ['subtitles.language_unknown', { language: '' }, 'language'],
    ['subtitles.kind_unknown', { kind: 'karaoke' }, 'kind'],
    ['subtitles.label_invalid', { label: 'x'.repeat(61) }, 'label'],
    ['subtitles.label_invalid', { label: 'two\nlines' }, 'label'],
  ])('is refused: %s', async (code, fields, field) => {
    await expect(add(creator, ['One'], fields)).rejects.toEqual(refusal(code, { field }))
    expect(await seenBy(creator)).toEqual([])
  })

  test('of somebody else is changed and removed by the creator only', async () => {
    const { id } = await add(creator, ['One'])
    await expect(room.subtitles.removeSubtitle(helper, id)).rejects.toEqual(refusal('subtitles.not_found'))
    await approve(id)
    await expect(room.subtitles.removeSubtitle(helper, id)).rejects.toEqual(refusal('subtitles.not_yours'))
    await expect(room.subtitles.changeSubtitle(helper, id, { label: 'Mine' })).rejects.toEqual(
      refusal('subtitles.not_yours'),
    )
    await expect(room.subtitles.review(helper, id, { outcome: 'declined' })).rejects.toEqual(
      refusal('subtitles.creator_only'),
    )
    await expect(room.subtitles.versionsOf(helper, id)).rejects.toEqual(refusal('subtitles.not_found'))
    const { id: helpers } = await add(helper, ['Two'])
    expect(await room.subtitles.changeSubtitle(creator, helpers, { label: 'Ours' })).toMatchObject({ label: 'Ours' })
    await room.subtitles.removeSubtitle(creator, helpers)
    expect(await seenBy(creator)).toEqual(['English approved'])
  })
})

describe('a version', () => {
  test('is made by each change of the text, and the approved one stays until the next is approved', async () => {
    const { id } = await add(helper, ['One', 'Two'])
    await approve(id)
    const changed = await room.subtitles.changeSubtitle(helper, id, { file: linesFile(['One', 'Too', 'Three']) })
    expect(changed).toMatchObject({ state: 'draft', version: 2, approvedVersion: 1, cues: 3 })
    expect(await room.subtitles.findSubtitle(id, null)).toMatchObject({ state: 'approved', version: 1, cues: 2 })
    await room.subtitles.changeSubtitle(helper, id, { file: linesFile(['One', 'Too', 'Three']) })
    const { versions, changes } = await room.subtitles.versionsOf(helper, id, 1)
    expect(versions).toMatchObject([
      { number: 2, added: 2, removed: 1, cues: 3, author: { username: 'hana' } },
      { number: 1, added: 2, removed: 0, cues: 2 },
    ])
    expect(changes).toMatchObject([
      { was: { text: 'Two' }, is: { text: 'Too' } },
      { was: null, is: { text: 'Three' } },
    ])
    await approve(id)
    expect(await room.subtitles.findSubtitle(id, null)).toMatchObject({ version: 2, cues: 3 })
  })

  test('can be restored, as a new one', async () => {
    const { id } = await add(helper, ['One'])
    await room.subtitles.changeSubtitle(creator, id, { file: linesFile(['Other']) })
    expect(await room.subtitles.restoreVersion(helper, id, 1)).toMatchObject({ version: 3, state: 'draft' })
    expect((await room.subtitles.subtitleText(id, helper, 'vtt')).text).toContain('One')
    await expect(room.subtitles.restoreVersion(helper, id, 9)).rejects.toEqual(refusal('subtitles.version_unknown'))
    await expect(room.subtitles.versionsOf(helper, id, 9)).rejects.toEqual(refusal('subtitles.version_unknown'))
  })

  test('that a reviewer has not read is not approved', async () => {
    const { id } = await add(helper, ['One'])
    await room.subtitles.changeSubtitle(helper, id, { file: linesFile(['Something else']) })
    await expect(room.subtitles.review(creator, id, { outcome: 'approved', version: 1 })).rejects.toEqual(
      refusal('subtitles.changed'),
    )
    expect(await seenBy(null)).toEqual([])
    await room.subtitles.review(creator, id, { outcome: 'approved', version: 2 })
    expect(await seenBy(null)).toEqual(['English approved'])
  })

  test('goes with the next when there are many, but not the approved one', async () => {
    const { id } = await add(creator, ['0'])
    await approve(id)
    for (let n = 1; n <= VERSIONS_KEPT + 1; n += 1) {
      await room.subtitles.changeSubtitle(creator, id, { file: linesFile([`${n}`]) })
    }
    const numbers = (await room.subtitles.versionsOf(creator, id)).versions.map(({ number }) => number)
    expect([numbers.length, numbers[0], numbers.at(-2), numbers.at(-1)]).toEqual([VERSIONS_KEPT + 1, 52, 3, 1])
    expect((await room.subtitles.subtitleText(id, null, 'vtt')).text).toContain('\n0\n')
  })

  test('two saves at once are two versions', async () => {
    const { id } = await add(helper, ['One'])
    const texts = ['A', 'B', 'C', 'D']
    await Promise.all(texts.map((each) => room.subtitles.changeSubtitle(helper, id, { file: linesFile([each]) })))
    const { versions } = await room.subtitles.versionsOf(helper, id)
    expect(versions.map(({ number }) => number)).toEqual([5, 4, 3, 2, 1])
  })
})

describe('a review', () => {
  test('asks for changes, which make it a draft again, or declines it', async () => {
    const { id } = await add(helper, ['One'])
    await room.subtitles.review(creator, id, { outcome: 'changes', words: 'Shorter, please.' })
    expect(await room.subtitles.findSubtitle(id, helper)).toMatchObject({ state: 'changes', words: 'Shorter, please.' })
    expect(await room.subtitles.changeSubtitle(helper, id, { file: linesFile(['1']) })).toMatchObject({
      state: 'draft',
    })
    await room.subtitles.review(creator, id, { outcome: 'declined' })
    await expect(room.subtitles.changeSubtitle(helper, id, { file: linesFile(['2']) })).rejects.toEqual(
      refusal('subtitles.declined'),
    )
    expect(await room.subtitles.changeSubtitle(creator, id, { file: linesFile(['2']) })).toMatchObject({
      state: 'draft',
    })
  })

  test('takes back what it had approved', async () => {
    const { id } = await add(helper, ['One'])
    await approve(id)
    await room.subtitles.review(creator, id, { outcome: 'changes' })
    expect(await seenBy(null)).toEqual([])
    expect((await room.catalog.lines.of(episode.id, null, {})).total).toBe(0)
  })

  test('of a newer draft leaves the approved version as it is', async () => {
    const { id } = await add(helper, ['One'])
    await approve(id)
    await room.subtitles.changeSubtitle(helper, id, { file: linesFile(['Worse']) })
    await room.subtitles.review(creator, id, { outcome: 'changes' })
    expect((await room.subtitles.subtitleText(id, null, 'vtt')).text).toContain('One')
  })

  test('has words of limited length', async () => {
    const { id } = await add(helper, ['One'])
    const review = { outcome: 'changes' as const, words: 'x'.repeat(1001) }
    await expect(room.subtitles.review(creator, id, review)).rejects.toEqual(refusal('subtitles.words_invalid'))
  })

  test('keeps what an approved text is called in the hands of the creator', async () => {
    const { id } = await add(helper, ['One'])
    await room.subtitles.changeSubtitle(helper, id, { label: 'Mine' })
    await approve(id)
    await expect(room.subtitles.changeSubtitle(helper, id, { label: 'Other' })).rejects.toEqual(
      refusal('subtitles.creator_only'),
    )
    expect(await room.subtitles.changeSubtitle(creator, id, { label: 'Other' })).toMatchObject({
      label: 'Other',
      state: 'approved',
      version: 1,
    })
  })
})

describe('the playlist of the video', () => {
  test('lists approved texts as soon as they are, with their plain text', async () => {
    const { id } = await add(helper, ['1 < 2'], { language: 'ja' })
    await approve(id)
    const [, uri] = /#EXT-X-MEDIA:TYPE=SUBTITLES.*NAME="Japanese",LANGUAGE="ja".*URI="(captions-\w+\.m3u8)"/.exec(
      await playlist(),
    )!
    const media = `media/${episode.videoId}`
    const [file] = /captions-\w+\.vtt/.exec(await text(await room.storage.read(`${media}/${uri}`)))!
    expect(await text(await room.storage.read(`${media}/${file}`))).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n1 &lt; 2\n',
    )
    await room.subtitles.removeSubtitle(creator, id)
    expect(await playlist()).not.toContain('SUBTITLES')
  })

  test('is not written again for what it has', async () => {
    const { id } = await add(creator, ['One'])
    await approve(id)
    const before = (await room.catalog.find(episode.id, null)).hls
    await room.work()
    await approve(id)
    expect((await room.catalog.find(episode.id, null)).hls).toBe(before)
    await room.subtitles.changeSubtitle(creator, id, { label: 'English, checked' })
    expect(await playlist()).toContain('NAME="English, checked"')
  })

  test('and the lines are in the language that an approved text is said to be in by now', async () => {
    const { id } = await add(creator, ['One'], { language: 'pt' })
    await approve(id)
    await room.subtitles.changeSubtitle(creator, id, { language: 'es', label: 'Spanish', file: linesFile(['Uno']) })
    expect(await playlist()).toContain('LANGUAGE="es"')
    expect((await room.catalog.lines.of(episode.id, null, {})).lines).toMatchObject([{ language: 'es', text: 'One' }])
  })

  test('has all texts that were approved at once', async () => {
    const languages = ['en', 'ja', 'fr', 'de']
    const ids = await Promise.all(languages.map(async (language) => (await add(creator, ['A'], { language })).id))
    await Promise.all(ids.map(approve))
    await room.work()
    const listed = [...(await playlist()).matchAll(/LANGUAGE="(\w+)"/g)].map(([, language]) => language)
    expect(listed.sort()).toEqual([...languages].sort())
  })

  test('of the video that replaces it lists them too', async () => {
    const { id } = await add(creator, ['One'])
    await approve(id)
    const videoId = await room.addVideo(creator)
    await sql`update videos set percent_complete = 100 where uid = ${videoId}`.execute(room.db)
    await sql`update episodes set video_id = ${videoId} where id = ${episode.id}`.execute(room.db)
    await transact(room.db, (trx) => room.subtitles.videoChanged(trx, { id: episode.id, videoId }))
    await room.work()
    expect(await playlist()).toContain('NAME="English"')
  })
})

test('lost texts of a playlist are listed again', async () => {
  await approve((await add(creator, ['One'])).id)
  await sql`delete from text_tracks`.execute(room.db)
  await transact(room.db, (trx) => room.subtitles.textTracksLost(trx, episode.videoId))
  await room.work()
  expect((await sql`select name from text_tracks`.execute(room.db)).rows).toEqual([{ name: 'English' }])
})

describe('limits', () => {
  test('a helper has five drafts on an episode, approved ones apart', async () => {
    const { id } = await add(helper, ['0'])
    for (let n = 1; n < DRAFTS_PER_PERSON; n += 1) await add(helper, [`${n}`])
    await expect(add(helper, ['6'])).rejects.toEqual(refusal('subtitles.too_many_drafts'))
    await approve(id)
    await add(helper, ['6'])
    for (let n = 0; n <= DRAFTS_PER_PERSON; n += 1) await add(creator, [`${n}`])
  })

  test('an episode has a hundred texts', async () => {
    await sql`insert into subtitles (id, episode_id, author_uid, language, kind, label, state, version, created_at, updated_at)
      select 'x' || n, ${episode.id}, ${creator.uid}, 'en', 'signs', 'English', 'draft', 1, now(), now()
      from generate_series(1, 100) as n`.execute(room.db)
    await expect(add(creator, ['One'])).rejects.toEqual(refusal('subtitles.too_many'))
  })

  test('a person saves 120 times an hour, and stores 64 MB', async () => {
    const { id } = await add(helper, ['One'])
    await sql`update subtitle_versions set size_bytes = ${STORED_MAX_BYTES}`.execute(room.db)
    await expect(add(helper, ['Two'])).rejects.toEqual(refusal('subtitles.too_much_stored'))
    await sql`update rate_limits set used = ${SAVES_PER_HOUR}, ends_at = ends_at - interval '30 minutes'
      where key like 'subtitles:%'`.execute(room.db)
    await expect(room.subtitles.changeSubtitle(helper, id, { file: linesFile(['2']) })).rejects.toSatisfy(
      ({ code, details }: Refusal) => code === 'subtitles.saved_too_often' && details.retryAfterSeconds! <= 1800,
    )
  })

  test('a save counts before its file is read', async () => {
    const { id } = await add(helper, ['One'])
    const broken = { file: new Blob(['Hello']) }
    await expect(room.subtitles.changeSubtitle(helper, id, broken)).rejects.toEqual(refusal('subtitles.format_unknown'))
    await expect(add(helper, [], broken)).rejects.toEqual(refusal('subtitles.format_unknown'))
    const { rows } = await sql`select used from rate_limits where key like 'subtitles:%'`.execute(room.db)
    expect(rows).toEqual([{ used: 3 }])
    await sql`update rate_limits set used = ${SAVES_PER_HOUR} where key like 'subtitles:%'`.execute(room.db)
    await expect(add(helper, [], broken)).rejects.toEqual(refusal('subtitles.saved_too_often'))
  })
})

describe('when people and episodes go', () => {
  test('drafts go with an account, and approved texts stay without a name', async () => {
    const { id } = await add(helper, ['One'])
    await approve(id)
    await add(helper, ['Two'])
    await transact(room.db, async (trx) => {
      await room.subtitles.removeDraftsOf(trx, helper.uid)
      await sql`delete from users where id = ${helper.uid}`.execute(trx)
    })
    expect(await room.subtitles.subtitlesOn(episode.id, creator)).toMatchObject([
      { id, author: null, state: 'approved' },
    ])
    expect((await room.subtitles.versionsOf(creator, id)).versions).toMatchObject([{ author: null }])
    const { rows } = await sql`select from rate_limits where key like ${`%${helper.uid}%`}`.execute(room.db)
    expect(rows).toEqual([])
  })

  test('texts go with their episode', async () => {
    const { id } = await add(creator, ['One'])
    await approve(id)
    await room.catalog.remove(creator, episode.id)
    for (const table of ['subtitles', 'subtitle_versions', 'episode_lines', 'text_tracks']) {
      const { rows } = await sql`select from ${sql.table(table)}`.execute(room.db)
      expect([table, rows.length]).toEqual([table, 0])
    }
    await room.work()
  })

  test('of an adult episode are written by others too, who see what they wrote', async () => {
    await room.catalog.edit(creator, episode.id, { nsfw: true })
    const { id } = await add(helper, ['One'])
    const changed = await room.subtitles.changeSubtitle(helper, id, { file: linesFile(['Two']) })
    expect(changed).toMatchObject({ id, state: 'draft', version: 2 })
    await expect(room.subtitles.findSubtitle(id, await room.addViewer())).rejects.toEqual(
      refusal('subtitles.not_found'),
    )
  })

  test('those of a private or adult episode are seen by who sees it', async () => {
    const { id } = await add(creator, ['One'])
    await approve(id)
    await room.catalog.edit(creator, episode.id, { nsfw: true })
    expect(await seenBy(null)).toEqual([])
    await expect(room.subtitles.subtitleText(id, null, 'vtt')).rejects.toEqual(refusal('subtitles.not_found'))
    expect((await room.catalog.lines.of(episode.id, null, {})).lines).toEqual([])
    expect(await room.subtitles.findSubtitle(id, null, new Set([episode.id]))).toMatchObject({ id })
    await room.catalog.edit(creator, episode.id, { nsfw: false, visibility: 'private' })
    await expect(room.subtitles.findSubtitle(id, helper)).rejects.toEqual(refusal('subtitles.not_found'))
    await expect(seenBy(helper)).rejects.toEqual(expect.objectContaining({ code: 'catalog.episode_not_found' }))
    expect(await seenBy(creator)).toEqual(['English approved'])
  })
})
