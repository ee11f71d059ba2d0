import { formatDate } from '#app/ui/format.ts'
import { UNTIL_LIFTED } from '#identity/account.ts'

/** A suspension as pages get it: its end as text (ISO 8601), and the moderator's reason. */
export interface SuspensionView {
  until: string
  reason: string
}

/** 'Your account is suspended until Jul 17, 2026. The reason: “…”' @see docs/product.md#suspension */
export function suspended({ until, reason }: SuspensionView): string {
  return `Your account is suspended ${suspensionEnd(until)}. The reason: “${reason}”`
}

/** 'until Jul 17, 2026' or 'until it is lifted'. */
export function suspensionEnd(until: string): string {
  const end = new Date(until)
  return end >= UNTIL_LIFTED ? 'until it is lifted' : `until ${formatDate(end)}`
}

export const SUSPENDED_MEANS =
  'You can watch, export your data and delete your account, but you cannot upload, post or edit.'
