import type { Plugin } from 'vite'

/** A file of the build, with those that it imports at once. */
interface BuiltFile {
  fileName: string
  imports: readonly string[]
}

/**
 * Fails the build when files of scripts import each other: a constant that one of them reads while it starts would be
 * undefined there. The size up to which shared sources go into one file decides which there are.
 */
export function refuseChunkCycles(): Plugin {
  return {
    name: 'refuse-chunk-cycles',
    generateBundle(_, bundle) {
      const files = Object.values(bundle).filter((file) => file.type === 'chunk')
      const cycle = findCycle(files)
      if (cycle) throw new Error(`These files import each other: ${cycle.join(' → ')}. Change SHARED_FILE_BYTES.`)
    },
  }
}

/** The names of files that import each other, in order, the first one again at the end; null without any. */
export function findCycle(files: readonly BuiltFile[]): string[] | null {
  const importsOf = new Map(files.map(({ fileName, imports }) => [fileName, imports]))
  const done = new Set<string>()
  const path: string[] = []

  function visit(name: string): string[] | null {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name]
    if (done.has(name)) return null
    path.push(name)
    for (const imported of importsOf.get(name) ?? []) {
      const cycle = visit(imported)
      if (cycle) return cycle
    }
    path.pop()
    done.add(name)
    return null
  }

  for (const { fileName } of files) {
    const cycle = visit(fileName)
    if (cycle) return cycle
  }
  return null
}
