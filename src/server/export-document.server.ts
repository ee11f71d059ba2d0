import type { Hoshi } from '#app/http/context.ts'
import type { Episode } from '#catalog/episode.ts'
import { pickMetadata } from '#catalog/episode-metadata.ts'
import type { EpisodeCounts } from '#engagement/play.ts'
import type { Account } from '#identity/account.ts'
import type { WrittenSubtitle } from '#subtitles/subtitle-reading.server.ts'
import type { Video } from '#video/video.ts'
import { EXPORT_VERSION, subtitleFileName, videoFileName } from './import/export-format.ts'

/** The rooms with data of people. */
export type ExportedRooms = Pick<
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

/** The content of `hoshi-export.json`. @see docs/product.md#settings */
export async function collectExport(
  rooms: ExportedRooms,
  account: Account,
  { videos, texts }: { videos: readonly Video[]; texts: readonly WrittenSubtitle[] },
): Promise<object> {
  const { identity, creators, catalog, series, engagement, library, community, moderation } = rooms
  const { uid } = account
  const episodes: object[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await catalog.byCreator(uid, account, { cursor, limit: PAGE_SIZE })
    const counted = await engagement.counts.addTo(page.episodes)
    episodes.push(...counted.map(exportedEpisode))
    if (page.nextCursor === null) break
    cursor = page.nextCursor
  }
  return {
    version: EXPORT_VERSION,
    account,
    nsfwSetting: await identity.nsfwSettingOf(account),
    theme: await identity.themeOf(account),
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
      file: videoFileName(own),
    })),
    series: await series.storedBy(uid),
    ...(await engagement.activity.of(uid)),
    subtitles: texts.map(({ version: _, ...text }) => ({ ...text, file: subtitleFileName(text) })),
    supportClicks: await engagement.supportClicks.of(uid),
    dailyTotals: await engagement.analytics.dailyTotalsOf(account),
    library: await library.storedBy(uid),
    creditsNaming: await catalog.credits.storedOf(uid),
    follows: await community.followsOf(uid),
    followingFeedMadeAt: await community.feedKeyMadeAt(uid),
    lastFollowingVisit: await community.lastFollowingVisit(uid),
    notifications: await community.notificationsOf(uid),
    reports: await moderation.reports.of(uid),
    decisions: await moderation.appeals.ownDecisions(account),
    notificationSettings: await community.notificationSettings(account),
    lastImport: await rooms.imports.progressOf(account),
  }
}

function exportedEpisode(own: Episode & EpisodeCounts) {
  const { id, nsfwReason, date, creatorId, videoId, trending } = own
  const { founderBadge, updatedAt, durationSeconds, width, height, frameRate, hasChosenPoster, isPlayable } = own
  const { views, likes, comments, lastViewed, visibility, publishAt, credits, embedSites } = own
  return {
    id,
    ...pickMetadata(own),
    nsfwReason,
    date,
    creatorId,
    videoId,
    trending,
    founderBadge,
    updatedAt,
    durationSeconds,
    width,
    height,
    frameRate,
    hasChosenPoster,
    isPlayable,
    views,
    likes,
    comments,
    lastViewed,
    visibility,
    publishAt,
    credits,
    embedSites,
    nextVideoId: own.replacement?.videoId ?? null,
  }
}

/** Objects and lists whose parts are written one by one: the document, its members, and the lists in those. */
const OPENED_LEVELS = 3

/** The JSON of a document in pieces, each of which is one item of a list or smaller: none keeps everybody waiting. */
export function* jsonPieces(value: unknown, levels = OPENED_LEVELS): Generator<string> {
  const isOpened = levels > 0 && typeof value === 'object' && value !== null && !(value instanceof Date)
  if (!isOpened) {
    yield JSON.stringify(value, null, 2) ?? 'null'
    return
  }
  const isList = Array.isArray(value)
  const members = isList ? value.map((item): [null, unknown] => [null, item]) : Object.entries(value)
  yield isList ? '[' : '{'
  let before = '\n'
  for (const [name, member] of members) {
    if (name !== null && member === undefined) continue
    yield name === null ? before : `${before}${JSON.stringify(name)}: `
    yield* jsonPieces(member, isList ? 0 : levels - 1)
    before = ',\n'
  }
  yield `${before === '\n' ? '' : '\n'}${isList ? ']' : '}'}`
}
