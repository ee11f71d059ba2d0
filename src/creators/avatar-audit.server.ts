import { type AuditOptions, type AuditReport, type Finding, isFew, mayRemove, STRAY_AGE_MS } from '#platform/audit.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import { unfinishedJobs } from '#platform/jobs.server.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { transact } from '#platform/transact.server.ts'
import { cleanupJob } from './avatars.server.ts'
import { avatarUrlsOf, lockAvatarUrl, setAvatarUrl } from './creator-rows.server.ts'

const ROWS_AT_A_TIME = 500

/** Compares profiles with the images below `avatars`; safe while both change. */
export function createAvatarAudit(parts: { db: Db; storage: ObjectStorage; clock: Clock }) {
  const { db, storage, clock } = parts

  /** Examines one profile under the lock that a change of its avatar takes. */
  async function inspect(uid: string, isBusy: boolean, repairs: boolean): Promise<Finding[]> {
    return await transact(db, async (trx) => {
      const url = (await lockAvatarUrl(trx, uid)) ?? ''
      const findings: Finding[] = []
      if (url !== '' && !(await storage.stat(url.slice(1)))?.sizeBytes) {
        if (repairs) await setAvatarUrl(trx, uid, '')
        const done = repairs ? 'shows the first letter' : null
        findings.push({ kind: 'missing', key: url.slice(1), note: 'not there', done })
      }
      for (const name of isBusy ? [] : await storage.children(`avatars/${uid}`)) {
        const key = `avatars/${uid}/${name}`
        if (`/${key}` !== url) findings.push({ kind: 'stray', key, note: 'no row names it', done: null })
      }
      return findings
    })
  }

  async function discardOld(strays: Finding[], names: number, isForced: boolean): Promise<string[]> {
    const now = clock.now()
    const old: Finding[] = []
    for (const stray of strays) {
      const changed = await storage.changedAt(stray.key)
      if (changed && now.getTime() - changed.getTime() >= STRAY_AGE_MS) old.push(stray)
    }
    if (!isForced && !mayRemove(old.length, names)) return [`${old.length} of ${names} profile pictures are strays.`]
    for (const stray of old) {
      await storage.discard(stray.key, now)
      stray.done = 'in the trash for a week'
    }
    return []
  }

  return async ({ repairs, isForced }: AuditOptions): Promise<AuditReport> => {
    const counts = { rows: 0, names: 0 }
    const uids = new Set(await storage.children('avatars'))
    counts.names = uids.size
    for (let after = ''; ; ) {
      const rows = await avatarUrlsOf(db, after, ROWS_AT_A_TIME)
      for (const { uid } of rows) uids.add(uid)
      counts.rows += rows.length
      const last = rows.at(-1)
      if (!last || rows.length < ROWS_AT_A_TIME) break
      after = last.uid
    }
    const busy = new Set((await unfinishedJobs(db, [cleanupJob])).map(({ uid }) => uid))
    const refusals: string[] = []
    let findings: Finding[] = []
    for (const uid of [...uids].sort()) findings.push(...(await inspect(uid, busy.has(uid), false)))
    const missing = findings.filter(({ kind }) => kind === 'missing')
    const strays = findings.filter(({ kind }) => kind === 'stray')
    if (repairs) {
      if (isForced || isFew(missing.length, counts.rows)) {
        const owners = missing.map(({ key }) => key.split('/')[1]!)
        const repaired: Finding[] = []
        for (const uid of owners) repaired.push(...(await inspect(uid, true, true)))
        findings = [...repaired, ...strays]
      } else refusals.push(`${missing.length} of ${counts.rows} profile pictures are missing.`)
      refusals.push(...(await discardOld(strays, counts.names, isForced)))
    }
    return { checked: counts, findings, refusals }
  }
}
