import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root } from './sources.ts'

/** Direct and indirect imports of each module. Paths are relative to the project. */
export class ImportGraph {
  readonly #imports = new Map<string, string[]>()
  readonly #distances = new Map<string, Map<string, number>>()

  /** Number of import steps from a module to each of its dependencies. */
  distancesFrom(file: string): ReadonlyMap<string, number> {
    const known = this.#distances.get(file)
    if (known) return known
    const distances = new Map([[file, 0]])
    // Iterating a map includes entries added during the loop.
    for (const [module, distance] of distances) {
      for (const imported of this.#importsOf(module)) {
        if (!distances.has(imported)) distances.set(imported, distance + 1)
      }
    }
    this.#distances.set(file, distances)
    return distances
  }

  #importsOf(file: string): string[] {
    const known = this.#imports.get(file)
    if (known) return known
    const imports = importedBy(file, readFileSync(join(root, file), 'utf8')).filter((each) =>
      existsSync(join(root, each)),
    )
    this.#imports.set(file, imports)
    return imports
  }
}

/** Project modules that a source imports, without type imports. */
export function importedBy(file: string, source: string): string[] {
  const found = source.matchAll(
    /^(?:import|export)\s+(?!type\b)[^'";]*'([#.][^']+\.tsx?)'|\bimport\('([#.][^']+\.tsx?)'\)/gm,
  )
  return [...found].map(([, stated, dynamic]) => {
    const specifier = stated ?? dynamic ?? ''
    if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier))
    return specifier.startsWith('#tests/') ? specifier.slice(1) : `src/${specifier.slice(1)}`
  })
}
