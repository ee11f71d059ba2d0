import type { RouterContextProvider } from 'react-router'
import { hoshiContext } from '#app/http/context.ts'
import {
  findingKinds,
  findingName,
  INTEGRITY_STARTED,
  INTEGRITY_UNDER_WAY,
  integrityWords,
} from '#app/messages/integrity.ts'

/** Reads the findings of the last check, in words. */
export async function loadIntegrity(context: Readonly<RouterContextProvider>, { searchParams }: URL) {
  const { isUnderWay, last } = await context.get(hoshiContext).administration.integrity.latest()
  const findings = last?.result?.findings ?? []
  const total = Object.values(last?.result?.counts ?? {}).reduce((sum, count) => sum + count, 0)
  return {
    isUnderWay,
    news: searchParams.has('started') ? INTEGRITY_STARTED : isUnderWay ? INTEGRITY_UNDER_WAY : null,
    last: last && {
      startedAt: last.startedAt,
      hasFailed: last.result === null,
      words: integrityWords(last),
      counts: findingKinds.map(({ kind, name, meaning }) => ({
        name,
        meaning,
        count: last.result?.counts[kind] ?? null,
      })),
      findings: findings.map(({ kind, key, note }) => ({ key, note, kind: findingName(kind) })),
      unlistedCount: total - findings.length,
    },
  }
}
