import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ready } from '#tests/support/http/fake-stream.ts'
import { openVideoFixture, type VideoFixture } from '#tests/support/worlds/video-fixture.server.ts'
import { describeVideoHost, type HostUnderTest } from '#tests/support/worlds/video-host-contract.ts'
import { createVideoTransitions } from './encode/video-transitions.server.ts'
import type { VideoHosting } from './video-hosting.ts'

let on: VideoFixture
let ours: VideoHosting
let hosted: VideoHosting

beforeAll(async () => {
  on = await openVideoFixture()
  ours = on.open(null)
  hosted = on.open(on.fake.service)
})
afterAll(() => on?.close())

function onTrial({ host }: VideoHosting, world: Pick<HostUnderTest, 'makePlayable' | 'makeFail'>): HostUnderTest {
  const { db, creator, other, viewer, limits, playable, isErased } = on
  return { host, db, creator, other, viewer, limits, playable, isErased, ...world }
}

describeVideoHost('our own host', () =>
  onTrial(ours, {
    // The result of a worker, without running ffmpeg.
    async makePlayable(uid) {
      await sql`update videos set state = 'ready', percent_complete = 100, probed_at = now(), duration_seconds = 5.5,
        master_name = 'master.m3u8', poster_name = 'poster.webp' where uid = ${uid}`.execute(on.db)
      on.playable.push(uid)
    },
    makeFail: async (uid) => void (await createVideoTransitions(on.parts).reject(uid, 'not_a_video')),
  }),
)

describeVideoHost('the hosted service', () =>
  onTrial(hosted, {
    makePlayable: async (uid) => on.fake.setDetails(uid, ready),
    makeFail: async (uid) => on.fake.setDetails(uid, { state: 'error', errorReasonCode: 'ERR_NON_VIDEO' }),
  }),
)

test('our own host returns the first segments of the smallest rendition', async () => {
  const { uid } = await ours.host.requestUpload(on.creator, { name: 'rain.mp4', sizeBytes: 1000 })
  const ask = () => ours.host.fastStartOf(uid)
  await sql`update videos set state = 'ready', master_name = 'master.m3u8', duration_seconds = 17 where uid = ${uid}`.execute(
    on.db,
  )
  expect(await ask()).toBeNull()
  const add = (id: string, height: number, frames: number[] | null) =>
    sql`insert into renditions (id, video_uid, origin, width, height, codecs, peak_bandwidth, average_bandwidth, frame_rate,
      size_bytes, segment_frames) values (${id}, ${uid}, 'encode', ${height * 2}, ${height}, ${`avc1.${height}`}, 1, 1, 24, 1,
      ${frames})`.execute(on.db)
  const media = `/media/${uid}`
  await add('old', 720, null)
  expect(await ask()).toEqual({
    codecs: 'avc1.720',
    init: `${media}/old/init.mp4`,
    segments: [`${media}/old/0001.m4s`],
    isComplete: false,
    durationSeconds: 17,
  })
  await add('two', 480, [96, 96])
  expect(await ask()).toMatchObject({ segments: [`${media}/two/0001.m4s`, `${media}/two/0002.m4s`], isComplete: true })
  await add('five', 360, [96, 96, 96, 96, 24])
  await add('chunks', 240, [96, 96, 96, 96])
  const names = ['index-a.m3u8', 'b/init.mp4', 'b/0001.m4s', 'b/0002.m4s', 'c/0003.m4s']
  await sql`update renditions set file_names = ${names} where id = 'chunks'`.execute(on.db)
  expect(await ask()).toMatchObject({
    init: `${media}/chunks/b/init.mp4`,
    segments: names.slice(2).map((name) => `${media}/chunks/${name}`),
  })
  await sql`delete from renditions where id = 'chunks'`.execute(on.db)
  const segments = [1, 2, 3].map((index) => `${media}/five/000${index}.m4s`)
  expect(await ask()).toMatchObject({ codecs: 'avc1.360', segments, isComplete: false })
})
