// The one way in: `npm start`, `npm run dev`, `npm test` and the rest begin here, on whatever Node the machine has (20 or
// later), with nothing installed yet. It makes ready what is missing and runs on with the Node that the lockfile pins.
import { ensureBuild } from './launch/build.mjs'
import { helpOf } from './launch/help.mjs'
import { ensurePackages, installedNode } from './launch/packages.mjs'
import { canInstall, ensurePrograms } from './launch/programs.mjs'
import { root } from './launch/project.mjs'
import { fail, runAndExit } from './launch/run.mjs'

const commands = {
  start: async () => {
    await makeReady('ffmpeg')
    await ensureBuild()
    await serve([], 'production')
  },
  dev: async () => {
    await makeReady('ffmpeg')
    await serve(['--dev'], 'development')
  },
  test: async (part, ...words) => {
    const hasBrowser = !['rooms', 'video'].includes(part)
    const programs = part === 'check' ? [] : ['ffmpeg', ...(hasBrowser ? ['chromium'] : [])]
    // Where it cannot be had, that part is skipped.
    if (part === 'steady' && canInstall()) programs.push('faketime')
    await makeReady(...programs)
    if (part === 'slow') await ensurePackages('clients')
    // The rooms, too, answer with screens.
    if (part !== 'check') await ensureBuild()
    await script('scripts/test.ts', part ? [part, ...words] : [])
  },
  check: async () => {
    await makeReady()
    await script('scripts/test.ts', ['check'])
  },
  mutation: async (...words) => {
    await makeReady('ffmpeg')
    // Some tests of the rooms answer with screens.
    await ensureBuild()
    await script('scripts/mutation.ts', words)
  },
  bench: async (...names) => {
    await makeReady('ffmpeg', 'chromium')
    if (names.includes('lighthouse')) await ensurePackages('clients')
    await ensureBuild()
    await script('bench/bench.ts', names, { NODE_ENV: 'production' })
  },
  shots: async (...names) => {
    await makeReady('ffmpeg', 'chromium')
    await ensureBuild()
    await script('scripts/shots.ts', names)
  },
  pictures: async () => {
    await makeReady('chromium')
    await script('scripts/pictures.ts')
  },
  'demo-render': async (...names) => {
    await makeReady('ffmpeg', 'chromium')
    await script('demo/render.ts', names)
  },
  audit: async (...words) => {
    await makeReady()
    await script('src/server/audit.ts', words, { NODE_ENV: 'production' })
  },
  'db-new': (...words) => database('new', words),
  'db-reset': (...words) => {
    if (process.env.DATABASE_URL) fail('db:reset empties the embedded database only, and DATABASE_URL is set.')
    return database('reset', [process.env.DATA_DIR || './data', ...words])
  },
  'db-dump': (...words) => database('dump', words),
}

const [name, ...rest] = process.argv.slice(2)
const command = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined
if (!command) fail(`use one of: ${Object.keys(commands).join(', ')}`)
if (rest.some((word) => word === '--help' || word === '-h')) {
  console.log(helpOf(name))
  process.exit(0)
}
process.chdir(root)
await command(...rest)

/** Packages and programs come over the network side by side. */
async function makeReady(...programs) {
  const [problem] = await Promise.all([ensurePrograms(programs), ensurePackages()])
  if (problem) fail(problem)
  installedNode()
}

async function serve(options, mode) {
  // The server ends when this launcher vanishes, in whatever way; the launcher, when npm does.
  const node = ['--import', './scripts/launch/end-with-parent.mjs', 'src/server/main.ts', ...options]
  await runAndExit(installedNode(), node, { NODE_ENV: mode })
}

async function script(file, words = [], environment = {}) {
  await runAndExit(installedNode(), [file, ...words], environment)
}

async function database(what, words) {
  await makeReady()
  await script('scripts/database.ts', [what, ...words])
}
