import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishClip } from '#tests/support/data/publishing.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

const run = promisify(execFile)

interface FilesOf {
  videoId: string
  files: { height: number; width: number; sizeBytes: number; url: string }[]
}

let site: TestHoshi
let creator: Person
let episode: string
let file: FilesOf['files'][number]
/** The file as it is sent, and the init segment and segments of its rendition, one after the other. */
let whole: Buffer
let segments: Buffer

beforeAll(async () => {
  site = await createTestHoshi({ worksJobs: true })
  creator = await createPerson(site.url, 'creator')
  const clip = await makeClip(site.dataDir, { seconds: 9, width: 160, height: 90, keyframeSeconds: 4 })
  const id = await publishClip(creator, clip, { title: '雨/"Rain"' })
  episode = `/api/v1/episodes/${id}`
  const found = await eventually('the file is made', async () => {
    const answer = (await (await creator.call('GET', episode)).json()) as FilesOf
    return answer.files.length > 0 && answer
  })
  file = found.files[0]!
  whole = Buffer.from(await (await createStranger(site.url).call('GET', file.url)).arrayBuffer())
  segments = await joinRendition(join(site.dataDir, 'files/media', found.videoId))
})

afterAll(() => site?.close())

async function joinRendition(media: string): Promise<Buffer> {
  const [rendition] = (await readdir(media, { withFileTypes: true })).filter((entry) => entry.isDirectory())
  const folder = join(media, rendition!.name)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.m4s')).sort()
  expect(names.length).toBeGreaterThan(1)
  return Buffer.concat(await Promise.all(['init.mp4', ...names].map((name) => readFile(join(folder, name)))))
}

/** Times and hashes of decoded frames and sound. */
async function decode(input: string, ...args: string[]): Promise<string[]> {
  const { stdout } = await run('ffmpeg', ['-v', 'error', ...args, '-i', input, '-f', 'framemd5', '-'])
  return stdout.split('\n').filter((line) => /^\d/.test(line))
}

const get = (headers: Record<string, string> = {}, url = file.url) =>
  createStranger(site.url).call('GET', url, undefined, headers)

describe('a rendition as one file', () => {
  test('has the size that the API states, and is as public and lasting as a segment', async () => {
    const response = await get()
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(file.sizeBytes),
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect(response.headers.has('content-disposition')).toBe(false)
    expect(file).toMatchObject({ width: 160, height: 90, sizeBytes: whole.length })
    expect(file.url).toMatch(/^\/media\/[0-9a-z]{26}\/file-[0-9a-z]{26}\.mp4$/)
  })

  test('decodes to the same frames and the same sound, at the same times, as its segments', async () => {
    const [wholePath, segmentsPath] = [join(site.dataDir, 'whole.mp4'), join(site.dataDir, 'segments.mp4')]
    await writeFile(wholePath, whole)
    await writeFile(segmentsPath, segments)
    const frames = await decode(segmentsPath)
    expect(frames.length).toBeGreaterThan(9 * 24)
    expect(await decode(wholePath)).toEqual(frames)
  })

  test('is sought over HTTP without being read from its beginning', async () => {
    const video = ['-map', '0:v', '-frames:v', '1']
    const output = await run('ffmpeg', [
      '-v',
      'verbose',
      '-ss',
      '8.5',
      '-i',
      site.url + file.url,
      ...video,
      '-f',
      'null',
      '-',
    ])
    const [frame] = await decode(site.url + file.url, '-ss', '8.5', '-copyts')
    expect(frame).toMatch(/^0, +\d+, +\d+/)
    // An index that comes last, or none, is read for with more requests than one.
    expect(output.stderr).toMatch(/Statistics: \d+ bytes read, [012] seeks/)
  })

  test('states how long it plays, and how many frames it has, before its media', async () => {
    const path = join(site.dataDir, 'beginning.mp4')
    await writeFile(path, whole.subarray(0, whole.indexOf('mdat') + 4096))
    const entries = ['-show_entries', 'format=duration:stream=codec_type,nb_frames', '-of', 'csv=p=0']
    const { stdout } = await run('ffprobe', ['-v', 'quiet', ...entries, path])
    expect(stdout.trim().split('\n')).toEqual([`video,${9 * 24}`, expect.stringMatching(/^audio,\d+$/), '9.000000'])
  })

  test('is sent in any parts, across its objects', async () => {
    const middle = whole.indexOf('mdat')
    const ranges = [
      [0, 0],
      [middle - 100, middle + 5000],
      [1, whole.length - 2],
      [whole.length - 10, whole.length - 1],
    ] as const
    for (const [start, end] of ranges) {
      const response = await get({ Range: `bytes=${start}-${end}` })
      expect(response.status, `${start}-${end}`).toBe(206)
      expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/${whole.length}`)
      expect(Buffer.from(await response.arrayBuffer()).equals(whole.subarray(start, end + 1))).toBe(true)
    }
    expect((await get({ Range: `bytes=${whole.length}-` })).status).toBe(416)
  })

  test('answers conditions by its tag, and HEAD without its bytes', async () => {
    const head = await createStranger(site.url).call('HEAD', file.url)
    const tag = head.headers.get('etag')!
    expect(head.headers.get('content-length')).toBe(String(whole.length))
    expect((await get({ 'If-None-Match': tag })).status).toBe(304)
    expect((await get({ Range: 'bytes=0-9', 'If-Range': tag })).status).toBe(206)
    expect((await get({ Range: 'bytes=0-9', 'If-Range': '"another"' })).status).toBe(200)
  })

  test('is absent under another name', async () => {
    expect((await get({}, file.url.replace(/file-./, 'file-~'))).status).toBe(404)
    expect((await get({}, file.url.replace(/file-.{26}/, `file-${'a'.repeat(26)}`))).status).toBe(404)
  })
})

describe('for keeping', () => {
  test('it is refused until its creator allows that', async () => {
    const response = await get({}, `${file.url}?download=1`)
    expect([response.status, response.headers.get('cache-control')]).toEqual([403, 'no-store'])
    expect(await response.json()).toMatchObject({ code: 'catalog.downloads_closed' })
    expect((await get({}, `${file.url}?download=0`)).status).toBe(200)
  })

  test('it has the title of the episode then', async () => {
    expect((await creator.call('PATCH', episode, { downloadsOpen: true })).status).toBe(200)
    const response = await get({ Range: 'bytes=0-9' }, `${file.url}?download=1`)
    expect(response.status).toBe(206)
    expect(response.headers.get('cache-control')).toBe('public, max-age=60')
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="_/_Rain_.mp4"; filename*=UTF-8''%E9%9B%A8%2F%22Rain%22.mp4`,
    )
  })
})

test('the file of a private episode is its creator’s alone', async () => {
  expect((await creator.call('PATCH', episode, { visibility: 'private' })).status).toBe(200)
  await expect.poll(async () => (await get()).status).toBe(404)
  const own = await creator.call('GET', file.url, undefined, { Range: 'bytes=0-9' })
  expect([own.status, own.headers.get('cache-control')]).toEqual([206, 'private, no-store'])
  const answer = (await (await creator.call('GET', episode)).json()) as FilesOf
  expect(answer.files).toEqual([])
})
