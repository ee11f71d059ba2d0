import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { makeReadyVideo, publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let creator: Person
let stranger: Pick<Person, 'call'>

beforeAll(async () => {
  site = await createTestHoshi()
  creator = await createPerson(site.url, 'creator')
  stranger = createStranger(site.url)
})
afterAll(() => site?.close())

const ofFrames = ['exposure-sheet', 'frame-times', 'changes']
const paths = ['flashes', ...ofFrames]
const flashes = [{ from: 0.5, to: 1.25, kind: 'red', perSecond: 6, share: 0.4 }]

interface Stored {
  state?: 'done' | 'failed'
  frameTimes?: number[]
  /** Null as of a video that was analysed before they were looked for. */
  cuts?: number[] | null
}

const analyse = (uid: string, { state = 'done', frameTimes, cuts = [4] }: Stored = {}) =>
  queryDatabase(
    site.connectionString,
    `insert into frame_analyses (video_uid, state, frames, drawings, flashes, frame_times, cuts, changes, analysed_at)
     values ($1, $2, 48, '{0,2,4}', $3, $4, $5, $6, now())`,
    [uid, state, JSON.stringify(flashes), frameTimes, cuts, cuts && [0, 7, 100]],
  )

async function read(person: Pick<Person, 'call'>, uid: string, path: string) {
  const response = await person.call('GET', `/api/v1/videos/${uid}/${path}`)
  const body = (await response.json()) as { code?: string }
  return response.status === 200 ? body : [response.status, body.code]
}

test('before the frames were analysed, flashes are pending, and there is neither a sheet nor times nor cuts', async () => {
  const { video } = await publishEpisode(site, creator)
  expect(await read(stranger, video.uid, 'flashes')).toEqual({ state: 'pending', spans: [] })
  for (const path of ofFrames) expect(await read(stranger, video.uid, path)).toEqual([404, 'video.not_analysed'])
})

test('everybody reads the sheet and the flashes of a public episode', async () => {
  const { video } = await publishEpisode(site, creator)
  await analyse(video.uid)
  expect(await read(stranger, video.uid, 'exposure-sheet')).toEqual({
    frameRate: { numerator: 24, denominator: 1 },
    frames: 48,
    drawings: [
      [0, 2],
      [2, 2],
      [4, 44],
    ],
  })
  expect(await read(stranger, video.uid, 'flashes')).toEqual({
    state: 'done',
    spans: [{ from: 0.5, to: 1.25, kind: 'red' }],
  })
})

test('the sheet is also a CSV file, with the number, the first frame and the length of each drawing', async () => {
  const { video } = await publishEpisode(site, creator)
  await analyse(video.uid)
  const response = await stranger.call('GET', `/api/v1/videos/${video.uid}/exposure-sheet?format=csv`)
  expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
  expect(await response.text()).toBe('drawing,first_frame,length\r\n1,0,2\r\n2,2,2\r\n3,4,44\r\n')
  const unknown = await stranger.call('GET', `/api/v1/videos/${video.uid}/exposure-sheet?format=xml`)
  expect(unknown.status).toBe(422)
})

test('frames at a constant rate have no times of their own', async () => {
  const { video } = await publishEpisode(site, creator)
  await analyse(video.uid)
  expect(await read(stranger, video.uid, 'frame-times')).toEqual({ frames: 48, times: null })
})

test('the times of a variable rate are seconds from the first frame, and the sheet has the average rate', async () => {
  const { video } = await publishEpisode(site, creator)
  await analyse(video.uid, { frameTimes: [0, 41_667, 250_000, 599_999_999] })
  expect(await read(stranger, video.uid, 'frame-times')).toEqual({
    frames: 48,
    times: [0, 0.041667, 0.25, 599.999999],
  })
  expect(await read(stranger, video.uid, 'exposure-sheet')).toMatchObject({
    frameRate: { numerator: 24, denominator: 1 },
  })
})

test('cuts come with how much of the picture each drawing changes', async () => {
  const { video } = await publishEpisode(site, creator)
  await analyse(video.uid)
  expect(await read(stranger, video.uid, 'changes')).toEqual({ frames: 48, cuts: [4], changes: [0, 7, 100] })
  const uncut = await publishEpisode(site, creator)
  await analyse(uncut.video.uid, { cuts: [] })
  expect(await read(stranger, uncut.video.uid, 'changes')).toMatchObject({ cuts: [] })
})

test('a video that was analysed before cuts were looked for has a sheet and no cuts', async () => {
  const { video } = await publishEpisode(site, creator)
  await analyse(video.uid, { cuts: null })
  expect(await read(stranger, video.uid, 'exposure-sheet')).toMatchObject({ frames: 48 })
  expect(await read(stranger, video.uid, 'changes')).toEqual([404, 'video.not_analysed'])
})

test('a failed analysis is said, with neither a sheet nor times nor cuts', async () => {
  const { video } = await publishEpisode(site, creator)
  await analyse(video.uid, { state: 'failed' })
  expect(await read(stranger, video.uid, 'flashes')).toMatchObject({ state: 'failed' })
  for (const path of ofFrames) expect(await read(stranger, video.uid, path)).toEqual([404, 'video.not_analysed'])
})

test.each([
  { of: 'a private episode', fields: { visibility: 'private' } },
  { of: 'an adult episode', fields: { nsfw: true } },
])('of $of only its creator reads them', async ({ fields }) => {
  const { video } = await publishEpisode(site, creator, fields)
  await analyse(video.uid)
  for (const path of paths) {
    expect(await read(stranger, video.uid, path)).toEqual([404, 'video.not_found'])
    expect(await read(creator, video.uid, path)).not.toEqual([404, expect.anything()])
  }
})

test('a video without an episode shows them to its owner only, and an unknown one is not found', async () => {
  const { uid } = await makeReadyVideo(site, creator)
  await analyse(uid)
  expect(await read(creator, uid, 'flashes')).toMatchObject({ state: 'done' })
  for (const each of [uid, 'unknown']) {
    for (const path of paths) expect(await read(stranger, each, path)).toEqual([404, 'video.not_found'])
  }
})
