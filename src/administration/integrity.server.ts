import type { IntegrityChecks } from '#platform/integrity-checks.server.ts'

/** Comparisons of rows and files. Every verb is for admins. */
export interface Integrity {
  /** The newest comparison that has ended, and whether one is due or under way. */
  latest: IntegrityChecks['latest']
  /** Starts a comparison unless one is due or under way. It changes neither rows nor files, so the audit log has no entry. */
  check: IntegrityChecks['request']
}

export interface IntegrityParts {
  integrityChecks: Pick<IntegrityChecks, 'latest' | 'request'>
}

export function createIntegrity({ integrityChecks }: IntegrityParts): Integrity {
  return { latest: () => integrityChecks.latest(), check: () => integrityChecks.request() }
}
