import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { boldFont, scriptIn } from '#tests/support/media/fonts.ts'
import { subtitleForm } from '#tests/support/media/subtitle-files.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let creator: Person
let stranger: Pick<Person, 'call'>
let path: string
const font = new Blob([new Uint8Array(await readFile(boldFont))])

type Json = Record<string, unknown> & { fonts: { id: string; url: string }[] }

beforeAll(async () => {
  site = await createTestHoshi()
  creator = await createPerson(site.url, 'creator', 'Mio Arakawa')
  stranger = createStranger(site.url)
})
beforeEach(async () => {
  const { id: episodeId } = await publishEpisode(site, creator)
  const form = subtitleForm(new Blob([scriptIn('Dela Gothic One')]), { language: 'en', kind: 'signs' })
  const added = await creator.call('POST', `/api/v1/episodes/${episodeId}/subtitles`, form)
  path = `/api/v1/subtitles/${((await added.json()) as { id: string }).id}`
})
afterAll(() => site?.close())

function fontForm(file: Blob | null = font, fields: Record<string, string> = { licence: 'yes' }): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (file) form.set('font', file, '../../a.woff')
  return form
}
async function add(who: Pick<Person, 'call'> = creator, body: unknown = fontForm()) {
  const response = await who.call('POST', `${path}/fonts`, body)
  return { status: response.status, answer: (await response.json()) as Json }
}
const approve = () => creator.call('POST', `${path}/review`, { outcome: 'approved' })

describe('a font over the API', () => {
  test('is listed with its text, and served to whom the text is', async () => {
    const { status, answer } = await add()
    expect([status, answer.fonts]).toMatchObject([201, [{ name: 'Dela Gothic One', isLicensed: true }]])
    const { url, id } = answer.fonts[0]!
    expect((await stranger.call('GET', url)).status).toBe(404)
    const own = await creator.call('GET', url)
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    await approve()
    const served = await stranger.call('GET', url)
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': 'font/ttf',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    const bytes = new Uint8Array(await served.arrayBuffer())
    expect([...bytes.subarray(0, 4)]).toEqual([0, 1, 0, 0])
    expect((await creator.call('DELETE', `${path}/fonts/${id}`)).status).toBe(204)
    expect((await stranger.call('GET', url)).status).toBe(404)
  })

  test.each([
    ['without the box', () => fontForm(font, {}), 422, 'subtitles.font_licence'],
    ['without a font', () => fontForm(null), 422, 'subtitles.font_missing'],
    ['that is none', () => fontForm(new Blob(['Hello'])), 422, 'subtitles.font_unsound'],
    [
      'of 12 MB and a byte',
      () => fontForm(new Blob([new Uint8Array(12 * 1024 ** 2 + 1)])),
      413,
      'subtitles.font_too_large',
    ],
  ] as const)('is refused %s', async (_what, form, status, code) => {
    expect(await add(creator, form())).toMatchObject({ status, answer: { code } })
  })

  test('is refused from anybody else', async () => {
    expect((await add(stranger)).status).toBe(401)
    const viewer = await createPerson(site.url, 'viewer')
    expect(await add(viewer)).toMatchObject({ status: 404, answer: { code: 'subtitles.not_found' } })
    await approve()
    expect(await add(viewer)).toMatchObject({ status: 403, answer: { code: 'subtitles.not_yours' } })
  })

  test('of the file is shared once the box is ticked', async () => {
    expect((await creator.call('PUT', `${path}/fonts/licence`, { licence: false })).status).toBe(422)
    expect((await creator.call('PUT', `${path}/fonts/licence`, { licence: true })).status).toBe(200)
  })

  test.each(['', 'a', '../installation', 'a.ttf', `${'a'.repeat(26)}.ttf`, `${'a'.repeat(26)}.woff`])(
    'is nothing at /fonts/%s',
    async (name) => {
      expect((await creator.call('GET', `/fonts/${name}`)).status).toBe(404)
    },
  )
})
