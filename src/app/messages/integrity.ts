import { formatCount } from '#app/ui/format.ts'
import type { Finding } from '#platform/audit.ts'
import type { IntegrityCheck } from '#platform/integrity-checks.server.ts'

/** Kinds of findings of a check, in the order of the page. */
export const findingKinds: readonly { kind: Finding['kind']; name: string; meaning: string }[] = [
  { kind: 'missing', name: 'Missing', meaning: 'The database names a file that is not there.' },
  { kind: 'different', name: 'Different', meaning: 'A file has another size than the database knows.' },
  { kind: 'stray', name: 'Orphaned', meaning: 'A file is there that nothing in the database names.' },
]

export function findingName(kind: Finding['kind']): string {
  return findingKinds.find((each) => each.kind === kind)?.name ?? kind
}

/** How the last check ended, in one sentence. */
export function integrityWords({ problem, result }: Pick<IntegrityCheck, 'problem' | 'result'>): string {
  if (result === null) return `The check did not get to its end: ${problem ?? 'no reason is known.'}`
  const { rows, names } = result.checked
  const compared = `The check compared ${counted(rows, 'row')} with ${counted(names, 'file name')}.`
  const found = Object.values(result.counts).reduce((sum, count) => sum + count, 0)
  return `${compared} ${found === 0 ? 'They agree.' : `It found ${counted(found, 'difference')}.`}`
}

function counted(count: number, name: string): string {
  return `${formatCount(count)} ${name}${count === 1 ? '' : 's'}`
}

export const INTEGRITY_STARTED = 'The check has started. Reload this page to see what it finds.'
export const INTEGRITY_UNDER_WAY = 'A check is under way. Large sites take a while.'
