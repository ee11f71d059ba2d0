import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Catalog } from '#catalog/catalog.server.ts'
import type { NewCredit } from '#catalog/credits/credit.ts'
import { PAGE_MAX } from '#catalog/episode.ts'
import type { Account } from '#identity/account.ts'
import { isRefusal } from '#platform/refusal.ts'
import type { SeriesRoom } from '#series/series.server.ts'
import { PROBE_TIMEOUT_MS, type Video } from '#video/video.ts'
import type { VideoHost } from '#video/video-host.ts'
import type { DemoEpisode, DemoSeries } from './content-shape.ts'
import { accountOf } from './demo-accounts.server.ts'
import { type DemoCommentParts, seedThread } from './demo-comments.server.ts'
import { creatorUids, findEpisodeStep, recordDone, recordUpload } from './demo-rows.server.ts'
import { type DemoSubtitleParts, seedSubtitle } from './demo-subtitles.server.ts'

export interface SeederParts extends DemoCommentParts, DemoSubtitleParts {
  video: Pick<VideoHost, 'get' | 'hasWorkForOthers' | 'ownedBy' | 'receivePageForm' | 'remove' | 'waitUntil'>
  catalog: Pick<Catalog, 'credits' | 'episodeOn' | 'publish'>
  series: Pick<SeriesRoom, 'create' | 'own' | 'setList'>
}

/** Filling the demo is not urgent, and no event says that the work for others has ended. */
const POLL_INTERVAL_MS = 500

/**
 * Acts as the creators of the demo, through the same operations: sign up, upload, publish. The order in which steps are
 * recorded lets a process die after any of them: none is repeated or left out, and deleted content is not restored.
 */
export function createSeeder(parts: SeederParts) {
  const { content, log } = parts
  return {
    /** @throws when `signal` is aborted, and for outages: a retry continues where it stopped */
    async seed(signal: AbortSignal): Promise<void> {
      for (const episode of content.episodes) {
        signal.throwIfAborted()
        await seedEpisode(parts, episode, signal)
      }
      for (const each of content.series ?? []) await seedSeries(parts, each)
      for (const each of content.comments ?? []) await seedThread(parts, each)
      for (const each of content.subtitles ?? []) await seedSubtitle(parts, each)
      await acceptCredits(parts)
      log.info({ episodes: content.episodes.length }, 'demo: filled')
    },
  }
}

async function seedEpisode(parts: SeederParts, episode: DemoEpisode, signal: AbortSignal): Promise<void> {
  const { db, log } = parts
  const step = await findEpisodeStep(db, episode.key)
  if (step?.is_done) return
  await waitForOtherWork(parts, signal)
  try {
    const account = await accountOf(parts, episode.creator)
    if (account) {
      const uid = step?.video_uid ?? (await upload(parts, account, episode))
      // Recorded before publishing: a row without a video means that the video was deleted.
      await recordUpload(db, episode.key, uid)
      await publish(parts, account, episode, uid, signal)
      await recordDone(db, episode.key)
      return await waitUntilPlayable(parts, account, uid, signal)
    }
  } catch (error) {
    if (!isRefusal(error) || error.code === 'video.storage_full') throw error
    log.warn({ episode: episode.key, refused: error.code }, 'demo: an episode is left out')
  }
  await recordDone(db, episode.key)
}

/** Uploads the master and returns its video's uid; reuses the video of an earlier attempt. */
async function upload({ video, folder }: SeederParts, account: Account, episode: DemoEpisode): Promise<string> {
  const name = `demo-${episode.key}.mp4`
  const leftover = (await video.ownedBy(account)).find((each) => each.name === name)
  if (leftover && leftover.status.state !== 'pendingupload') return leftover.uid
  if (leftover) await video.remove(account, leftover.uid)
  const bytes = await readFile(join(folder, 'masters', `${episode.key}.mp4`))
  const form = new FormData()
  form.set('file', new Blob([bytes], { type: 'video/mp4' }), name)
  const encoded = new Response(form)
  const body = await encoded.arrayBuffer()
  return await video.receivePageForm({
    body: new Blob([body]).stream(),
    contentType: encoded.headers.get('content-type') ?? '',
    sizeBytes: body.byteLength,
    admit: () => account,
  })
}

/** Null when the video is gone: somebody signed in as its creator has deleted it. */
async function findVideo({ video }: SeederParts, account: Account, uid: string): Promise<Video | null> {
  return await video.get(account, uid).catch((error: unknown) => {
    if (isRefusal(error)) return null
    throw error
  })
}

async function publish(
  parts: SeederParts,
  account: Account,
  episode: DemoEpisode,
  uid: string,
  signal: AbortSignal,
): Promise<void> {
  const { video, catalog, log } = parts
  if (!(await findVideo(parts, account, uid))) return
  const probed = await video.waitUntil(account, uid, 'measured', PROBE_TIMEOUT_MS)
  signal.throwIfAborted()
  if (probed.status.state === 'error') {
    log.warn({ episode: episode.key, reason: probed.status.reasonCode }, 'demo: a master was refused')
    return
  }
  if (await catalog.episodeOn(uid)) return
  const { title, genre, nsfw, description, tags, contentNotes = [] } = episode
  const credits = await creditsOf(parts, episode)
  await catalog.publish(account, {
    title,
    genre,
    nsfw,
    description,
    tags: [...tags],
    contentNotes: [...contentNotes],
    videoId: uid,
    credits,
  })
}

/** The credits of an episode, without creators whose accounts are gone. */
async function creditsOf(parts: SeederParts, { credits = [] }: DemoEpisode): Promise<NewCredit[]> {
  const found: NewCredit[] = []
  for (const { creator, role } of credits) {
    const account = await accountOf(parts, creator)
    const name = parts.content.creators.find((each) => each.key === creator)?.username
    if (account && name) found.push({ name, role, uid: account.uid })
  }
  return found
}

/** Gives uploads of people precedence. */
async function waitForOtherWork({ db, video }: SeederParts, signal: AbortSignal): Promise<void> {
  while (await video.hasWorkForOthers(await creatorUids(db))) await wait(POLL_INTERVAL_MS, undefined, { signal })
}

/** Waits for one episode at a time, so that the next does not delay other people's videos. */
async function waitUntilPlayable(
  parts: SeederParts,
  account: Account,
  uid: string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const status = (await findVideo(parts, account, uid))?.status
    if (!status || status.state === 'error' || status.state === 'ready') return
    await wait(POLL_INTERVAL_MS, undefined, { signal })
  }
}

async function seedSeries(
  parts: SeederParts,
  { key, creator, title, description, episodes, arcs }: DemoSeries,
): Promise<void> {
  const { db, catalog, series, log } = parts
  if ((await findEpisodeStep(db, key))?.is_done) return
  try {
    const account = await accountOf(parts, creator)
    const episodeIds: string[] = []
    for (const episode of episodes) {
      const step = await findEpisodeStep(db, episode)
      const id = step?.video_uid ? await catalog.episodeOn(step.video_uid) : null
      if (id) episodeIds.push(id)
    }
    // Without one of its episodes the arcs would stand elsewhere.
    if (account && episodeIds.length === episodes.length) {
      // An earlier process died before it recorded the step.
      const leftover = (await series.own(account)).find((each) => each.title === title)
      const { id } = leftover ?? (await series.create(account, { title, description }))
      await series.setList(account, id, { episodeIds, arcs: [...arcs] })
    }
  } catch (error) {
    if (!isRefusal(error)) throw error
    log.warn({ series: key, refused: error.code }, 'demo: a series is left out')
  }
  await recordDone(db, key)
}

/** Accepts the credits by which the creators of the demo name each other. */
async function acceptCredits({ db, identity, catalog }: SeederParts): Promise<void> {
  const uids = await creatorUids(db)
  for (const uid of uids) {
    const account = await identity.find(uid)
    if (!account) continue
    const { credits } = await catalog.credits.naming(account, { limit: PAGE_MAX })
    const open = credits.filter(({ state, creator }) => state === 'asked' && uids.includes(creator.uid))
    for (const { id } of open) await catalog.credits.accept(account, id).catch(ignoreRefusal)
  }
}

/** Somebody signed in as a creator of the demo and was first. */
function ignoreRefusal(error: unknown): void {
  if (!isRefusal(error)) throw error
}
