import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { normalizeText } from '#platform/text.ts'
import { visibleForm } from './profile-fields.ts'

/** Raise it with every change of the table or its use: the next start then stores new skeletons of all names. */
export const SKELETON_VERSION = 1

let prototypes: Map<string, string> | null = null

/**
 * Skeletons of a username; two names that share one look alike. They are those of the name as written, in lower case and
 * in upper case, since letters may look alike in one case only.
 *
 * Accents that form a distinct letter count; marks that are only stacked on a Latin, Greek or Cyrillic letter do not.
 * @see https://www.unicode.org/reports/tr39/#Confusable_Detection
 */
export function skeletonsOf(username: string): string[] {
  const visible = visibleForm(username).replace(stackedMarks, '$1')
  return skeletonsInCases(visible)
}

/**
 * Whether a username could pass for the people who run this Hoshi: a reserved word, alone or with others of its kind, in
 * look-alike letters, with accents, separators or digits at its end.
 */
export function isReserved(username: string): boolean {
  const bare = normalizeText(visibleForm(username), 'NFD').replace(/\p{M}/gu, '')
  const spellings = [bare, bare.replace(/[^\p{L}]+$/u, '')].flatMap(skeletonsInCases)
  return spellings.some((spelling) => {
    const letters = spelling.replace(/[^\p{L}\p{N}]/gu, '')
    return letters !== '' && reservedForms().some((form) => form.test(letters))
  })
}

const stackedMarks = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}])\p{M}+/gu

function skeletonsInCases(text: string): string[] {
  return [...new Set([text, text.toLowerCase(), text.toUpperCase()].map(skeletonOf))].filter((each) => each !== '')
}

function skeletonOf(text: string): string {
  prototypes ??= readPrototypes()
  const table = prototypes
  const mapped = Array.from(normalizeText(text, 'NFD'), (character) => table.get(character) ?? character)
  return normalizeText(mapped.join(''), 'NFD')
}

function readPrototypes(): Map<string, string> {
  const lines = readFileSync(join(import.meta.dirname, 'confusables.txt'), 'utf8').split('\n')
  const characters = (codes: string) =>
    String.fromCodePoint(...codes.split(' ').map((code) => Number.parseInt(code, 16)))
  return new Map(
    lines.flatMap((line) => {
      const [from = '', to = ''] = line.split(';')
      return line.startsWith('#') || to === '' ? [] : [[characters(from), characters(to)] as const]
    }),
  )
}

/** @see docs/product.md#usernames */
const reservedWords = [
  ...[
    'admin',
    'admins',
    'administrator',
    'administrators',
    'administration',
    'sysadmin',
    'superuser',
    'root',
    'system',
  ],
  ...['hoshi', 'official', 'operator', 'operators', 'owner', 'staff', 'support', 'helpdesk', 'security'],
  ...['moderator', 'moderators', 'moderation', 'webmaster', 'postmaster', 'hostmaster', 'noreply', 'unnamedcreator'],
]
/** Reserved only together with one of `reservedWords`. */
const companions = [
  ...[
    'account',
    'accounts',
    'app',
    'billing',
    'crew',
    'desk',
    'help',
    'legal',
    'mail',
    'mod',
    'mods',
    'news',
    'privacy',
  ],
  ...['safety', 'service', 'services', 'site', 'team', 'the', 'trust'],
]

let forms: RegExp[] | null = null

/** One pattern for lower and one for upper case. Skeletons are built letter by letter, so they can be concatenated. */
function reservedForms(): RegExp[] {
  forms ??= [(word: string) => word, (word: string) => word.toUpperCase()].map((inCase) => {
    const any = (words: string[]) => words.map((word) => skeletonOf(inCase(word))).join('|')
    const others = `(?:${any([...reservedWords, ...companions])})*`
    return new RegExp(`^${others}(?:${any(reservedWords)})${others}$`)
  })
  return forms
}
