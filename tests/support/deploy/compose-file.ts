import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

export interface ComposeService {
  image: string
  build?: string
  command?: string[]
  environment?: Record<string, string>
  volumes?: string[]
  ports?: string[]
  depends_on?: Record<string, { condition: string }>
  healthcheck?: { test: string[] }
  read_only?: boolean
}

export interface ComposeFile {
  services: Record<string, ComposeService>
  volumes: Record<string, unknown>
}

export const projectDir = join(import.meta.dirname, '../../..')

/** compose.yaml as it is written, with its variables still in place. */
const composeText = readFileSync(join(projectDir, 'compose.yaml'), 'utf8')

/** A variable of compose.yaml: its name, then what holds without it. */
const VARIABLE = /\$\{(\w+)(?::([-?])([^}]*))?\}/g

/** The names of all variables that compose.yaml reads. */
export function composeVariableNames(): string[] {
  return [...new Set([...composeText.matchAll(VARIABLE)].map(([, name = '']) => name))]
}

/** @throws Error for a variable that the file requires and `variables` does not have, as Compose does */
export function readComposeFile(variables: Record<string, string>): ComposeFile {
  const filled = (text: string) =>
    text.replace(VARIABLE, (_all, name: string, kind?: string, words = '') => {
      const value = variables[name]
      if (value) return value
      if (kind === '?') throw new Error(`${name} is required: ${words}`)
      return words
    })
  // In texts only, and after the file is read: no value can change its structure.
  const fill = (_key: unknown, value: unknown) => (typeof value === 'string' ? filled(value) : value)
  return JSON.parse(JSON.stringify(parse(composeText, { merge: true }), fill)) as ComposeFile
}

/** Services that run the image of this project. */
export function hoshiServices({ services }: ComposeFile): [string, ComposeService][] {
  return Object.entries(services).filter(([, { build }]) => build !== undefined)
}
