import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readLines, type SlowResult, slowResultsFile } from './file-results.ts'

const project = join(import.meta.dirname, '../..')

/** Identifies all files that git tracks or would track, with their contents; null without git. */
export function treeFingerprint(): string | null {
  let list: string
  try {
    const command = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
    list = execFileSync('git', command, { cwd: project, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 })
  } catch {
    return null
  }
  const hash = createHash('sha256')
  // Once each: git lists a file three times while it has a conflict, and also one that is deleted.
  for (const name of [...new Set(list.split('\0'))].sort()) {
    const path = join(project, name)
    if (!existsSync(path) || !statSync(path).isFile()) continue
    const contents = readFileSync(path)
    hash.update(`${name}\0${contents.length}\0`).update(contents)
  }
  return hash.digest('hex')
}

/** The slow files whose last run on this very tree has passed, also if that run was interrupted. */
export function slowFilesPassed(): string[] {
  return passedOn(treeFingerprint(), readLines(slowResultsFile) as SlowResult[])
}

/** @param results of all runs, the oldest first */
export function passedOn(tree: string | null, results: readonly SlowResult[]): string[] {
  const last = new Map(results.filter((each) => each.tree === tree).map(({ file, hasPassed }) => [file, hasPassed]))
  return [...last].filter(([, hasPassed]) => hasPassed).map(([file]) => file)
}
