import pLimit from 'p-limit'
import { type AuditReport, type AuditWish, type Finding, isFew, mayBeRemoved } from '#platform/audit.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import type { DiskStorage } from '#platform/disk-storage.server.ts'
import { openJobs } from '#platform/jobs.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { EmbeddedHost } from '../embedded-host.server.ts'
import { createOrphans } from '../processing/orphans.server.ts'
import type { VideoOutcomes } from '../processing/video-outcomes.server.ts'
import { allVideoJobs, eraseJob } from '../video-jobs.ts'
import { lockVideoRow, uidsToErase, type VideoRow, videoTables } from '../video-rows.server.ts'
import { type Broken, lookAtVideo } from './video-files.server.ts'

export interface VideoAuditParts {
  db: Db
  clock: Clock
  storage: DiskStorage
  outcomes: VideoOutcomes
  host: Pick<EmbeddedHost, 'endUpload'>
  log: Log
}

/** Compares the rows of videos with the files below `originals` and `media`, also while they are being changed. */
export type VideoAudit = (wish: AuditWish) => Promise<AuditReport>

const ROWS_AT_A_TIME = 200
const LOOKS_AT_ONCE = 8
/** An upload's file is made right after its row. */
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

  /** Holding the row: whoever names files in it waits. */
  async function lookAgain(uid: string): Promise<{ row: VideoRow; broken: Broken[]; strays: string[] } | null> {
    return await db.transaction().execute(async (trx) => {
      const row = await lockVideoRow(trx, uid)
      if (!row) return null
      const { broken, strays } = await lookAtVideo(trx, storage, row)
      // Whatever works on it still stores what it has not named yet, and tidies up at its end.
      const isBusy = strays.length > 0 && (await openJobs(trx, allVideoJobs)).some((job) => job.uid === uid)
      return { row, broken, strays: isBusy ? [] : strays }
    })
  }

  async function lookThrough() {
    const limit = pLimit(LOOKS_AT_ONCE)
    const videos: BrokenVideo[] = []
    const strays: string[] = []
    const looked = { rows: 0, names: 0 }
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
        const first = await lookAtVideo(db, storage, row)
        looked.names += first.names
        if (first.broken.length + first.strays.length === 0 || isNew(row)) return
        const found = await lookAgain(row.uid)
        if (!found) return
        strays.push(...found.strays)
        if (found.broken.length > 0) videos.push({ ...found, findings: found.broken.map(asFinding) })
      })
      looked.rows += rows.length
      const last = rows.at(-1)
      if (!last || rows.length < ROWS_AT_A_TIME) break
      after = last.uid
    }
    const { keys, all } = await orphans.find()
    looked.names += all
    // Deleted a moment ago, and on their way out.
    const erased = new Set(await uidsToErase(db, Number.MAX_SAFE_INTEGER))
    for (const { uid } of await openJobs(db, [eraseJob])) erased.add(uid)
    strays.push(...keys.filter((key) => !erased.has(key.replace(/.*\//, ''))))
    return { videos, strays: strays.sort(), looked }
  }

  function isNew({ state, created_at }: VideoRow): boolean {
    return state === 'pendingupload' && clock.now().getTime() - created_at.getTime() < NEW_UPLOAD_MS
  }

  return async ({ repairs, evenMany }) => {
    const { videos, strays, looked } = await lookThrough()
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
      if (evenMany || isFew(videos.length, looked.rows)) for (const video of videos) await repair(video)
      else refusals.push(`${videos.length} of ${looked.rows} videos have lost files: the folder may be another one's.`)
      if (evenMany || mayBeRemoved(old.length, looked.names)) {
        for (const finding of old) {
          await storage.discard(finding.key, clock.now())
          finding.done = 'in the trash for a week'
        }
      } else refusals.push(`${old.length} of ${looked.names} names are strays: the database may be another one's.`)
    }
    return { looked, findings: [...videos.flatMap(({ findings }) => findings), ...strayFindings], refusals }
  }
}

function asFinding({ kind, key, note }: Broken): Finding {
  return { kind, key, note, done: null }
}

/** Puts one video right, as far as that can be done, and says so in its findings. */
function createRepair({ outcomes, host, storage }: VideoAuditParts): (video: BrokenVideo) => Promise<void> {
  return async ({ row, broken, findings }) => {
    const { uid } = row
    const has = (part: Broken['part']) => broken.some((each) => each.part === part)
    const say = (done: string, parts: Broken['part'][]) => {
      for (const [place, { part }] of broken.entries()) if (parts.includes(part)) findings[place]!.done = done
    }
    if (row.state === 'pendingupload') {
      await host.endUpload(uid, 'upload_cancelled')
      return say('the upload has ended', ['original'])
    }
    if (has('media') || (has('original') && row.state !== 'ready')) {
      const all: Broken['part'][] = ['original', 'media', 'av1', 'master', 'picture']
      const original = await storage.stat(`originals/${uid}`)
      await outcomes.picturesLost(uid, namesOf(broken))
      if (original?.sizeBytes === Number(row.size_bytes)) {
        await outcomes.madeAnew(uid)
        return say('is made anew from its original', all)
      }
      await outcomes.lost(uid)
      return say('failed, which its creator is told', all)
    }
    if (has('av1')) {
      await outcomes.av1Lost(uid)
      say('goes on without AV1', ['av1', 'master'])
    } else if (has('master')) {
      await outcomes.relisted(uid)
      say('listed anew', ['master'])
    }
    if (has('picture')) {
      await outcomes.picturesLost(uid, namesOf(broken))
      say('is drawn again', ['picture'])
    }
    // What plays goes on playing without its original.
  }
}

function namesOf(broken: Broken[]): string[] {
  return broken.filter(({ part }) => part === 'picture').map(({ key }) => key.replace(/.*\//, ''))
}
