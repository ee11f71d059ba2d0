import { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
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
