import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Folder of files from public bug reports, outside the project, with a `cases.tsv`; without it their tests are skipped. */
const folder = process.env.HOSHI_CASES || null

/** Why a test of these files is skipped. */
export const NO_REPORTED_FILES = 'HOSHI_CASES names no folder'

/** The path of a file of the folder. @throws Error without the folder */
export function reportedFile(name: string): string {
  if (folder === null) throw new Error(NO_REPORTED_FILES)
  return join(folder, name)
}

/** The files that `cases.tsv` names; none without the folder. Rows of words that people type name no file. */
export async function listReportedFiles(): Promise<string[]> {
  if (folder === null) return []
  const [, ...rows] = (await readFile(join(folder, 'cases.tsv'), 'utf8')).trim().split('\n')
  const named = rows.flatMap((row) => row.split('\t')[0]!.split(' '))
  return named.filter((name) => /^[\w./-]+\.(mp4|mov|mkv|webm|avi|srt|vtt)$/.test(name))
}
