import { parseArgs } from 'node:util'
import type { AuditOptions } from '#platform/audit.ts'
import { auditTable } from './audit-table.ts'
import { failCommand } from './command-line.ts'
import { runAsExtraNode } from './extra-node.ts'

// Exit code of `npm run audit`: 0 when rows and files agree (again), 1 when they do not, 2 when the audit failed.
try {
  const options = readOptions()
  const report = await runAsExtraNode((hoshi) => hoshi.audit(options))
  console.log(auditTable(report))
  process.exitCode = report.findings.every(({ done }) => done !== null) ? 0 : 1
} catch (error) {
  failCommand(error, 2)
}

/** @throws Error for an unknown argument */
function readOptions(): AuditOptions {
  const { values } = parseArgs({ options: { repair: { type: 'boolean' }, all: { type: 'boolean' } } })
  return { repairs: values.repair ?? false, isForced: values.all ?? false }
}
