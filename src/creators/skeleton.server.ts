import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { plainForm } from './profile-fields.ts'

/** Rises with every change of the table or of what is done with it: names are then looked at anew at the next start. */
export const SKELETON_VERSION = 1

let prototypes: Map<string, string> | null = null

/**
 * The skeletons of a username: two names that share one look alike to people. One is of the name as it is written, one in
 * lower and one in upper case, since letters look like others in one case and not in the other.
 *
 * Accents that make a letter of its own count; marks that are only heaped upon a Latin, Greek or Cyrillic letter do not.
 * @see https://www.unicode.org/reports/tr39/#Confusable_Detection
 */
export function skeletonsOf(username: string): string[] {
  const plain = plainForm(username).replace(heapedMarks, '')
  return skeletonsInCases(plain)
}

/**
 * Whether a username passes for the people who run this Hoshi: by a reserved word, alone or with others of its kind, in
 * letters that look like it, with accents, separators or digits at its end.
 */
export function isReserved(username: string): boolean {
  const bare = plainForm(username).normalize('NFD').replace(/\p{M}/gu, '')
  const spellings = [bare, bare.replace(/[^\p{L}]+$/u, '')].flatMap(skeletonsInCases)
  return spellings.some((spelling) => {
    const letters = spelling.replace(/[^\p{L}\p{N}]/gu, '')
    return letters !== '' && reservedForms().some((form) => form.test(letters))
  })
}

const heapedMarks = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}]\p{M}*)\p{M}/gu

function skeletonsInCases(text: string): string[] {
  return [...new Set([text, text.toLowerCase(), text.toUpperCase()].map(skeletonOf))].filter((each) => each !== '')
}

function skeletonOf(text: string): string {
  prototypes ??= readPrototypes()
  const table = prototypes
  return Array.from(text.normalize('NFD'), (character) => table.get(character) ?? character)
    .join('')
    .normalize('NFD')
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
/** Reserved together with one of the others only. */
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

/** One form for the words in lower and one in upper case. Skeletons are made letter by letter, so they join like words. */
function reservedForms(): RegExp[] {
  forms ??= [(word: string) => word, (word: string) => word.toUpperCase()].map((inCase) => {
    const any = (words: string[]) => words.map((word) => skeletonOf(inCase(word))).join('|')
    const others = `(?:${any([...reservedWords, ...companions])})*`
    return new RegExp(`^${others}(?:${any(reservedWords)})${others}$`)
  })
  return forms
}
