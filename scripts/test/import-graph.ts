import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** An import or export of values; types are gone when a test runs. */
const importing = /^(?:import|export)\b(?! type\b)(?:[^'"]*?\bfrom)?\s*'([^'?]+)|\bimport\(\s*'([^'?]+)/gm

/** Project files that each file imports, as paths from the project's root. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

const sources = ['{src,tests,scripts,bench,demo}/**/*.{ts,tsx,mjs}', 'clients/*.ts']

export function readImportGraph(project: string): ImportGraph {
  const { imports } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
    imports: Record<string, string>
  }
  const aliases = Object.entries(imports).map(([alias, target]) => [alias.slice(0, -1), target.slice(2, -1)] as const)
  const resolve = (file: string, specifier: string): string | null => {
    const known = aliases.find(([alias]) => specifier.startsWith(alias))
    const path = known
      ? specifier.replace(known[0], known[1])
      : specifier.startsWith('.')
        ? join(dirname(file), specifier)
        : null
    return path !== null && existsSync(join(project, path)) ? path : null
  }
  const files = globSync(sources, { cwd: project }).filter((file) => !file.includes('/+types/'))
  return new Map(
    files.map((file) => {
      const text = readFileSync(join(project, file), 'utf8')
      const found = [...text.matchAll(importing)].map(([, fixed, late]) => fixed ?? late ?? '')
      return [file, found.map((each) => resolve(file, each)).filter((path) => path !== null)]
    }),
  )
}

/** Direct and indirect imports of a file, including itself. Imports of files in `stopsAt` are not followed. */
export function importedBy(graph: ImportGraph, file: string, stopsAt: readonly string[] = []): Set<string> {
  const seen = new Set([file])
  // Iterating a set includes entries added during the loop.
  for (const each of seen) {
    if (stopsAt.includes(each)) continue
    for (const imported of graph.get(each) ?? []) seen.add(imported)
  }
  return seen
}
