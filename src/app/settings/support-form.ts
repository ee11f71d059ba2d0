import { moveRow } from '#app/ui/move-row.ts'
import type { SupportLinkFields } from '#creators/creator.ts'
import { SUPPORT_LINKS_MAX } from '#creators/support-links.ts'

/** The field with the number of rows, which tells a form without rows from a part of a form. */
export const ROW_COUNT = 'rows'

/**
 * The rows of a submitted form of support links, after the change that its button names; null unless it has all the rows
 * that it counts.
 */
export function readSupportForm(fields: ReadonlyMap<string, string>): SupportLinkFields[] | null {
  const count = Number.parseInt(fields.get(ROW_COUNT) ?? '', 10)
  if (!(count >= 0 && count <= SUPPORT_LINKS_MAX)) return null
  const rows: SupportLinkFields[] = []
  for (let n = 0; n < count; n++) {
    const [label, url] = [fields.get(`label${n}`), fields.get(`url${n}`)]
    if (label === undefined || url === undefined) return null
    rows.push({ label, url })
  }
  const [, change, at] = /^(up|remove)-([0-4])$/.exec(fields.get('change') ?? '') ?? []
  const index = Number(at)
  if (change === 'remove') rows.splice(index, 1)
  return change === 'up' ? moveRow(rows, index, index - 1) : rows
}
