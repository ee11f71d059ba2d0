import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')
export const rooms = [
  'identity',
  'creators',
  'video',
  'catalog',
  'series',
  'engagement',
  'library',
  'community',
  'administration',
  'moderation',
] as const

/** The rooms' pure rules and row modules, relative to the project. */
export function mutatedFiles(): string[] {
  return globSync(`src/{${rooms.join(',')}}/**/*.ts`, { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => !file.endsWith('.server.ts') || file.endsWith('-rows.server.ts'))
    .sort()
}

export function readSource(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

export function roomOf(file: string): string {
  return file.split('/')[1] ?? ''
}
