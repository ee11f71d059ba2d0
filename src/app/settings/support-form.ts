import { moveRow } from '#app/ui/move-row.ts'
import type { SupportLinkFields } from '#creators/creator.ts'
import { SUPPORT_LINKS_MAX } from '#creators/support-links.ts'

/** The rows of a submitted form of support links, after the change that its button names. */
export function readSupportForm(fields: ReadonlyMap<string, string>): SupportLinkFields[] {
  const rows = Array.from({ length: SUPPORT_LINKS_MAX }, (_, n) => ({
    label: fields.get(`label${n}`) ?? '',
    url: fields.get(`url${n}`) ?? '',
  }))
  const [, change, at] = /^(up|remove)-([0-4])$/.exec(fields.get('change') ?? '') ?? []
  const index = Number(at)
  if (change === 'remove') rows.splice(index, 1)
  return change === 'up' ? moveRow(rows, index, index - 1) : rows
}
