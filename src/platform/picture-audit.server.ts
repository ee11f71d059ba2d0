import { type AuditOptions, type AuditReport, type Finding, isFew, mayMoveToTrash, STRAY_AGE_MS } from './audit.ts'
import type { Clock } from './clock.ts'
import type { Db } from './database.server.ts'
import { unfinishedJobs } from './job-rows.server.ts'
import type { PictureCleanupJob, PictureColumn } from './pictures.server.ts'
import type { ObjectStorage } from './storage.server.ts'
import { transact } from './transact.server.ts'

const ROWS_AT_A_TIME = 500

export interface PictureAuditParts {
  db: Db
  storage: ObjectStorage
  clock: Clock
  folder: string
  column: PictureColumn & {
    /** Ids of the rows with a picture, in their order, after `afterId`. */
    idsWithPicture(db: Db, afterId: string, limit: number): Promise<string[]>
  }
  cleanupJob: PictureCleanupJob
  /** Words for the report: the plural of the pictures, and the replacement that is shown for a missing one. */
  labels: { plural: string; instead: string }
}

/** Compares rows with the images below their folder; safe while both change. */
export function createPictureAudit(parts: PictureAuditParts) {
  const { db, storage, clock, folder, column, cleanupJob, labels } = parts

  /** Examines one row under the lock that a change of its picture takes. */
  async function inspect(id: string, isBusy: boolean, repairs: boolean): Promise<Finding[]> {
    return await transact(db, async (trx) => {
      const url = (await column.lock(trx, id)) ?? ''
      const findings: Finding[] = []
      if (url !== '' && !(await storage.stat(url.slice(1)))?.sizeBytes) {
        if (repairs) await column.set(trx, id, '')
        const done = repairs ? labels.instead : null
        findings.push({ kind: 'missing', key: url.slice(1), note: 'not there', done })
      }
      for (const name of isBusy ? [] : await storage.children(`${folder}/${id}`)) {
        const key = `${folder}/${id}/${name}`
        if (`/${key}` !== url) findings.push({ kind: 'stray', key, note: 'no row names it', done: null })
      }
      return findings
    })
  }

  async function discardOld(strays: Finding[], names: number, isForced: boolean): Promise<string[]> {
    if (!isForced && !mayMoveToTrash(strays.length, names))
      return [`${strays.length} of ${names} ${labels.plural} are strays.`]
    const now = clock.now()
    for (const stray of strays) {
      const changed = await storage.changedAt(stray.key)
      if (!changed || now.getTime() - changed.getTime() < STRAY_AGE_MS) continue
      const path = await storage.discard(stray.key, now)
      stray.done = path ? 'in the trash for a week' : 'already removed'
    }
    return []
  }

  return async ({ repairs, isForced }: AuditOptions): Promise<AuditReport> => {
    const counts = { rows: 0, names: 0 }
    const ids = new Set(await storage.children(folder))
    counts.names = ids.size
    for (let after = ''; ; ) {
      const rows = await column.idsWithPicture(db, after, ROWS_AT_A_TIME)
      for (const id of rows) ids.add(id)
      counts.rows += rows.length
      const last = rows.at(-1)
      if (!last || rows.length < ROWS_AT_A_TIME) break
      after = last
    }
    const busy = new Set((await unfinishedJobs(db, [cleanupJob])).map(({ uid }) => uid))
    const refusals: string[] = []
    let findings: Finding[] = []
    for (const id of [...ids].sort()) findings.push(...(await inspect(id, busy.has(id), false)))
    const missing = findings.filter(({ kind }) => kind === 'missing')
    const strays = findings.filter(({ kind }) => kind === 'stray')
    if (repairs) {
      if (isForced || isFew(missing.length, counts.rows)) {
        const owners = missing.map(({ key }) => key.split('/')[1]!)
        const repaired: Finding[] = []
        for (const id of owners) repaired.push(...(await inspect(id, true, true)))
        findings = [...repaired, ...strays]
      } else refusals.push(`${missing.length} of ${counts.rows} ${labels.plural} are missing.`)
      refusals.push(...(await discardOld(strays, counts.names, isForced)))
    }
    return { checked: counts, findings, refusals }
  }
}
