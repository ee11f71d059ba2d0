import type { ReasonCode } from './rules.ts'

/** The first part of the queue's order: child safety, then things that many people reported, then the rest. */
export type Rank = 0 | 1 | 2

/** @param reasons of the open reports @param urgentFrom this many of them put a thing before others */
export function rankOf(reasons: readonly ReasonCode[], urgentFrom: number): Rank {
  if (reasons.includes('child_safety')) return 0
  return reasons.length >= urgentFrom ? 1 : 2
}
