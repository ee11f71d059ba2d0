import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { linesFile, subtitleForm } from '#tests/support/media/subtitle-files.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let creator: Person
let helper: Person
let stranger: Pick<Person, 'call'>
let episodeId: string

beforeAll(async () => {
  site = await createTestHoshi()
  creator = await createPerson(site.url, 'creator', 'Mio Arakawa')
  helper = await createPerson(site.url, 'viewer')
  stranger = createStranger(site.url)
})
beforeEach(async () => {
  episodeId = (await publishEpisode(site, creator, { translationsOpen: true })).id
})
afterAll(() => site?.close())

type Json = Record<string, unknown> & { id: string }

async function call(who: Pick<Person, 'call'>, method: string, path: string, body?: unknown): Promise<Json> {
  const response = await who.call(method, `/api/v1${path}`, body)
  return { httpStatus: response.status, ...(response.status === 204 ? {} : await response.json()) } as Json
}

const form = (texts = ['One', 'Two'], fields = {}) =>
  subtitleForm(linesFile(texts), { language: 'en', kind: 'subtitles', ...fields })
const add = (who: Pick<Person, 'call'>, body: unknown = form()) =>
  call(who, 'POST', `/episodes/${episodeId}/subtitles`, body)

describe('subtitles over the API', () => {
  test('go from a draft by a viewer to what everybody sees', async () => {
    const added = await add(helper)
    expect(added).toMatchObject({
      httpStatus: 201,
      episodeId,
      language: 'en',
      kind: 'subtitles',
      label: 'English',
      format: 'vtt',
      state: 'draft',
      cues: 2,
      words: '',
      author: { uid: helper.account.uid, username: '' },
    })
    const path = `/subtitles/${added.id}`
    expect(await call(stranger, 'GET', path)).toMatchObject({ httpStatus: 404, code: 'subtitles.not_found' })
    expect(await call(stranger, 'GET', `/episodes/${episodeId}/subtitles`)).toMatchObject({ subtitles: [] })
    expect(await call(helper, 'POST', `${path}/review`, { outcome: 'approved' })).toMatchObject({ httpStatus: 403 })
    const words = 'Thank you!'
    expect(await call(creator, 'POST', `${path}/review`, { outcome: 'approved', words })).toMatchObject({
      httpStatus: 200,
      state: 'approved',
      words,
    })
    const seen = await call(stranger, 'GET', path)
    expect(seen).toMatchObject({ httpStatus: 200, state: 'approved', approvedVersion: 1 })
    expect(seen).not.toHaveProperty('words')
    expect(await call(helper, 'GET', path)).toMatchObject({ words })
    const text = await stranger.call('GET', seen.vttUrl as string)
    expect(text.headers.get('content-type')).toBe('text/vtt; charset=utf-8')
    expect(await text.text()).toContain('00:00:01.000 --> 00:00:02.000\nOne')
    const srt = await stranger.call('GET', `/api/v1${path}?format=srt`)
    expect(await srt.text()).toContain('1\n00:00:01,000 --> 00:00:02,000\nOne')
  })

  test('refuse a version that was made of an older one', async () => {
    const { id } = await add(helper)
    const save = (version: string, texts: string[]) => call(helper, 'PUT', `/subtitles/${id}`, form(texts, { version }))
    expect(await save('1', ['One', 'Too'])).toMatchObject({ httpStatus: 200, version: 2 })
    const code = 'subtitles.changed'
    expect(await save('1', ['One', 'Tow'])).toMatchObject({ httpStatus: 409, code })
    expect(await save('x', ['One', 'Tow'])).toMatchObject({ httpStatus: 409, code })
    expect(await save('2', ['One', 'Tow'])).toMatchObject({ httpStatus: 200, version: 3 })
  })

  test('get versions by PUT, which can be compared and restored', async () => {
    const { id } = await add(helper)
    const changed = await call(helper, 'PUT', `/subtitles/${id}`, form(['One', 'Too'], { label: 'Mine' }))
    expect(changed).toMatchObject({ httpStatus: 200, version: 2, label: 'Mine' })
    expect(await call(creator, 'GET', `/subtitles/${id}/versions?against=1`)).toMatchObject({
      versions: [
        { number: 2, added: 1, removed: 1, author: { uid: helper.account.uid } },
        { number: 1, added: 2, removed: 0 },
      ],
      changes: [{ was: { from: 2, to: 3, text: 'Two' }, is: { from: 2, to: 3, text: 'Too' } }],
    })
    expect(await call(helper, 'GET', `/subtitles/${id}/versions`)).toMatchObject({ changes: null })
    expect(await call(helper, 'POST', `/subtitles/${id}/versions/1/restore`)).toMatchObject({ version: 3 })
    for (const n of ['7', '0', 'x', '99999999999'])
      expect(await call(helper, 'POST', `/subtitles/${id}/versions/${n}/restore`)).toMatchObject({ httpStatus: 404 })
    const renamed = await call(helper, 'PUT', `/subtitles/${id}`, subtitleForm(null, { kind: 'captions' }))
    expect(renamed).toMatchObject({ kind: 'captions', version: 3 })
    expect(await call(helper, 'DELETE', `/subtitles/${id}`)).toEqual({ httpStatus: 204 })
    expect(await call(helper, 'GET', `/subtitles/${id}`)).toMatchObject({ httpStatus: 404 })
  })

  test('are refused with the field at fault', async () => {
    const refused = async (body: unknown) => {
      const { httpStatus, code, field } = await add(creator, body)
      return [httpStatus, code, field]
    }
    expect(await refused(subtitleForm(null, { language: 'en', kind: 'subtitles' }))).toEqual([
      422,
      'subtitles.file_missing',
      'file',
    ])
    expect(await refused(form(['One'], { language: 'x' }))).toEqual([422, 'subtitles.language_unknown', 'language'])
    expect(await refused(form(['One'], { kind: 'x' }))).toEqual([422, 'subtitles.kind_unknown', 'kind'])
    expect(await refused(form(['One'], { state: 'approved' }))).toEqual([422, 'request.invalid', 'state'])
    expect(await refused(form(['One'], { version: '1' }))).toEqual([422, 'request.invalid', 'version'])
    const elsewhere = form(['One'])
    elsewhere.set('text', linesFile(['Two']), 'two.vtt')
    elsewhere.delete('file')
    expect(await refused(elsewhere)).toEqual([422, 'request.invalid', 'text'])
    expect(await refused({ language: 'en' })).toEqual([415, 'request.wrong_type', undefined])
    const large = subtitleForm(new Blob(['x'.repeat(10 * 1024 ** 2 + 1)]), { language: 'en', kind: 'signs' })
    expect(await refused(large)).toEqual([413, 'subtitles.too_large', 'file'])
    const huge = subtitleForm(new Blob(['x'.repeat(11 * 1024 ** 2)]), { language: 'en', kind: 'signs' })
    expect((await refused(huge))[0]).toBe(413)
  })

  test('are closed to others unless the creator opens them', async () => {
    await call(creator, 'PATCH', `/episodes/${episodeId}`, { translationsOpen: false })
    expect(await add(helper)).toMatchObject({ httpStatus: 403, code: 'subtitles.closed' })
    expect(await add(stranger)).toMatchObject({ httpStatus: 401 })
    expect(await add(creator)).toMatchObject({ httpStatus: 201 })
  })
})

test('what is said is found in the episode and in Explore', async () => {
  const { id } = await add(creator, form(['Put the kettle on.', 'Tea!']))
  await call(creator, 'POST', `/subtitles/${id}/review`, { outcome: 'approved' })
  const line = { subtitleId: id, language: 'en', from: 1, to: 2, text: 'Put the kettle on.' }
  expect(await call(stranger, 'GET', `/episodes/${episodeId}/lines?search=KETTLE`)).toEqual({
    httpStatus: 200,
    lines: [line],
    total: 1,
    nextCursor: null,
  })
  const first = await call(stranger, 'GET', `/episodes/${episodeId}/lines?limit=1`)
  expect(first).toMatchObject({ lines: [line], total: 2 })
  expect(await call(stranger, 'GET', `/episodes/${episodeId}/lines?cursor=${first.nextCursor}`)).toMatchObject({
    lines: [{ text: 'Tea!' }],
    nextCursor: null,
  })
  expect(await call(stranger, 'GET', '/episodes?search=kettle')).toMatchObject({
    total: 1,
    episodes: [{ id: episodeId, line: { text: line.text, language: 'en', from: 1 } }],
  })
  const { episodes } = await call(stranger, 'GET', '/episodes')
  expect((episodes as Json[]).filter((each) => 'line' in each)).toEqual([])
})
