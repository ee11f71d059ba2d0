import type { AuditReport } from '#platform/audit.ts'
import { textTable } from './text-table.ts'

/** Formats an audit's findings as a table for a terminal, followed by how much was checked. */
export function auditTable({ checked, findings, refusals }: AuditReport): string {
  const rows = [
    ['what', 'where', 'how', 'repair'],
    ...findings.map(({ kind, key, note, done }) => [kind, key, note, done ?? 'none']),
  ]
  const repaired = findings.filter(({ done }) => done !== null).length
  const counts = `${checked.rows} rows and ${checked.names} names looked at: `
  const end =
    findings.length === 0
      ? 'they agree.'
      : `${findings.length} finding${findings.length === 1 ? '' : 's'}, ${repaired} repaired.`
  const refused = refusals.map((why) => `Not repaired: ${why} Add --all if that is right.`)
  return [...(findings.length > 0 ? textTable(rows) : []), ...refused, counts + end].join('\n')
}
