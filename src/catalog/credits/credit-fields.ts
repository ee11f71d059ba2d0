import { isVisibleText } from '#creators/profile-fields.ts'
import { Refusal } from '#platform/refusal.ts'
import { readText } from '#platform/text.ts'
import {
  CREDIT_NAME_MAX_CHARACTERS,
  CREDIT_ROLE_MAX_CHARACTERS,
  CREDITS_MAX,
  creditRoles,
  type NewCredit,
} from './credit.ts'

const canonicalRoles = new Map<string, string>(creditRoles.map((role) => [role.toLowerCase(), role]))

/**
 * Reads credits into the form that is stored: a known role, in any case, in its canonical spelling, and each combination
 * of name, role and link once.
 * @throws Refusal catalog.credits_invalid
 */
export function readCredits(raw: readonly NewCredit[]): NewCredit[] {
  const credits = new Map<string, NewCredit>()
  for (const { name, role, uid } of raw) {
    const credit = {
      name: readWords(name, CREDIT_NAME_MAX_CHARACTERS),
      role: readRole(role),
      ...(uid !== undefined && { uid: uid === '' ? null : uid }),
    }
    const key = JSON.stringify([credit.name, credit.role, credit.uid ?? null])
    if (!credits.has(key)) credits.set(key, credit)
    if (credits.size > CREDITS_MAX) throw invalid()
  }
  return [...credits.values()]
}

function readRole(raw: string): string {
  const role = readWords(raw, CREDIT_ROLE_MAX_CHARACTERS)
  return canonicalRoles.get(role.toLowerCase()) ?? role
}

function readWords(raw: string, maxCharacters: number): string {
  const reading = readText(raw, { maxCharacters, isName: true })
  if (!reading.ok || reading.text === '' || !isVisibleText(reading.text)) throw invalid()
  return reading.text
}

function invalid(): Refusal {
  return new Refusal('catalog.credits_invalid', { field: 'credits' })
}
