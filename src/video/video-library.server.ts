import { sql } from 'kysely'
import type { Account } from '#identity/account.ts'
import type { Trx } from '#platform/database.server.ts'
import { admitUpload, checkQuota, storeUpload } from './admit-upload.server.ts'
import { isGrowing } from './chunk-rows.server.ts'
import { findDuplicates, findLikelyDuplicate } from './duplicate-rows.server.ts'
import { attachToEpisode, awaitForEpisode, restrict } from './episode-videos.server.ts'
import type { FailureReason } from './failure-reasons.ts'
import {
  findChanges,
  findExposureSheet,
  findFlashes,
  findFrameCount,
  findPresentationTimes,
  findRateVarying,
} from './frame-analysis-rows.server.ts'
import type { HostAdapter, VideoLibraryParts, VideoVerbParts } from './library-parts.ts'
import { fileFactsOfVideo } from './mp4-file-rows.server.ts'
import { freshRow, ownRow, shape, shapeAll, shapeNow } from './own-videos.server.ts'
import { setQuota, storageOf } from './quotas.server.ts'
import { endUpload, endUploadsOf, removeAllOf, removeVideo, removeWithEpisode } from './remove-videos.server.ts'
import { countOpenUploads, createSiteUploads } from './site-uploads.server.ts'
import type { FoundVideo } from './video.ts'
import type { VideoHost } from './video-host.ts'
import {
  findVideoRow,
  lockVideoRows,
  lockVideoRowsOf,
  type NewVideoRow,
  type VideoViewRow,
  videoRowsOf,
  videoTables,
  viewColumns,
} from './video-rows.server.ts'
import { waitForMilestone } from './wait-for-milestone.server.ts'
import { hasWorkForOthers, waitingOf } from './work-rows.server.ts'

/** The part common to all hosts: rows, permissions on them, and their events. */
export type VideoLibrary = ReturnType<typeof createVideoLibrary>

export function createVideoLibrary(common: VideoLibraryParts, adapter: HostAdapter) {
  const parts: VideoVerbParts = { ...common, adapter }
  const { db, events, limits } = parts

  /** The part of `VideoHost` that does not depend on where bytes are stored. */
  const hostMethods = {
    get: async (account, uid) => shapeNow(parts, await freshRow(parts, account, uid)),
    async waitUntil(account, uid, milestone, timeoutMs, signal) {
      const read = () => freshRow(parts, account, uid)
      const waiting = { events, read, changesWithoutEvents: adapter.refresh !== undefined }
      return shapeNow(parts, await waitForMilestone(waiting, { uid, milestone, timeoutMs, signal }))
    },
    ownedBy: async (account) => shapeAll(parts, await videoRowsOf(db, account.uid)),
    findMany: (uids) => findMany(parts, uids),
    chosenPosterOf: async (from, uid) => (await findVideoRow(from, uid))?.chosen_poster_name ?? null,
    async postersOf(uid) {
      const row = await findVideoRow(db, uid)
      return row ? adapter.postersOf(row) : []
    },
    flashesOf: (uid) => findFlashes(db, uid),
    exposureSheetOf: (uid) => findExposureSheet(db, uid),
    isRateVarying: (uid) => findRateVarying(db, uid),
    frameTimesOf: (uid) => findPresentationTimes(db, uid),
    changesOf: (uid) => findChanges(db, uid),
    frameCountOf: (uid) => findFrameCount(db, uid),
    durationOf: async (uid) => (await findVideoRow(db, uid))?.duration_seconds ?? null,
    findDuplicates: (uids) => findDuplicates(db, uids),
    findLikelyDuplicate: (account, file) => findLikelyDuplicate(db, account.uid, file),
    waitingOf: (creatorIds) => waitingOf(db, creatorIds),
    hasWorkForOthers: (creatorIds) => hasWorkForOthers(db, creatorIds),
    isFullyPlayable: async (trx, uid) => !(await isGrowing(trx, uid)),

    async lock(trx, uids) {
      if (uids.length > 0) await lockVideoRows(trx, uids)
    },
    async lockAllOf(trx, creatorId) {
      await lockVideoRowsOf(trx, creatorId)
    },
    attachToEpisode: (trx, creatorId, uid) => attachToEpisode(parts, trx, creatorId, uid),
    awaitForEpisode: (trx, creatorId, uid) => awaitForEpisode(parts, trx, creatorId, uid),
    restrict: (trx, uid, audience, nsfwEpisodeId) => restrict(parts, trx, uid, audience, nsfwEpisodeId),

    setQuota: (trx, creatorId, quotaBytes) => setQuota(limits, trx, creatorId, quotaBytes),
    storageOf: (uids) => storageOf(limits, db, uids),
    openUploads: () => countOpenUploads(common),
    uploadsOn: createSiteUploads(common),

    remove: (account, uid) => removeVideo(parts, account, uid),
    removeWithEpisode: (trx, uid) => removeWithEpisode(parts, trx, uid),
    endUploadsOf: (trx, creatorId) => endUploadsOf(parts, trx, creatorId),
    removeAllOf: (trx, creatorId, firstUids) => removeAllOf(parts, trx, creatorId, firstUids),
  } satisfies Partial<VideoHost>

  return {
    hostMethods,
    shape: (row: VideoViewRow) => shape(parts, row),
    ownRow: (account: Account, uid: string) => ownRow(parts, account, uid),
    admitUpload: (account: Account, upload: { name: string; sizeBytes: number }) =>
      admitUpload(limits, account, upload),
    checkQuota: (creatorId: string, sizeBytes: number) => checkQuota(parts, creatorId, sizeBytes),
    storeUpload: (trx: Trx, row: Omit<NewVideoRow, 'created_at'>) => storeUpload(parts, trx, row),
    endUpload: (trx: Trx, uid: string, reason: FailureReason) => endUpload(parts, trx, uid, reason),
  }
}

async function findMany(parts: VideoVerbParts, uids: string[]): Promise<Map<string, FoundVideo>> {
  if (uids.length === 0) return new Map()
  const { mediaUrlOf } = parts.adapter
  const rows = await videoTables(parts.db)
    .selectFrom('videos')
    .select(viewColumns)
    .select(fileFactsOfVideo)
    .where('uid', '=', sql<string>`any(${uids}::text[])`)
    .execute()
  const videos = await shapeAll(parts, rows)
  return new Map(
    videos.map((video, index) => {
      const row = rows[index]!
      const files = mediaUrlOf ? row.files.map(({ name, ...facts }) => ({ ...facts, url: mediaUrlOf(row, name) })) : []
      return [video.uid, { ...video, files }]
    }),
  )
}
