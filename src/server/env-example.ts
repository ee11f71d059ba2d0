import { type Setting, settings } from './settings.ts'

/** A variable that compose.yaml asks for. Hoshi's own settings are described by `settings`. */
interface ComposeVariable {
  name: string
  /** Empty where everyone needs a value of their own. */
  value: string
  meaning: string
}

/** The variables that compose.yaml requires. */
export const composeVariables: readonly ComposeVariable[] = [
  {
    name: 'PUBLIC_URL',
    value: 'http://localhost:8080',
    meaning: 'Where people open the site: what nginx of compose.yaml answers at, or the proxy in front of it.',
  },
  {
    name: 'MEDIA_BASE_URL',
    value: 'http://localhost:8081',
    meaning: 'Where their browsers get published media: the second port of nginx. Empty for PUBLIC_URL.',
  },
  { name: 'SECRET', value: '', meaning: 'Signs sessions. Make one with: openssl rand -hex 32' },
  {
    name: 'POSTGRES_PASSWORD',
    value: '',
    meaning: 'Password of the database. It becomes part of a URL, so letters and digits only: openssl rand -hex 24',
  },
  { name: 'S3_ACCESS_KEY_ID', value: 'hoshi', meaning: 'ID of the key to the store of files.' },
  { name: 'S3_SECRET_ACCESS_KEY', value: '', meaning: 'Secret of that key: openssl rand -hex 24' },
]

const MAX_COLUMNS = 110
const HEAD = `
Settings of Hoshi. Copy this file to .env, and fill it in: compose.yaml reads it, and systemd (EnvironmentFile) can, too.
Generated from src/server/settings.ts by scripts/env-example.ts.
`

/** The file .env.example: the variables that compose.yaml needs, then every setting, commented out. */
export function envExample(list: readonly Setting[] = settings): string {
  const own = new Set(composeVariables.map(({ name }) => name))
  const blocks = [
    HEAD.trim().split('\n').map(comment).join('\n'),
    comment('compose.yaml needs these.'),
    ...composeVariables.map(({ name, value, meaning }) => `${comment(meaning)}\n${name}=${value}`),
    comment('All settings but those above. Each line below is a comment until you remove its first #.'),
    ...list.filter(({ name }) => !own.has(name)).map(block),
  ]
  return `${blocks.join('\n\n')}\n`
}

function block({ name, byDefault, meaning }: Setting): string {
  const words = byDefault === '' ? meaning : `${meaning} Without it: ${byDefault}.`
  return `${comment(words)}\n#${name}=`
}

/** Lines that begin with # and break between words. */
function comment(text: string): string {
  const lines = ['#']
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1)} ${word}`
    if (line.length > MAX_COLUMNS && lines.at(-1) !== '#') lines.push(`# ${word}`)
    else lines[lines.length - 1] = line
  }
  return lines.join('\n')
}
