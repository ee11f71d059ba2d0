import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import { createMediaInfo } from '#tests/support/media/media-info.ts'
import { openVideoFixture, type VideoFixture } from '#tests/support/worlds/video-fixture.server.ts'
import { av1StateOf } from '../av1-rows.server.ts'
import type { VideoHosting } from '../video-hosting.ts'

let fixture: VideoFixture
let hosting: VideoHosting

beforeAll(async () => {
  fixture = await openVideoFixture()
})
beforeEach(() => {
  hosting = open(true)
})
afterEach(async () => {
  hosting.close()
  await sql`delete from videos`.execute(fixture.db)
})
afterAll(() => fixture.close())

/** @param isBusy whether another job is due, on this node or another one */
function open(makesAv1: boolean, isBusy = false): VideoHosting {
  fixture.parts.makesAv1 = makesAv1
  fixture.parts.jobs.isAnyDue = async () => isBusy
  return fixture.open(null)
}

/** A video of a 720p rendition and a smaller one. */
async function aVideo(changes: object = {}): Promise<string> {
  const uid = newId()
  const row = { state: 'ready', percent_complete: 100, is_published: true, media_info: createMediaInfo(), ...changes }
  await sql`insert into videos (uid, creator_id, name, size_bytes, state, percent_complete, is_published, media_info,
      upload_key_hash, upload_expires_at)
    values (${uid}, 'aya', 'clip', 5, ${row.state}, ${row.percent_complete}, ${row.is_published},
      ${JSON.stringify(row.media_info)}, ${Buffer.from(uid)}, now())`.execute(fixture.db)
  for (const height of [720, 360]) {
    await sql`insert into renditions (id, video_uid, origin, width, height, codecs, peak_bandwidth, average_bandwidth,
        frame_rate, size_bytes, segment_frames)
      values (${newId()}, ${uid}, 'encode', ${(height * 16) / 9}, ${height}, 'avc1', 1, 1, 24, 1, '{96,96,48}')`.execute(
      fixture.db,
    )
  }
  return uid
}

const stateOf = (uid: string) => av1StateOf(fixture.db, uid)

describe('a video wanted in AV1', () => {
  it('is requested once', async () => {
    const uid = await aVideo()
    expect([await hosting.host.requestAv1([uid]), await hosting.host.requestAv1([uid])]).toEqual([1, 0])
    expect([await stateOf(uid), fixture.isEnqueued('video.av1', uid)]).toEqual(['wanted', true])
  })

  it('waits while several others are requested, in the order in which they are wanted', async () => {
    const uids = [await aVideo(), await aVideo(), await aVideo(), await aVideo()]
    expect(await hosting.host.requestAv1(uids)).toBe(3)
    expect(await Promise.all(uids.map(stateOf))).toEqual(['wanted', 'wanted', 'wanted', null])
    expect([await hosting.host.requestAv1(uids), await stateOf(uids[3]!)]).toEqual([0, null])
    await sql`update av1_sets set state = 'left_out' where video_uid = ${uids[0]}`.execute(fixture.db)
    expect([await hosting.host.requestAv1(uids), await stateOf(uids[3]!)]).toEqual([1, 'wanted'])
  })

  it('has to be public and complete', async () => {
    const uids = [
      await aVideo({ percent_complete: 60 }),
      await aVideo({ is_published: false }),
      await aVideo({ state: 'error' }),
    ]
    expect(await hosting.host.requestAv1([...uids, 'unknown'])).toBe(0)
    expect(await Promise.all(uids.map(stateOf))).toEqual([null, null, null])
  })

  it('is left out permanently when no set can be made of it', async () => {
    const uid = await aVideo({ media_info: createMediaInfo({ video: { isConstantFrameRate: false } }) })
    expect([await hosting.host.requestAv1([uid]), await stateOf(uid)]).toEqual([0, 'left_out'])
    expect(fixture.isEnqueued('video.av1', uid)).toBe(false)
  })

  it('is not requested while AV1 is off', async () => {
    const uid = await aVideo()
    expect([await open(false).host.requestAv1([uid]), await stateOf(uid)]).toEqual([0, null])
  })
})

describe('an AV1 set', () => {
  it('is deferred while any other job is due', async () => {
    const uid = await aVideo()
    await hosting.host.requestAv1([uid])
    open(true, true)
    const before = fixture.countEnqueued('video.av1', uid)
    await fixture.run('video.av1', { uid })
    expect([fixture.countEnqueued('video.av1', uid), await stateOf(uid)]).toEqual([before + 1, 'wanted'])
    // Now it is tried, and left out because its upload is missing.
    open(true)
    await fixture.run('video.av1', { uid })
    expect([fixture.countEnqueued('video.av1', uid), await stateOf(uid)]).toEqual([before + 1, 'left_out'])
  })

  it('is dropped when AV1 has been turned off, and may be requested again', async () => {
    const uid = await aVideo()
    await hosting.host.requestAv1([uid])
    open(false)
    await fixture.run('video.av1', { uid })
    expect(await stateOf(uid)).toBeNull()
    expect(await open(true).host.requestAv1([uid])).toBe(1)
  })

  it('is left out when every attempt has failed', async () => {
    const uid = await aVideo()
    await hosting.host.requestAv1([uid])
    await fixture.run('video.av1-give-up', { uid })
    expect(await stateOf(uid)).toBe('left_out')
    expect(
      (await fixture.db.executeQuery(sql`select state, percent_complete from videos`.compile(fixture.db))).rows,
    ).toEqual([{ state: 'ready', percent_complete: 100 }])
  })

  it('ends quietly when its video is gone', async () => {
    const uid = await aVideo()
    await hosting.host.requestAv1([uid])
    await sql`delete from videos where uid = ${uid}`.execute(fixture.db)
    await fixture.run('video.av1', { uid })
    expect(await stateOf(uid)).toBeNull()
  })
})
