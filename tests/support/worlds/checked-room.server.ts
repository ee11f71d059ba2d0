import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { ModerationMode } from '#administration/site/site-settings.ts'
import { episodeVideo } from '#catalog/episode-events.server.ts'
import type { Account } from '#identity/account.ts'
import { createHoldFor } from '#moderation/images/holding.ts'
import { createImageChecks, type ImageChecks } from '#moderation/images/image-checks.server.ts'
import {
  ClassificationError,
  defaultThresholds,
  type ImageModeration,
  type Scores,
} from '#moderation/images/image-moderation.ts'
import { on } from '#platform/room-events.ts'
import { transact } from '#platform/transact.server.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import type { SampledPicture } from '#video/sampled-picture.ts'
import { posterChosen, type VideoHost, videoComplete } from '#video/video-host.ts'
import { openTestCatalog, type TestCatalog } from './test-catalog.server.ts'

export const clean: Scores = { Drawing: 0.8, Hentai: 0.1, Neutral: 0.05, Porn: 0.01, Sexy: 0.04 }
export const adult: Scores = { Drawing: 0.2, Hentai: 0.7, Neutral: 0.05, Porn: 0.01, Sexy: 0.04 }

type Answer = Scores | ClassificationError | (() => Promise<Scores>)

/** The item of an episode in the queue. */
interface QueuedItem {
  kinds: string[]
  suggestion: object | null
  failure: string | null
}

/** A catalog whose episodes are checked: each video has two frames and a poster. */
export interface CheckedRoom {
  room: TestCatalog
  creator: Account
  checks: ImageChecks
  /** Whether new episodes are held back; 'flag' at first. */
  mode: ModerationMode
  /** Answers of the service about pictures in order, or why it has none; the last one repeats. */
  answers: Answer[]
  /** How many pictures it was asked about. */
  classified: number
  /** Does what a worker does when the last rendition is there. */
  completeVideo(uid: string): Promise<void>
  /** Publishes an episode whose video is complete; its check waits for `room.work`. */
  publishComplete(fields?: object): ReturnType<TestCatalog['publish']>
  /** Gives an episode another file that plays and is complete. */
  replaceFile(episodeId: string): Promise<string>
  /** Does what the choice of a poster does. */
  choosePoster(uid: string, name: string): Promise<void>
  queued(episodeId: string): Promise<QueuedItem[]>
  close(): Promise<void>
}

export async function openCheckedRoom(service: ImageModeration['service'] = 'http'): Promise<CheckedRoom> {
  const readMode = async () => world.mode
  const holdFor = createHoldFor(readMode, { service })
  const room = await openTestCatalog(await createTestDatabase(), { holdFor })
  const creator = await room.addCreator()
  const folder = await mkdtemp(join(tmpdir(), 'hoshi-pictures-'))
  const pictures: SampledPicture[] = []
  for (const atSeconds of [0, 2, null]) {
    const path = join(folder, `${atSeconds}.jpg`)
    await writeFile(path, `picture at ${atSeconds}`)
    pictures.push({ path, atSeconds })
  }
  /** Videos whose renditions are complete. */
  const complete = new Set<string>()

  const withSampledPictures: VideoHost['withSampledPictures'] = async (uid, use, _signal, part) => {
    if (!complete.has(uid)) return null
    const chosenPoster = await room.video.chosenPosterOf(room.db, uid)
    const sampled = pictures.map((each) => (each.atSeconds === null && chosenPoster ? { ...each, chosenPoster } : each))
    return await use(part === 'poster' ? sampled.slice(-1) : sampled)
  }
  const checks = createImageChecks({
    ...room,
    video: { withSampledPictures, chosenPosterOf: room.video.chosenPosterOf },
    // Profiles have no pictures here.
    avatars: { read: async () => null },
    encodeJpeg: async () => null,
    readMode,
    imageModeration: {
      service,
      async classify() {
        world.classified += 1
        const answer = world.answers.length > 1 ? world.answers.shift()! : world.answers[0]!
        if (answer instanceof ClassificationError) throw answer
        return typeof answer === 'function' ? await (answer as () => Promise<Scores>)() : answer
      },
      close() {},
    },
    thresholds: defaultThresholds,
    markReason: ({ class: name }) => `Marked automatically: ${name}, awaiting review`,
    log: { info: () => {}, warn: () => {} },
  })
  room.listeners.push(
    on(episodeVideo, (trx, episode) => checks.episodeGotVideo(trx, episode)),
    on(videoComplete, (trx, { uid }) => checks.queue(trx, uid)),
    on(posterChosen, (trx, { uid }) => checks.posterChosen(trx, uid)),
  )

  async function completeVideo(uid: string): Promise<void> {
    complete.add(uid)
    await transact(room.db, (trx) => room.emit(trx, videoComplete, { uid }))
  }

  const world: CheckedRoom = {
    room,
    creator,
    checks,
    mode: 'flag',
    answers: [clean],
    classified: 0,
    completeVideo,
    async publishComplete(fields = {}) {
      const episode = await room.publish(creator, fields)
      // The job of the saved episode comes too early.
      await room.work()
      await completeVideo(episode.videoId)
      return episode
    },
    async replaceFile(episodeId) {
      const next = await room.addVideo(creator, 'inprogress')
      await room.catalog.replaceVideo(creator, episodeId, next)
      await sql`update videos set percent_complete = 100 where uid = ${next}`.execute(room.db)
      complete.add(next)
      await room.makePlayable(next)
      // The switch to the new file is a job of its own.
      await room.work()
      return next
    },
    async choosePoster(uid, name) {
      await transact(room.db, async (trx) => {
        await sql`update videos set chosen_poster_name = ${name} where uid = ${uid}`.execute(trx)
        await room.emit(trx, posterChosen, { uid })
      })
    },
    async queued(episodeId) {
      const { rows } = await sql<QueuedItem>`
        select kinds, suggestion, failure from moderation_items where subject_id = ${episodeId}
      `.execute(room.db)
      return rows
    },
    async close() {
      await room.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return world
}
