import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Account } from '#identity/account.ts'
import type { Db } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import { IMAGE_MAX_BYTES } from '#platform/image-upload.ts'
import { transact } from '#platform/transact.server.ts'
import { type VideoHost, videoMilestones } from '#video/video-host.ts'

/** A host, with controls for everything around it. */
export interface HostUnderTest {
  host: VideoHost
  db: Db
  creator: Account
  other: Account
  viewer: Account
  /** Limits of the host. */
  limits: { maxUploadBytes: number; creatorQuotaBytes: number }
  /** Uids that became playable, in order. */
  playable: string[]
  /** Completes the upload, and makes the video playable. */
  makePlayable(uid: string): Promise<void>
  /** Completes the upload, and makes the file fail as `not_a_video`. */
  makeFail(uid: string): Promise<void>
  /** Whether the removal of its bytes has been enqueued. */
  isErased(uid: string): boolean
}

/** Behaviour of every video host: rooms above cannot distinguish them. */
export function describeVideoHost(name: string, open: () => HostUnderTest): void {
  describe(`${name}, as every video host`, () => {
    let subject: HostUnderTest
    beforeEach(() => {
      subject = open()
    })

    const file = { name: 'rain.mp4', sizeBytes: 1000 }
    const codeOf = (call: Promise<unknown>) =>
      call.then(
        () => 'done',
        (thrown: { code?: string }) => thrown.code ?? thrown,
      )

    test('returns an upload URL with its protocols, for a video without bytes', async () => {
      const target = await subject.host.requestUpload(subject.creator, file)
      expect(target.protocols.length).toBeGreaterThan(0)
      expect(target.maxDurationSeconds).toBe(600)
      expect(target.expiresAt.getTime()).toBeGreaterThan(Date.now())
      expect(URL.canParse(target.uploadURL, 'http://localhost')).toBe(true)
      expect(await subject.host.get(subject.creator, target.uid)).toMatchObject({
        uid: target.uid,
        name: 'rain.mp4',
        creatorId: subject.creator.uid,
        sizeBytes: 1000,
        status: { state: 'pendingupload', percentComplete: 0 },
        durationSeconds: null,
        playback: { hls: null, poster: null },
      })
    })

    test('refuses viewers, invalid requests and files that are too large', async () => {
      const { maxUploadBytes } = subject.limits
      expect(await codeOf(subject.host.requestUpload(subject.viewer, file))).toBe('video.creators_only')
      expect(await codeOf(subject.host.requestUpload(subject.creator, { ...file, name: '' }))).toBe(
        'video.name_invalid',
      )
      expect(await codeOf(subject.host.requestUpload(subject.creator, { ...file, sizeBytes: 0.5 }))).toBe(
        'video.size_invalid',
      )
      const large = { ...file, sizeBytes: maxUploadBytes + 1 }
      expect(await codeOf(subject.host.requestUpload(subject.creator, large))).toBe('video.too_many_bytes')
    })

    test('counts a creator’s videos against the quota, also for two simultaneous requests', async () => {
      const half = { ...file, sizeBytes: subject.limits.creatorQuotaBytes / 2 + 1 }
      const codes = await Promise.all([1, 2].map(() => codeOf(subject.host.requestUpload(subject.other, half))))
      expect(codes.sort()).toEqual(['done', 'video.quota_reached'])
      await transact(subject.db, (trx) => subject.host.removeAllOf(trx, subject.other.uid, []))
      expect(await subject.host.ownedBy(subject.other)).toEqual([])
    })

    test('allows a creator at most a hundred unfinished uploads, also with two simultaneous requests', async () => {
      await sql`
        insert into videos (uid, creator_id, name, size_bytes, upload_key_hash, upload_expires_at)
        select 'many' || n, ${subject.other.uid}, 'clip', 1, sha256(n::text::bytea), now() + interval '1 day'
        from generate_series(1, 99) as n`.execute(subject.db)
      const codes = await Promise.all([1, 2].map(() => codeOf(subject.host.requestUpload(subject.other, file))))
      expect(codes.sort()).toEqual(['done', 'video.too_many_unfinished'])
      await sql`update videos set state = 'error' where uid = 'many1'`.execute(subject.db)
      expect(await codeOf(subject.host.requestUpload(subject.other, file))).not.toBe('video.too_many_unfinished')
      await transact(subject.db, (trx) => subject.host.removeAllOf(trx, subject.other.uid, []))
    })

    test('shows a video only to its owner', async () => {
      const { uid } = await subject.host.requestUpload(subject.creator, file)
      for (const account of [subject.other, subject.viewer])
        expect(await codeOf(subject.host.get(account, uid))).toBe('video.not_found')
      expect(await codeOf(subject.host.get(subject.creator, 'unknown'))).toBe('video.not_found')
      expect(await subject.host.originalOf(subject.other, uid)).toBeNull()
      expect(await codeOf(subject.host.remove(subject.other, uid))).toBe('video.not_found')
    })

    test('reports once that a video plays, and where', async () => {
      const { uid } = await subject.host.requestUpload(subject.creator, file)
      await subject.makePlayable(uid)
      const video = await subject.host.waitUntil(subject.creator, uid, 'ready', 5000)
      expect(video.status.state).toBe('ready')
      expect(video.durationSeconds).toBeGreaterThan(0)
      for (const url of [video.playback.hls, video.playback.poster])
        expect(URL.canParse(url ?? '', 'http://localhost')).toBe(true)
      expect(subject.playable.filter((each) => each === uid)).toEqual([uid])
      expect((await subject.host.findMany([uid, 'unknown'])).get(uid)).toEqual({
        ...(await subject.host.get(subject.creator, uid)),
        files: [],
      })
    })

    test('has no fast start for a video that does not play', async () => {
      const { uid } = await subject.host.requestUpload(subject.creator, file)
      for (const each of [uid, 'unknown']) expect(await subject.host.fastStartOf(each)).toBeNull()
    })

    test('finds a creator’s own file by name and size, once it is uploaded and unless it failed', async () => {
      const name = `again-${newId()}.mp4`
      const like = (account: Account, size = 1234) =>
        subject.host.findLikelyDuplicate(account, { name, sizeBytes: size })
      const [one, two] = [
        await subject.host.requestUpload(subject.creator, { name, sizeBytes: 1234 }),
        await subject.host.requestUpload(subject.creator, { name, sizeBytes: 4321 }),
      ]
      expect(await like(subject.creator)).toBeNull()
      await subject.makePlayable(one.uid)
      await subject.makeFail(two.uid)
      for (const { uid } of [one, two]) await subject.host.waitUntil(subject.creator, uid, 'measured', 5000)
      expect(await like(subject.creator)).toEqual({ uid: one.uid, name })
      expect([await like(subject.creator, 4321), await like(subject.creator, 1235), await like(subject.other)]).toEqual(
        [null, null, null],
      )
    })

    test('gives the reason for refusing a file, and removes its bytes', async () => {
      const { uid } = await subject.host.requestUpload(subject.creator, file)
      await subject.makeFail(uid)
      const { status } = await subject.host.waitUntil(subject.creator, uid, 'measured', 5000)
      expect(status).toMatchObject({ state: 'error', reasonCode: 'not_a_video' })
      expect(subject.isErased(uid)).toBe(true)
      expect(await codeOf(subject.host.retry(subject.creator, uid))).toBe('video.not_retryable')
    })

    test('lets its owner choose the poster once it plays, or refuses because posters are fixed', async () => {
      const { host, creator } = subject
      const fixed = host.allowsPosterChoice ? null : 'video.poster_fixed'
      const { uid } = await host.requestUpload(creator, file)
      const choose = (account: Account, image: string) =>
        codeOf(host.choosePoster(account, uid, { image: new Blob([image]) }))
      const notYet = fixed ?? 'video.poster_too_early'
      expect(await choose(creator, 'x')).toBe(notYet)
      expect(await codeOf(host.choosePoster(creator, uid, { atSeconds: 0 }))).toBe(notYet)
      await subject.makePlayable(uid)
      const { poster } = (await host.get(creator, uid)).playback
      for (const account of [subject.other, subject.viewer]) {
        expect(await choose(account, 'x')).toBe('video.not_found')
        expect(await codeOf(host.dropPoster(account, uid))).toBe('video.not_found')
      }
      expect(await choose(creator, '')).toBe(fixed ?? 'video.poster_missing')
      expect(await choose(creator, '<svg xmlns="http://www.w3.org/2000/svg"/>')).toBe(
        fixed ?? 'video.poster_no_picture',
      )
      expect(await choose(creator, 'x'.repeat(IMAGE_MAX_BYTES + 1))).toBe(fixed ?? 'video.poster_too_large')
      for (const atSeconds of [-1, Number.NaN, 600])
        expect(await codeOf(host.choosePoster(creator, uid, { atSeconds }))).toBe(fixed ?? 'video.poster_time_invalid')
      expect(await codeOf(host.dropPoster(creator, uid))).toBe(fixed ?? 'done')
      expect(await host.get(creator, uid)).toMatchObject({ hasChosenPoster: false, playback: { poster } })
    })

    test('has posters of several sizes once it plays and its size is known', async () => {
      const { uid } = await subject.host.requestUpload(subject.creator, file)
      for (const each of [uid, 'unknown']) expect(await subject.host.postersOf(each)).toEqual([])
      await subject.makePlayable(uid)
      await subject.host.get(subject.creator, uid)
      await sql`update videos set width = 1920, height = 1080 where uid = ${uid}`.execute(subject.db)
      const { poster } = (await subject.host.get(subject.creator, uid)).playback
      expect((await subject.host.postersOf(uid))[0]?.url).toBe(poster)
    })

    test('stops waiting after the time limit', async () => {
      const { uid } = await subject.host.requestUpload(subject.creator, file)
      for (const milestone of videoMilestones)
        expect((await subject.host.waitUntil(subject.creator, uid, milestone, 10)).status.state).toBe('pendingupload')
    })

    test('stops waiting when the caller has gone', async () => {
      const { uid } = await subject.host.requestUpload(subject.creator, file)
      const caller = new AbortController()
      const waiting = subject.host.waitUntil(subject.creator, uid, 'ready', 600_000, caller.signal)
      caller.abort(new Error('gone'))
      await expect(waiting).rejects.toThrow('gone')
    })

    test('claims a creator’s own video for an episode, and removes it only with the episode', async () => {
      const { uid } = await subject.host.requestUpload(subject.creator, file)
      await transact(subject.db, async (trx) => {
        expect(await subject.host.attachToEpisode(trx, subject.other.uid, uid)).toBeNull()
        expect(await subject.host.attachToEpisode(trx, subject.creator.uid, uid)).toMatchObject({ uid })
      })
      expect(await codeOf(subject.host.remove(subject.creator, uid))).toBe('video.in_use')
      await transact(subject.db, (trx) => subject.host.removeWithEpisode(trx, uid))
      expect(await codeOf(subject.host.get(subject.creator, uid))).toBe('video.not_found')
      expect(subject.isErased(uid)).toBe(true)
    })

    test('reserves a creator’s own video for an episode that waits for it, until it is claimed', async () => {
      const { host, db, creator, other } = subject
      const { uid } = await host.requestUpload(creator, file)
      await transact(db, async (trx) => {
        await host.lock(trx, [uid, 'unknown'])
        expect(await host.awaitForEpisode(trx, other.uid, uid)).toBeNull()
        expect(await host.awaitForEpisode(trx, creator.uid, 'unknown')).toBeNull()
        expect(await host.awaitForEpisode(trx, creator.uid, uid)).toMatchObject({ uid })
      })
      expect(await codeOf(host.remove(creator, uid))).toBe('video.awaited')
      await transact(db, (trx) => host.attachToEpisode(trx, creator.uid, uid))
      expect(await codeOf(host.remove(creator, uid))).toBe('video.in_use')
      expect(await transact(db, (trx) => host.awaitForEpisode(trx, creator.uid, uid))).toBeNull()
    })

    test('removes a video that nothing uses', async () => {
      const { uid } = await subject.host.requestUpload(subject.creator, file)
      await subject.host.remove(subject.creator, uid)
      expect(await codeOf(subject.host.get(subject.creator, uid))).toBe('video.not_found')
      expect(subject.isErased(uid)).toBe(true)
    })

    test('removes all videos of a creator, the given ones first', async () => {
      const uids: string[] = []
      for (let n = 0; n < 3; n++) uids.push((await subject.host.requestUpload(subject.other, file)).uid)
      expect((await subject.host.ownedBy(subject.other)).map((video) => video.uid)).toEqual(uids)
      await transact(subject.db, (trx) => subject.host.removeAllOf(trx, subject.other.uid, [uids[2]!]))
      expect(await subject.host.ownedBy(subject.other)).toEqual([])
    })
  })
}
