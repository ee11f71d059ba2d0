import { Readable } from 'node:stream'
import type { Hoshi } from '#app/context.ts'
import type { Episode } from '#catalog/episode.ts'
import type { EpisodeCounts } from '#engagement/play.ts'
import type { Account } from '#identity/account.ts'
import type { JobKind } from '#platform/job-kind.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { type Archive, type ArchiveEntry, createTar } from '#platform/tar.server.ts'
import type { Video } from '#video/video.ts'
import { EXPORT_VERSION } from './import/export-document.ts'

/** Writes the export of everything that belongs to an account. */
export const exportJob: JobKind<{ uid: string }> = {
  name: 'server.export',
  about: ({ uid }) => ({ kind: 'account', id: uid }),
  retryLimit: 3,
  retryDelaySeconds: 5,
  expireInSeconds: 600,
}

type Rooms = Pick<
  Hoshi,
  | 'identity'
  | 'creators'
  | 'video'
  | 'catalog'
  | 'subtitles'
  | 'series'
  | 'engagement'
  | 'library'
  | 'community'
  | 'moderation'
  | 'exports'
  | 'imports'
>

const PAGE_SIZE = 60

/** Registers the writer of exports. The document contains data of every room, so it is assembled here. */
export function handleExports(jobs: Jobs, rooms: Rooms): void {
  jobs.handle(exportJob, 1, async ({ uid }) => {
    const account = await rooms.identity.find(uid)
    if (account) await rooms.exports.store(uid, JSON.stringify(await collectExport(rooms, account), null, 2))
  })
}

/** The content of `hoshi-export.json`. @see docs/product.md#settings */
async function collectExport(rooms: Rooms, account: Account) {
  const { identity, creators, video, catalog, subtitles, series, engagement, library, community, moderation } = rooms
  const { uid } = account
  const videos = await video.ownedBy(account)
  const episodes: object[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await catalog.byCreator(uid, account, { cursor, limit: PAGE_SIZE })
    const counted = await engagement.withCounts(page.episodes)
    episodes.push(...counted.map(exportedEpisode))
    if (page.nextCursor === null) break
    cursor = page.nextCursor
  }
  return {
    version: EXPORT_VERSION,
    account,
    nsfwSetting: await identity.nsfwSettingOf(account),
    passkeys: await identity.passkeysOf(account),
    signInProvider: await identity.providerLinkOf(account),
    profile: await creators.find(uid),
    episodes,
    videos: videos.map((own) => ({
      uid: own.uid,
      name: own.name,
      sizeBytes: own.sizeBytes,
      state: own.status.state,
      durationSeconds: own.durationSeconds,
      file: fileNameOf(own),
    })),
    series: await series.storedBy(uid),
    ...(await engagement.activityOf(uid)),
    subtitles: await subtitles.subtitlesBy(uid),
    supportClicks: await engagement.supportClicksOf(uid),
    dailyTotals: await engagement.dailyTotalsOf(account),
    library: await library.storedBy(uid),
    creditsNaming: await catalog.storedInCreditsOf(uid),
    follows: await community.followsOf(uid),
    lastFollowingVisit: await community.lastFollowingVisit(uid),
    notifications: await community.notificationsOf(uid),
    reports: await moderation.reportsOf(uid),
    decisions: await moderation.ownDecisions(account),
    notificationSettings: await community.notificationSettings(account),
    lastImport: await rooms.imports.progressOf(account),
  }
}

function exportedEpisode(own: Episode & EpisodeCounts) {
  const { id, title, description, genre, tags, nsfw, nsfwReason, date, creatorId, videoId, trending } = own
  const { founderBadge, updatedAt, durationSeconds, width, height, frameRate, hasChosenPoster, isPlayable } = own
  const { views, likes, comments, lastViewed, visibility, publishAt, commentsOpen, contentNotes, credits } = own
  const { embedSites, framesOpen, translationsOpen } = own
  return {
    ...{ id, title, description, genre, tags, nsfw, nsfwReason, date, creatorId, videoId, trending },
    ...{ founderBadge, updatedAt, durationSeconds, width, height, frameRate, hasChosenPoster, isPlayable },
    ...{
      views,
      likes,
      comments,
      lastViewed,
      visibility,
      publishAt,
      commentsOpen,
      contentNotes,
      credits,
      embedSites,
      framesOpen,
      translationsOpen,
    },
    nextVideoId: own.replacement?.videoId ?? null,
  }
}

/**
 * Opens the archive: the document, the profile picture, pictures of series, and the files as they were uploaded. It is
 * streamed and not stored.
 *
 * @returns null while the document is being written
 * @throws Refusal identity.export_missing
 */
export async function openArchive(rooms: Rooms, storage: ObjectStorage, account: Account): Promise<Archive | null> {
  const document = await rooms.exports.documentOf(account)
  if (document === null) return null
  const text = Buffer.from(document)
  const entries: ArchiveEntry[] = [
    { name: 'hoshi-export.json', sizeBytes: text.length, open: async () => Readable.from([text]) },
  ]
  const key = (await rooms.creators.find(account.uid))?.avatarUrl.slice(1)
  const avatar = key ? await storage.stat(key) : null
  if (key && avatar) entries.push({ name: 'avatar.webp', ...avatar, open: () => storage.read(key) })
  for (const { id, posterUrl } of await rooms.series.storedBy(account.uid)) {
    const posterKey = posterUrl.slice(1)
    const poster = posterKey === '' ? null : await storage.stat(posterKey)
    if (poster) entries.push({ name: `series/${id}.webp`, ...poster, open: () => storage.read(posterKey) })
  }
  for (const own of await rooms.video.ownedBy(account)) {
    const original = await rooms.video.originalOf(account, own.uid)
    if (original) entries.push({ name: fileNameOf(own), sizeBytes: original.sizeBytes, open: original.read })
  }
  return createTar(entries, new Date())
}

/** A generated name; the original one is in the document. */
function fileNameOf({ uid, name }: Pick<Video, 'uid' | 'name'>): string {
  const [extension = ''] = /\.[a-z0-9]{1,5}$/.exec(name.toLowerCase()) ?? []
  return `files/${uid}${extension}`
}
