import { beforeAll, expect, test } from 'vitest'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { subtitleForm } from '#tests/support/media/subtitle-files.ts'
import { setUpPlainSite } from '#tests/support/worlds/plain-site.ts'

const site = setUpPlainSite()

let mio: Person
let episodeId: string

beforeAll(async () => {
  mio = await createPerson(site.hoshi.url, 'creator', 'Mio')
  episodeId = (await publishEpisode(site.hoshi, mio, { title: 'Paper boats' })).id
})

/** @returns the answer of the API, and the page of the text */
async function add(text: string) {
  const form = subtitleForm(new Blob([text]), { language: 'en', kind: 'subtitles' })
  const added = await mio.call('POST', `/api/v1/episodes/${episodeId}/subtitles`, form)
  const answer = (await added.json()) as { id: string; warnings: unknown[] }
  return { answer, page: await (await site.visit(mio)).open(`/subtitles/${episodeId}?text=${answer.id}`) }
}

test('what the reading of a file left out is named, by the API and on the page', async () => {
  const { answer, page } = await add('WEBVTT - lost\n\n00:01.000 --> 00:02.000\nOne\n\n00:0x --> 00:04.000\nTwo\n')
  const message = 'Line 6 of the file: the times cannot be read, so the text below is left out.'
  expect(answer.warnings).toEqual([{ code: 'time_unknown', count: 1, lines: [6], message }])
  expect(page.text).toContain(message)
})

test('lines after the end of the film are named, and moved by the hour at which a broadcast begins', async () => {
  const { page } = await add('1\n01:00:01,000 --> 01:00:02,000\nTimecode of an hour\n')
  expect(page.text).toContain('1 after the end of the video')
  expect(page.text).not.toContain('Every line is on screen long enough to read')
  const moved = await page.press('Move all lines 1 hour earlier')
  expect(moved.text).not.toContain('after the end of the video')
  expect(moved.all('button', /hour earlier/)).toEqual([])
  expect(moved.text).toContain('version 2')
})

test('who approves a script reads what viewers see while a font of it is not shared', async () => {
  const { answer } = await add(
    '[Script Info]\n[V4+ Styles]\nStyle: A,Dela\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,A,,0,0,0,,One\n',
  )
  await queryDatabase(
    site.hoshi.connectionString,
    `insert into subtitle_fonts (id, subtitle_id, author_uid, format, names, size_bytes, is_licensed, created_at)
     values ('f', $1, $2, 'ttf', $3, 1, false, now())`,
    [answer.id, mio.account.uid, ['Dela Gothic One']],
  )
  const visitor = await site.visit(mio)
  const page = await visitor.open(`/subtitles/${episodeId}?text=${answer.id}`)
  expect(page.text).toContain('Dela Gothic One: viewers will see its letters in a font of Hoshi')
  const approved = await page.press('Publish')
  expect(approved.text).toContain('Dela Gothic One: viewers see its letters in a font of Hoshi')
  await queryDatabase(site.hoshi.connectionString, 'update subtitle_fonts set is_licensed = true')
  expect((await visitor.open(`/subtitles/${episodeId}?text=${answer.id}`)).text).not.toContain('in a font of Hoshi')
})
