import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { type ImportGraph, importedBy, readImportGraph } from './import-graph.ts'
import { isOfScreens, roomOf, specsOfApp, specsOfRoom, specsOfScreen } from './reach.ts'
import { slowReach } from './slow-reach.ts'

const project = join(import.meta.dirname, '../..')
/** Through it every test of the whole application imports every file; there `reach.ts` decides. */
const compositionRoot = 'src/server/hoshi.ts'
/** Every test that reads pages over HTTP imports it: any page, unless it is named after its topic. */
const pageReader = 'tests/support/http/html.ts'

const DAY_SECONDS = 86_400

/**
 * The test files that a change can reach, committed or not, quick and slow.
 * @param base the commit to compare with; without it the last one on the remote main
 * @throws Error when git does not know the base
 */
export function filesReachedSince(base?: string): string[] {
  const graph = readImportGraph(project)
  const changed = changedSince(base ?? git('merge-base', 'HEAD', 'origin/main'))
  const files = reachedBy(changed, graph)
  console.log(`hoshi: ${changed.length} changed files reach ${files.length} of ${testsOf(graph).length} test files`)
  return files
}

/** The slow files that the newest commits and uncommitted changes reach. */
export function slowFilesReachedLately(): string[] {
  const base = commitOfTheDayBefore()
  if (base === null) {
    console.log('hoshi: this clone has no commit that is a day older than its last one, so only the core is chosen')
    return []
  }
  const changed = changedSince(base)
  const slow = reachedBy(changed, readImportGraph(project)).filter(isSlow)
  console.log(`hoshi: ${changed.length} files changed since ${base.slice(0, 8)} reach ${slow.length} slow test files`)
  return slow
}

/**
 * The newest commit that is a day older than the last one. The clock does not matter, so the same clone always gives the
 * same tests. Null in a shallow clone that does not reach back so far.
 */
function commitOfTheDayBefore(): string | null {
  try {
    const newest = Number(git('log', '-1', '--format=%ct'))
    return git('rev-list', '-1', `--before=${newest - DAY_SECONDS}`, 'HEAD') || null
  } catch {
    return null
  }
}

function changedSince(base: string): string[] {
  const lines = `${git('diff', '--name-only', base)}\n${git('ls-files', '--others', '--exclude-standard')}`
  return [...new Set(lines.split('\n').filter((line) => line !== ''))]
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: project, encoding: 'utf8' }).trim()
}

const isTest = (file: string) => /\.(test|spec)\.(ts|mjs)$/.test(file)
export const isSlow = (file: string) => /\.slow\.(test|spec)\.ts$/.test(file)
const testsOf = (graph: ImportGraph) => [...graph.keys()].filter(isTest)

/**
 * Test files that a change of these files can reach: by imports, and by `reach.ts` and `slow-reach.ts` where the whole
 * application runs.
 */
export function reachedBy(changed: readonly string[], graph: ImportGraph): string[] {
  const isChanged = new Set(changed)
  const topics = topicsReachedBy(changed, graph)
  const isPageChanged = changed.some((file) => isOfScreens(file) && !isTest(file))
  const rooms = new Set(
    changed
      .filter((file) => !isTest(file))
      .map(roomOf)
      .filter((room) => room !== null),
  )
  return testsOf(graph).filter((test) => {
    const imports = importedBy(graph, test, [compositionRoot])
    if ([...imports].some((file) => isChanged.has(file))) return true
    const topic = topicOf(test)
    if (topic === undefined ? isPageChanged && imports.has(pageReader) : topics.has(topic)) return true
    const beginnings = slowReach[test] ?? []
    if (changed.some((file) => !isTest(file) && beginnings.some((each) => file.startsWith(each)))) return true
    // A test of the whole application reaches its own room; one of the server, all rooms.
    const room = roomOf(test)
    return imports.has(compositionRoot) && room !== null && (rooms.has(room) || (room === 'server' && rooms.size > 0))
  })
}

function topicsReachedBy(changed: readonly string[], graph: ImportGraph): Set<string> {
  const names = new Set<string>()
  const screens = [...graph.keys()].filter((file) => file.startsWith('src/app/screens/'))
  for (const file of changed.filter((each) => !isTest(each))) {
    const room = roomOf(file)
    if (room !== null) for (const name of specsOfRoom[room] ?? []) names.add(name)
    if (!isOfScreens(file)) continue
    const reached = screens.filter((screen) => importedBy(graph, screen).has(file))
    // Styles, the frame and files that no screen imports directly affect every screen.
    const those = reached.length > 0 ? reached.flatMap((screen) => specsOfScreen[nameOf(screen)] ?? []) : []
    for (const name of [...specsOfApp, ...those]) names.add(name)
  }
  return names
}

/** The topic of a test of screens: in a browser, or of their pages and forms without scripts. */
const topicOf = (test: string) =>
  /^(?:tests\/screens\/|src\/app\/.*?)([\w-]+)(?:\.spec|\.db\.test)\.ts$/.exec(test)?.[1]

const nameOf = (screen: string) => screen.replace(/^.*\//, '').replace(/\.tsx?$/, '')
