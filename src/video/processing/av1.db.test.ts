import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import { aMeasurement } from '#tests/support/measurements.ts'
import { openVideoRooms, type VideoRooms } from '#tests/support/video-rooms.server.ts'
import { av1StateOf } from '../av1-rows.server.ts'
import type { VideoRoom } from '../video.server.ts'

let rooms: VideoRooms
let room: VideoRoom

beforeAll(async () => {
  rooms = await openVideoRooms()
})
beforeEach(() => {
  room = open(true)
})
afterEach(async () => {
  room.close()
  await sql`delete from videos`.execute(rooms.db)
})
afterAll(() => rooms.close())

/** @param isBusy whether something else is to be done, on this node or another one */
function open(makesAv1: boolean, isBusy = false): VideoRoom {
  rooms.parts.makesAv1 = makesAv1
  rooms.parts.jobs.isAnyDue = async () => isBusy
  return rooms.open(null)
}

/** A video of a 720p rendition and a smaller one. */
async function aVideo(changes: object = {}): Promise<string> {
  const uid = newId()
  const row = { state: 'ready', percent_complete: 100, is_published: true, measurement: aMeasurement(), ...changes }
  await sql`insert into videos (uid, creator_id, name, size_bytes, state, percent_complete, is_published, measurement,
      upload_key_hash, upload_expires_at)
    values (${uid}, 'aya', 'clip', 5, ${row.state}, ${row.percent_complete}, ${row.is_published},
      ${JSON.stringify(row.measurement)}, ${Buffer.from(uid)}, now())`.execute(rooms.db)
  for (const height of [720, 360]) {
    await sql`insert into renditions (id, video_uid, origin, width, height, codecs, peak_bandwidth, average_bandwidth,
        frame_rate, size_bytes, segment_frames)
      values (${newId()}, ${uid}, 'encode', ${(height * 16) / 9}, ${height}, 'avc1', 1, 1, 24, 1, '{96,96,48}')`.execute(
      rooms.db,
    )
  }
  return uid
}

const stateOf = (uid: string) => av1StateOf(rooms.db, uid)

describe('a video that is wanted in AV1', () => {
  it('is asked for once', async () => {
    const uid = await aVideo()
    expect([await room.host.wantInAv1([uid]), await room.host.wantInAv1([uid])]).toEqual([1, 0])
    expect([await stateOf(uid), rooms.isEnqueued('video.av1', uid)]).toEqual(['wanted', true])
  })

  it('waits its turn when several are asked for already, in the order in which they are wanted', async () => {
    const uids = [await aVideo(), await aVideo(), await aVideo(), await aVideo()]
    expect(await room.host.wantInAv1(uids)).toBe(3)
    expect(await Promise.all(uids.map(stateOf))).toEqual(['wanted', 'wanted', 'wanted', null])
    expect([await room.host.wantInAv1(uids), await stateOf(uids[3]!)]).toEqual([0, null])
    await sql`update av1_sets set state = 'left_out' where video_uid = ${uids[0]}`.execute(rooms.db)
    expect([await room.host.wantInAv1(uids), await stateOf(uids[3]!)]).toEqual([1, 'wanted'])
  })

  it('has to be public and complete', async () => {
    const uids = [
      await aVideo({ percent_complete: 60 }),
      await aVideo({ is_published: false }),
      await aVideo({ state: 'error' }),
    ]
    expect(await room.host.wantInAv1([...uids, 'unknown'])).toBe(0)
    expect(await Promise.all(uids.map(stateOf))).toEqual([null, null, null])
  })

  it('is passed over for good when no set can be made of it', async () => {
    const uid = await aVideo({ measurement: aMeasurement({ video: { isConstantFrameRate: false } }) })
    expect([await room.host.wantInAv1([uid]), await stateOf(uid)]).toEqual([0, 'left_out'])
    expect(rooms.isEnqueued('video.av1', uid)).toBe(false)
  })

  it('is not asked for where AV1 is off', async () => {
    const uid = await aVideo()
    expect([await open(false).host.wantInAv1([uid]), await stateOf(uid)]).toEqual([0, null])
  })
})

describe('an AV1 set', () => {
  it('is not begun while anything else is to be done, and is put off', async () => {
    const uid = await aVideo()
    await room.host.wantInAv1([uid])
    open(true, true)
    const before = rooms.countEnqueued('video.av1', uid)
    await rooms.run('video.av1', { uid })
    expect([rooms.countEnqueued('video.av1', uid), await stateOf(uid)]).toEqual([before + 1, 'wanted'])
    // Without the upload it could not have been made: now it is tried.
    open(true)
    await rooms.run('video.av1', { uid })
    expect([rooms.countEnqueued('video.av1', uid), await stateOf(uid)]).toEqual([before + 1, 'left_out'])
  })

  it('is forgotten where AV1 has been turned off, and may be asked for again', async () => {
    const uid = await aVideo()
    await room.host.wantInAv1([uid])
    open(false)
    await rooms.run('video.av1', { uid })
    expect(await stateOf(uid)).toBeNull()
    expect(await open(true).host.wantInAv1([uid])).toBe(1)
  })

  it('is left out when every attempt has failed', async () => {
    const uid = await aVideo()
    await room.host.wantInAv1([uid])
    await rooms.run('video.av1-give-up', { uid })
    expect(await stateOf(uid)).toBe('left_out')
    expect(
      (await rooms.db.executeQuery(sql`select state, percent_complete from videos`.compile(rooms.db))).rows,
    ).toEqual([{ state: 'ready', percent_complete: 100 }])
  })

  it('is nothing any more when the video is gone', async () => {
    const uid = await aVideo()
    await room.host.wantInAv1([uid])
    await sql`delete from videos where uid = ${uid}`.execute(rooms.db)
    await rooms.run('video.av1', { uid })
    expect(await stateOf(uid)).toBeNull()
  })
})
