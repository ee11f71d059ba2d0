import type { NextReason } from '#catalog/up-next.ts'

/** Why an episode is offered after another one. @param by name of its creator @param term tag or genre of both */
export function nextReasonText(reason: NextReason, by: string, term: string | null): string {
  switch (reason) {
    case 'series':
      return 'Next in series'
    case 'creator':
      return `More from ${by}`
    case 'similar':
      return `Similar: ${term}`
    case 'newest':
      return 'New on Hoshi'
  }
}
