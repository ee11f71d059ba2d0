import { moveRow } from '#app/ui/move-row.ts'
import type { EditableCredit } from '#catalog/credits/credit.ts'

/** A row of the editor as typed. */
export interface CreditRow {
  role: string
  name: string
  /** Username or address of a profile; empty for a name alone. */
  link: string
}

/** The action that a submitted form requests. `at` is the index of a row. */
export type CreditsIntent = { kind: 'save' } | { kind: 'add' } | { kind: 'remove' | 'up' | 'down'; at: number }

export const emptyRow: CreditRow = { role: '', name: '', link: '' }

/** The rows for stored credits; one empty row where there is none. */
export function creditRowsOf(credits: readonly EditableCredit[]): CreditRow[] {
  if (credits.length === 0) return [emptyRow]
  return credits.map(({ role, name, link }) => ({ role, name, link: link ? linkOf(link) : '' }))
}

/** A creator as the editor names one: the username, which is unique, or else the address of the profile. */
export function linkOf({ uid, username }: { uid: string; username: string }): string {
  return username === '' ? `/creator/${uid}` : username
}

/** The uid in the address of a profile, with or without its origin; null for any other text. */
export function uidInAddress(link: string): string | null {
  return /^(?:https?:\/\/[^/\s]+)?\/?creator\/([0-9A-Za-z_-]{1,64})\/?(?:[?#].*)?$/.exec(link.trim())?.[1] ?? null
}

/** The rows as submitted; null unless there are some, all complete: the editor always has one, if only an empty one. */
export function readCreditRows(form: FormData): CreditRow[] | null {
  const read = (field: string) => form.getAll(field).map(String)
  const [roles, names, links] = [read('role'), read('name'), read('link')]
  if (roles.length === 0 || names.length !== roles.length || links.length !== roles.length) return null
  return roles.map((role, at) => ({ role, name: names[at]!, link: links[at]! }))
}

/** The action of the pressed button; null for none of them. */
export function readCreditsIntent(form: FormData): CreditsIntent | null {
  const [kind, at] = String(form.get('do') ?? '').split(' ')
  if (kind === 'save' || kind === 'add') return { kind }
  if (kind === 'remove' || kind === 'up' || kind === 'down') return { kind, at: Number(at) }
  return null
}

/** The rows after a button other than 'Save Credits'; a place that does not exist changes nothing. */
export function changedRows<Row>(rows: readonly Row[], intent: CreditsIntent, fresh: Row): Row[] {
  if (intent.kind === 'save') return [...rows]
  if (intent.kind === 'add') return [...rows, fresh]
  const { kind, at } = intent
  if (kind === 'remove') {
    const left = rows.filter((_, index) => index !== at)
    return left.length === 0 ? [fresh] : left
  }
  return moveRow([...rows], at, kind === 'up' ? at - 1 : at + 1)
}

/** Whether a row has any text; others are not saved. */
export function isFilled(row: CreditRow): boolean {
  return Object.values(row).some((text) => text.trim() !== '')
}

/** How a refusal names the link of one row. */
export function linkField(at: number): string {
  return `link ${at}`
}

/** How a refusal of the API names the profile of one credit. */
export function profileField(at: number): string {
  return `credits.${at}.profile`
}

/** The index in such a name; null for any other. */
export function placeOfProfile(field: string | null): number | null {
  const at = /^credits\.(\d+)\.profile$/.exec(field ?? '')?.[1]
  return at === undefined ? null : Number(at)
}

/** The text of the filled rows: two lists with the same one differ in nothing that is saved. */
export function textOfRows(rows: readonly CreditRow[]): string {
  const filled = rows.filter(isFilled)
  return JSON.stringify(filled.map(({ role, name, link }) => [role.trim(), name.trim(), link.trim()]))
}
