import pLimit from 'p-limit'
import { type AuditOptions, type AuditReport, type Finding, isFew, mayMoveToTrash } from '#platform/audit.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import { unfinishedJobs } from '#platform/job-rows.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { transact } from '#platform/transact.server.ts'
import { createOrphans } from '../cleanup/orphans.server.ts'
import type { EmbeddedHost } from '../embedded-host/embedded-host.server.ts'
import type { VideoTransitions } from '../encode/video-transitions.server.ts'
import type { UploadFiles } from '../ingest/upload-files.ts'
import { originalKey } from '../stored-objects.ts'
import { allVideoJobs } from '../video-jobs.ts'
import { lockVideoRow, type VideoRow, videoTables } from '../video-rows.server.ts'
import { type Broken, checkVideo } from './video-files.server.ts'

export interface VideoAuditParts {
  db: Db
  clock: Clock
  storage: ObjectStorage
  uploadFiles: Pick<UploadFiles, 'receivedBytes'>
  transitions: VideoTransitions
  host: Pick<EmbeddedHost, 'endUpload'>
  log: Log
}

/** Compares the rows of videos with the files below `originals` and `media`, even while they are being changed. */
export type VideoAudit = (options: AuditOptions) => Promise<AuditReport>

const ROWS_AT_A_TIME = 200
const MAX_CONCURRENT_CHECKS = 8
/** Age below which an upload may have no file yet: it is created right after the row. */
const NEW_UPLOAD_MS = 60_000

interface BrokenVideo {
  row: VideoRow
  broken: Broken[]
  findings: Finding[]
}

export function createVideoAudit(parts: VideoAuditParts): VideoAudit {
  const { db, clock, storage } = parts
  const orphans = createOrphans(parts)
  const repair = createRepair(parts)

  /** Repeats the comparison with the row locked, so that no attempt names files in between. */
  async function recheck(uid: string): Promise<{ row: VideoRow; broken: Broken[]; strays: string[] } | null> {
    return await transact(db, async (trx) => {
      const row = await lockVideoRow(trx, uid)
      if (!row) return null
      const { broken, strays } = await checkVideo(trx, parts, row)
      // A job of this video may have stored files that it has not named yet, and cleans up at its end.
      const isBusy = strays.length > 0 && (await unfinishedJobs(trx, allVideoJobs)).some((job) => job.uid === uid)
      return { row, broken, strays: isBusy ? [] : strays }
    })
  }

  async function checkAll() {
    const limit = pLimit(MAX_CONCURRENT_CHECKS)
    const videos: BrokenVideo[] = []
    const strays: string[] = []
    const checked = { rows: 0, names: 0 }
    let after = ''
    for (;;) {
      const rows = await videoTables(db)
        .selectFrom('videos')
        .selectAll()
        .where('host', '=', 'embedded')
        .where('uid', '>', after)
        .orderBy('uid')
        .limit(ROWS_AT_A_TIME)
        .execute()
      await limit.map(rows, async (row) => {
        const first = await checkVideo(db, parts, row)
        checked.names += first.names
        if (first.broken.length + first.strays.length === 0 || isNew(row)) return
        const found = await recheck(row.uid)
        if (!found) return
        strays.push(...found.strays)
        if (found.broken.length > 0) videos.push({ ...found, findings: found.broken.map(asFinding) })
      })
      checked.rows += rows.length
      const last = rows.at(-1)
      if (!last || rows.length < ROWS_AT_A_TIME) break
      after = last.uid
    }
    const { keys, all } = await orphans.find()
    checked.names += all
    strays.push(...keys)
    return { videos, strays: strays.sort(), checked }
  }

  function isNew({ state, created_at }: VideoRow): boolean {
    return state === 'pendingupload' && clock.now().getTime() - created_at.getTime() < NEW_UPLOAD_MS
  }

  return async ({ repairs, isForced }) => {
    const { videos, strays, checked } = await checkAll()
    const strayFindings: Finding[] = []
    const old: Finding[] = []
    for (const key of strays) {
      const isOld = await orphans.isOld(key)
      const note = `no row names it${isOld ? '' : '; younger than a day'}`
      const finding: Finding = { kind: 'stray', key, note, done: null }
      strayFindings.push(finding)
      if (isOld) old.push(finding)
    }
    const refusals: string[] = []
    if (repairs) {
      if (isForced || isFew(videos.length, checked.rows)) for (const video of videos) await repair(video)
      else refusals.push(`${videos.length} of ${checked.rows} videos have lost files: the folder may be another one's.`)
      if (isForced || mayMoveToTrash(strays.length, checked.names)) {
        for (const finding of old) {
          const path = await storage.discard(finding.key, clock.now())
          finding.done = path ? 'in the trash for a week' : 'already removed'
        }
      } else refusals.push(`${strays.length} of ${checked.names} names are strays: the database may be another one's.`)
    }
    return { checked, findings: [...videos.flatMap(({ findings }) => findings), ...strayFindings], refusals }
  }
}

function asFinding({ kind, key, note }: Broken): Finding {
  return { kind, key, note, done: null }
}

/** Repairs one video as far as possible, and records that in its findings. */
function createRepair({ transitions, host, storage }: VideoAuditParts): (video: BrokenVideo) => Promise<void> {
  return async ({ row, broken, findings }) => {
    const { uid } = row
    const has = (part: Broken['part']) => broken.some((each) => each.part === part)
    const markDone = (done: string, parts: Broken['part'][]) => {
      for (const [index, { part }] of broken.entries()) if (parts.includes(part)) findings[index]!.done = done
    }
    if (row.state === 'pendingupload') {
      await host.endUpload(uid, 'upload_cancelled')
      return markDone('the upload has ended', ['original'])
    }
    if (has('texts')) {
      await transitions.dropTextTracks(uid)
      markDone('will be listed again', ['texts'])
    }
    if (has('mp4')) {
      await transitions.remakeMp4Files(uid)
      markDone('will be made again', ['mp4'])
    }
    if (has('media') || (has('original') && row.state !== 'ready')) {
      const all: Broken['part'][] = ['original', 'media', 'av1', 'master', 'picture']
      const original = await storage.stat(originalKey(uid))
      await transitions.regenerateImages(uid, namesOf(broken))
      if (original?.sizeBytes === Number(row.size_bytes)) {
        await transitions.reprocess(uid)
        return markDone('will be rebuilt from its original', all)
      }
      await transitions.failLost(uid)
      return markDone('failed, which its creator is told', all)
    }
    if (has('av1')) {
      await transitions.removeLostAv1Set(uid)
      markDone('goes on without AV1', ['av1', 'master'])
    } else if (has('master')) {
      await transitions.rewriteMaster(uid)
      markDone('listed again', ['master'])
    }
    if (has('picture')) {
      await transitions.regenerateImages(uid, namesOf(broken))
      markDone('is drawn again', ['picture'])
    }
    // A playable video stays playable without its original.
  }
}

function namesOf(broken: Broken[]): string[] {
  return broken.filter(({ part }) => part === 'picture').map(({ key }) => key.replace(/.*\//, ''))
}
