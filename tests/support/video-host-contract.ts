import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Account } from '#identity/account.ts'
import type { Db } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import { POSTER_MAX_BYTES } from '#video/poster.ts'
import type { VideoHost } from '#video/video-host.ts'

/** A host with what a test needs to play the world around it. */
export interface HostOnTrial {
  host: VideoHost
  db: Db
  creator: Account
  other: Account
  viewer: Account
  /** Limits it was opened with. */
  limits: { maxUploadBytes: number; creatorQuotaBytes: number }
  /** What of it became playable, in order. */
  playable: string[]
  /** The bytes are in, and the video plays. */
  makePlay(uid: string): Promise<void>
  /** The bytes are in, and the file will not do: `not_a_video`. */
  makeFail(uid: string): Promise<void>
  /** Whether removing its bytes has been put to work. */
  isErased(uid: string): boolean
}

/** What every video host does, so that rooms above cannot tell which one is used. */
export function describeVideoHost(name: string, open: () => HostOnTrial): void {
  describe(`${name}, as every video host`, () => {
    let on: HostOnTrial
    beforeEach(() => {
      on = open()
    })

    const file = { name: 'rain.mp4', sizeBytes: 1000 }
    const code = (call: Promise<unknown>) =>
      call.then(
        () => 'done',
        (thrown: { code?: string }) => thrown.code ?? thrown,
      )

    test('gives an address that says what it speaks, for a video that waits for its bytes', async () => {
      const given = await on.host.requestUpload(on.creator, file)
      expect(given.protocols.length).toBeGreaterThan(0)
      expect(given.maxDurationSeconds).toBe(600)
      expect(given.expiresAt.getTime()).toBeGreaterThan(Date.now())
      expect(URL.canParse(given.uploadURL, 'http://localhost')).toBe(true)
      expect(await on.host.get(on.creator, given.uid)).toMatchObject({
        uid: given.uid,
        name: 'rain.mp4',
        creatorId: on.creator.uid,
        sizeBytes: 1000,
        status: { state: 'pendingupload', percentComplete: 0 },
        durationSeconds: null,
        playback: { hls: null, poster: null },
      })
    })

    test('refuses whoever may not, and what is too much', async () => {
      const { maxUploadBytes } = on.limits
      expect(await code(on.host.requestUpload(on.viewer, file))).toBe('video.creators_only')
      expect(await code(on.host.requestUpload(on.creator, { ...file, name: '' }))).toBe('video.name_invalid')
      expect(await code(on.host.requestUpload(on.creator, { ...file, sizeBytes: 0.5 }))).toBe('video.size_invalid')
      const large = { ...file, sizeBytes: maxUploadBytes + 1 }
      expect(await code(on.host.requestUpload(on.creator, large))).toBe('video.too_many_bytes')
    })

    test('counts what a creator holds against the quota, also for two at once', async () => {
      const half = { ...file, sizeBytes: on.limits.creatorQuotaBytes / 2 + 1 }
      const codes = await Promise.all([1, 2].map(() => code(on.host.requestUpload(on.other, half))))
      expect(codes.sort()).toEqual(['done', 'video.quota_reached'])
      await on.db.transaction().execute((trx) => on.host.removeAllOf(trx, on.other.uid, async () => []))
      expect(await on.host.ownedBy(on.other)).toEqual([])
    })

    test('keeps a creator from having more than a hundred unfinished uploads, also with two at once', async () => {
      await sql`
        insert into videos (uid, creator_id, name, size_bytes, upload_key_hash, upload_expires_at)
        select 'many' || n, ${on.other.uid}, 'clip', 1, sha256(n::text::bytea), now() + interval '1 day'
        from generate_series(1, 99) as n`.execute(on.db)
      const codes = await Promise.all([1, 2].map(() => code(on.host.requestUpload(on.other, file))))
      expect(codes.sort()).toEqual(['done', 'video.too_many_unfinished'])
      await sql`update videos set state = 'error' where uid = 'many1'`.execute(on.db)
      expect(await code(on.host.requestUpload(on.other, file))).not.toBe('video.too_many_unfinished')
      await on.db.transaction().execute((trx) => on.host.removeAllOf(trx, on.other.uid, async () => []))
    })

    test('shows a video to its owner alone', async () => {
      const { uid } = await on.host.requestUpload(on.creator, file)
      for (const account of [on.other, on.viewer]) expect(await code(on.host.get(account, uid))).toBe('video.not_found')
      expect(await code(on.host.get(on.creator, 'unknown'))).toBe('video.not_found')
      expect(await on.host.originalOf(on.other, uid)).toBeNull()
      expect(await code(on.host.remove(on.other, uid))).toBe('video.not_found')
    })

    test('tells once that a video plays, and where', async () => {
      const { uid } = await on.host.requestUpload(on.creator, file)
      await on.makePlay(uid)
      const video = await on.host.waitUntilMeasured(on.creator, uid, 5000)
      expect(video.status.state).toBe('ready')
      expect(video.durationSeconds).toBeGreaterThan(0)
      for (const address of [video.playback.hls, video.playback.poster])
        expect(URL.canParse(address ?? '', 'http://localhost')).toBe(true)
      expect(on.playable.filter((each) => each === uid)).toEqual([uid])
      expect((await on.host.findMany([uid, 'unknown'])).get(uid)).toEqual(await on.host.get(on.creator, uid))
    })

    test('knows nothing to begin with of a video that does not play', async () => {
      const { uid } = await on.host.requestUpload(on.creator, file)
      for (const each of [uid, 'unknown']) expect(await on.host.beginningOf(each)).toBeNull()
    })

    test('finds an own file again by its name and size, once it has arrived and if it did not fail', async () => {
      const name = `again-${newId()}.mp4`
      const like = (account: Account, size = 1234) => on.host.findLike(account, { name, sizeBytes: size })
      const [one, two] = [
        await on.host.requestUpload(on.creator, { name, sizeBytes: 1234 }),
        await on.host.requestUpload(on.creator, { name, sizeBytes: 4321 }),
      ]
      expect(await like(on.creator)).toBeNull()
      await on.makePlay(one.uid)
      await on.makeFail(two.uid)
      for (const { uid } of [one, two]) await on.host.waitUntilMeasured(on.creator, uid, 5000)
      expect(await like(on.creator)).toEqual({ uid: one.uid, name })
      expect([await like(on.creator, 4321), await like(on.creator, 1235), await like(on.other)]).toEqual([
        null,
        null,
        null,
      ])
    })

    test('says why a file will not do, and removes its bytes', async () => {
      const { uid } = await on.host.requestUpload(on.creator, file)
      await on.makeFail(uid)
      const { status } = await on.host.waitUntilMeasured(on.creator, uid, 5000)
      expect(status).toMatchObject({ state: 'error', reasonCode: 'not_a_video', reason: expect.stringMatching(/\.$/) })
      expect(on.isErased(uid)).toBe(true)
      expect(await code(on.host.retry(on.creator, uid))).toBe('video.not_retryable')
    })

    test('lets its owner choose the picture once it plays, or says plainly that it cannot be chosen', async () => {
      const { host, creator } = on
      const fixed = host.letsChoosePosters ? null : 'video.poster_fixed'
      const { uid } = await host.requestUpload(creator, file)
      const choose = (account: Account, picture: string) =>
        code(host.choosePoster(account, uid, { picture: new Blob([picture]) }))
      const notYet = fixed ?? 'video.poster_too_early'
      expect(await choose(creator, 'x')).toBe(notYet)
      expect(await code(host.choosePoster(creator, uid, { atSeconds: 0 }))).toBe(notYet)
      await on.makePlay(uid)
      const { poster } = (await host.get(creator, uid)).playback
      for (const account of [on.other, on.viewer]) {
        expect(await choose(account, 'x')).toBe('video.not_found')
        expect(await code(host.dropPoster(account, uid))).toBe('video.not_found')
      }
      expect(await choose(creator, '')).toBe(fixed ?? 'video.poster_missing')
      expect(await choose(creator, '<svg xmlns="http://www.w3.org/2000/svg"/>')).toBe(
        fixed ?? 'video.poster_no_picture',
      )
      expect(await choose(creator, 'x'.repeat(POSTER_MAX_BYTES + 1))).toBe(fixed ?? 'video.poster_too_large')
      for (const atSeconds of [-1, Number.NaN, 600])
        expect(await code(host.choosePoster(creator, uid, { atSeconds }))).toBe(fixed ?? 'video.poster_time_invalid')
      expect(await code(host.dropPoster(creator, uid))).toBe(fixed ?? 'done')
      expect(await host.get(creator, uid)).toMatchObject({ hasChosenPoster: false, playback: { poster } })
    })

    test('stops waiting when nothing becomes of it in time', async () => {
      const { uid } = await on.host.requestUpload(on.creator, file)
      expect((await on.host.waitUntilMeasured(on.creator, uid, 10)).status.state).toBe('pendingupload')
    })

    test('lends a creator’s own video to an episode, and removes it with the episode alone', async () => {
      const { uid } = await on.host.requestUpload(on.creator, file)
      await on.db.transaction().execute(async (trx) => {
        expect(await on.host.claimForEpisode(trx, on.other.uid, uid)).toBeNull()
        expect(await on.host.claimForEpisode(trx, on.creator.uid, uid)).toMatchObject({ uid })
      })
      expect(await code(on.host.remove(on.creator, uid))).toBe('video.in_use')
      await on.db.transaction().execute((trx) => on.host.removeWithEpisode(trx, uid))
      expect(await code(on.host.get(on.creator, uid))).toBe('video.not_found')
      expect(on.isErased(uid)).toBe(true)
    })

    test('lends a creator’s own video to an episode that waits for it, and to nobody else until it is claimed', async () => {
      const { host, db, creator, other } = on
      const { uid } = await host.requestUpload(creator, file)
      await db.transaction().execute(async (trx) => {
        await host.hold(trx, [uid, 'unknown'])
        expect(await host.awaitForEpisode(trx, other.uid, uid)).toBeNull()
        expect(await host.awaitForEpisode(trx, creator.uid, 'unknown')).toBeNull()
        expect(await host.awaitForEpisode(trx, creator.uid, uid)).toMatchObject({ uid })
      })
      expect(await code(host.remove(creator, uid))).toBe('video.awaited')
      await db.transaction().execute((trx) => host.claimForEpisode(trx, creator.uid, uid))
      expect(await code(host.remove(creator, uid))).toBe('video.in_use')
      expect(await db.transaction().execute((trx) => host.awaitForEpisode(trx, creator.uid, uid))).toBeNull()
    })

    test('removes a video that nothing stands on', async () => {
      const { uid } = await on.host.requestUpload(on.creator, file)
      await on.host.remove(on.creator, uid)
      expect(await code(on.host.get(on.creator, uid))).toBe('video.not_found')
      expect(on.isErased(uid)).toBe(true)
    })

    test('removes everything of a creator, what is named first before the rest', async () => {
      const uids: string[] = []
      for (let n = 0; n < 3; n++) uids.push((await on.host.requestUpload(on.other, file)).uid)
      expect((await on.host.ownedBy(on.other)).map((video) => video.uid)).toEqual(uids)
      await on.db.transaction().execute((trx) => on.host.removeAllOf(trx, on.other.uid, async () => [uids[2]!]))
      expect(await on.host.ownedBy(on.other)).toEqual([])
    })
  })
}
