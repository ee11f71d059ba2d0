import {
  type AuditOptions,
  type AuditReport,
  type Finding,
  isFew,
  mayMoveToTrash,
  STRAY_AGE_MS,
} from '#platform/audit.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { transact } from '#platform/transact.server.ts'
import { fontKey } from './font.ts'
import { deleteFont, findFont, fontsAfter, knownFonts } from './font-rows.server.ts'

const ROWS_AT_A_TIME = 500

/** Compares the fonts of subtitles with the files below `fonts`; safe while both change. */
export function createFontAudit({ db, storage, clock }: { db: Db; storage: ObjectStorage; clock: Clock }) {
  async function findMissing(): Promise<{ ids: string[]; findings: Finding[]; rows: number }> {
    const ids: string[] = []
    const findings: Finding[] = []
    let rows = 0
    for (let after = ''; ; ) {
      const fonts = await fontsAfter(db, after, ROWS_AT_A_TIME)
      for (const { id, format } of fonts) {
        const key = fontKey(id, format)
        // One that was removed since the rows were read is no finding.
        if ((await storage.stat(key))?.sizeBytes || !(await findFont(db, id))) continue
        ids.push(id)
        findings.push({ kind: 'missing', key, note: 'not there', done: null })
      }
      rows += fonts.length
      if (fonts.length < ROWS_AT_A_TIME) return { ids, findings, rows }
      after = fonts.at(-1)!.id
    }
  }

  async function findStrays(): Promise<{ findings: Finding[]; names: number }> {
    const names = (await storage.children('fonts')).sort()
    const findings: Finding[] = []
    for (let at = 0; at < names.length; at += ROWS_AT_A_TIME) {
      const some = names.slice(at, at + ROWS_AT_A_TIME)
      const known = await knownFonts(db, some.map(idOf))
      for (const name of some) {
        if (known.has(idOf(name)) || !(await storage.changedAt(`fonts/${name}`))) continue
        findings.push({ kind: 'stray', key: `fonts/${name}`, note: 'no row names it', done: null })
      }
    }
    return { findings, names: names.length }
  }

  async function discardOld(strays: Finding[]): Promise<void> {
    const now = clock.now()
    for (const stray of strays) {
      const changed = await storage.changedAt(stray.key)
      if (!changed || now.getTime() - changed.getTime() < STRAY_AGE_MS) continue
      stray.done = (await storage.discard(stray.key, now)) ? 'in the trash for a week' : 'already removed'
    }
  }

  return async ({ repairs, isForced }: AuditOptions): Promise<AuditReport> => {
    const strays = await findStrays()
    const missing = await findMissing()
    const refusals: string[] = []
    if (repairs) {
      if (isForced || isFew(missing.ids.length, missing.rows)) {
        for (const id of missing.ids) await transact(db, (trx) => deleteFont(trx, id))
        for (const finding of missing.findings) finding.done = 'drawn with the font that stands in'
      } else refusals.push(`${missing.ids.length} of ${missing.rows} fonts are missing.`)
      if (isForced || mayMoveToTrash(strays.findings.length, strays.names)) await discardOld(strays.findings)
      else refusals.push(`${strays.findings.length} of ${strays.names} fonts are strays.`)
    }
    const checked = { rows: missing.rows, names: strays.names }
    return { checked, findings: [...missing.findings, ...strays.findings], refusals }
  }
}

function idOf(name: string): string {
  return name.replace(/\..*$/, '')
}
