import { Refusal } from '#platform/refusal.ts'
import { normalizeText, readText } from '#platform/text.ts'
import { BIO_MAX_CHARACTERS, type CreatorFields, USERNAME_MAX_CHARACTERS } from './creator.ts'
import { readSupportUrl } from './support-links.ts'

/**
 * Reads profile fields into the form that is stored. An absent field is an empty one.
 * @throws Refusal creators.username_invalid, creators.username_invisible, creators.username_stacked_marks,
 *   creators.bio_invalid, creators.support_link_invalid
 */
export function readCreatorFields(raw: Partial<CreatorFields>): CreatorFields {
  return {
    username: readUsername(raw.username ?? ''),
    bio: readBio(raw.bio ?? ''),
    patreonUrl: readPatreonUrl(raw.patreonUrl ?? ''),
  }
}

/**
 * Like `readCreatorFields`, but absent fields stay absent.
 * @throws Refusal as `readCreatorFields`
 */
export function readChangedFields(raw: Partial<CreatorFields>): Partial<CreatorFields> {
  return {
    ...(raw.username === undefined ? {} : { username: readUsername(raw.username) }),
    ...(raw.bio === undefined ? {} : { bio: readBio(raw.bio) }),
    ...(raw.patreonUrl === undefined ? {} : { patreonUrl: readPatreonUrl(raw.patreonUrl) }),
  }
}

/** Whether this is a stored username, which may be one that today's rules refuse. */
export function isSpellingOf(typed: string, stored: string): boolean {
  return typed === stored || (typed.length <= stored.length * 4 + 64 && normalizeText(typed, 'NFC').trim() === stored)
}

/**
 * Form by which usernames are unique: NFKC, no case, no invisible characters, single spaces. Empty for an empty username.
 */
export function normalForm(username: string): string {
  // Upper case first: otherwise ß and ss, or the two small sigmas, would differ.
  return visibleForm(visibleForm(username).toUpperCase().toLowerCase())
}

/** A username in NFKC, without invisible characters, with single spaces. */
export function visibleForm(username: string): string {
  const visible = normalizeText(username, 'NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  return normalizeText(visible, 'NFKC').replace(/\s+/gu, ' ').trim()
}

/** Characters without a visible form, including marks that change the writing direction. */
const invisible = /[\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\ufff9-\ufffb]/u

/** Places where such a character is legitimate: within emoji, between Arabic letters, after a virama, and after Han. */
const allowedInvisible = [
  /\p{RGI_Emoji}/gv,
  /(?<=\p{Script=Arabic}\p{M}*)\u200c(?=\p{Script=Arabic})/gu,
  /(?<=[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u17d2])[\u200c\u200d]/gu,
  /(?<=\p{Script=Han})[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu,
]

/** Whether every character of a name is visible, or belongs to the spelling of its script. */
export function isVisibleText(text: string): boolean {
  return !invisible.test(allowedInvisible.reduce((rest, pattern) => rest.replace(pattern, ''), text))
}

function readUsername(raw: string): string {
  const reading = readText(raw, { maxCharacters: USERNAME_MAX_CHARACTERS, isName: true })
  if (!reading.ok) {
    throw reading.why === 'stacked_marks'
      ? new Refusal('creators.username_stacked_marks', { field: 'username' })
      : invalid('username')
  }
  // An empty name is a choice; one that shows nothing is not.
  const isBlank = reading.text === '' && raw.trim() !== ''
  if (isBlank || !isVisibleText(reading.text)) throw new Refusal('creators.username_invisible', { field: 'username' })
  return reading.text
}

function readBio(raw: string): string {
  const reading = readText(raw, { maxCharacters: BIO_MAX_CHARACTERS, multiline: true })
  if (!reading.ok) throw invalid('bio')
  return reading.text
}

function readPatreonUrl(raw: string): string {
  if (raw.trim() === '') return ''
  const url = readSupportUrl(raw)
  if (!url) throw invalid('patreonUrl')
  return url
}

const codes = {
  username: 'creators.username_invalid',
  bio: 'creators.bio_invalid',
  patreonUrl: 'creators.support_link_invalid',
} as const

function invalid(field: keyof CreatorFields): Refusal {
  return new Refusal(codes[field], { field })
}
