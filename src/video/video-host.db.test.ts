import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ready } from '#tests/support/fake-stream.ts'
import { describeVideoHost, type HostOnTrial } from '#tests/support/video-host-contract.ts'
import { openVideoRooms, type VideoRooms } from '#tests/support/video-rooms.server.ts'
import { createVideoOutcomes } from './processing/video-outcomes.server.ts'
import type { VideoRoom } from './video.server.ts'

let on: VideoRooms
let ours: VideoRoom
let hosted: VideoRoom

beforeAll(async () => {
  on = await openVideoRooms()
  ours = on.open(null)
  hosted = on.open(on.fake.service)
})
afterAll(() => on?.close())

function onTrial({ host }: VideoRoom, world: Pick<HostOnTrial, 'makePlay' | 'makeFail'>): HostOnTrial {
  const { db, creator, other, viewer, limits, playable, isErased } = on
  return { host, db, creator, other, viewer, limits, playable, isErased, ...world }
}

describeVideoHost('our own host', () =>
  onTrial(ours, {
    // What a worker leaves behind, without its ffmpeg.
    async makePlay(uid) {
      await sql`update videos set state = 'ready', percent_complete = 100, measured_at = now(), duration_seconds = 5.5,
        master_name = 'master.m3u8', poster_name = 'poster.webp' where uid = ${uid}`.execute(on.db)
      on.playable.push(uid)
    },
    makeFail: async (uid) => void (await createVideoOutcomes(on.parts).refused(uid, 'not_a_video')),
  }),
)

describeVideoHost('the hosted service', () =>
  onTrial(hosted, {
    makePlay: async (uid) => on.fake.tell(uid, ready),
    makeFail: async (uid) => on.fake.tell(uid, { state: 'error', errorReasonCode: 'ERR_NON_VIDEO' }),
  }),
)

test('our own host tells the first segments of the smallest rendition', async () => {
  const { uid } = await ours.host.requestUpload(on.creator, { name: 'rain.mp4', sizeBytes: 1000 })
  const ask = () => ours.host.beginningOf(uid)
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
    isWhole: false,
    durationSeconds: 17,
  })
  await add('two', 480, [96, 96])
  expect(await ask()).toMatchObject({ segments: [`${media}/two/0001.m4s`, `${media}/two/0002.m4s`], isWhole: true })
  await add('five', 360, [96, 96, 96, 96, 24])
  await add('chunks', 240, [96, 96, 96, 96])
  const names = ['index-a.m3u8', 'b/init.mp4', 'b/0001.m4s', 'b/0002.m4s', 'c/0003.m4s']
  await sql`update renditions set file_names = ${names} where id = 'chunks'`.execute(on.db)
  expect(await ask()).toMatchObject({
    init: `${media}/chunks/b/init.mp4`,
    segments: names.slice(2).map((name) => `${media}/chunks/${name}`),
  })
  await sql`delete from renditions where id = 'chunks'`.execute(on.db)
  const segments = [1, 2, 3].map((place) => `${media}/five/000${place}.m4s`)
  expect(await ask()).toMatchObject({ codecs: 'avc1.360', segments, isWhole: false })
})
