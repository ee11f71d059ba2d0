import { resolve, sep } from 'node:path'

/** Why backups of the data cannot be in this folder, in an operator's words; null when they can. */
export function folderProblem(place: string, dataDir: string): string | null {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(place)) return `${place} is not a folder.`
  const [folder, data] = [resolve(place), resolve(dataDir)]
  const isInside = (one: string, other: string) => one === other || one.startsWith(other + sep)
  if (!isInside(folder, data) && !isInside(data, folder)) return null
  return `a backup in ${folder} would be lost together with the data in ${data}. Choose another folder.`
}
