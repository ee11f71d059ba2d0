// The single entry point: `npm start`, `npm run dev`, `npm test` and the rest begin here, on whatever Node the machine
// has (20 or later), with nothing installed yet. Installs what is missing and continues with the Node that the lockfile
// pins.
import { resolve } from 'node:path'
import { ensureBuild } from './launch/build.mjs'
import { helpOf } from './launch/help.mjs'
import { ensurePackages, installedNode } from './launch/packages.mjs'
import { canInstall, ensurePrograms } from './launch/programs.mjs'
import { root } from './launch/project.mjs'
import { fail, runAndExit } from './launch/run.mjs'

const commands = {
  start: async () => {
    await prepare('ffmpeg', 'ots')
    await ensureBuild()
    await serve([], 'production')
  },
  build: async () => {
    await prepare()
    await ensureBuild()
  },
  dev: async () => {
    await prepare('ffmpeg', 'ots')
    await serve(['--dev'], 'development')
  },
  test: async (part, ...args) => {
    const hasBrowser = !['rooms', 'video'].includes(part)
    const programs = part === 'check' ? [] : ['ffmpeg', 'ots', ...(hasBrowser ? ['chromium'] : [])]
    // Where it cannot be installed, that part is skipped.
    if (['steady', 'slow'].includes(part) && canInstall()) programs.push('faketime')
    // A change may reach slow tests as well.
    const hasSlow = ['slow', 'changed'].includes(part)
    if (hasSlow) programs.push('firefox')
    await prepare(...programs)
    if (hasSlow) await ensurePackages('clients')
    // Tests of the rooms also render screens.
    if (part !== 'check') await ensureBuild()
    await script('scripts/test.ts', part ? [part, ...args] : [])
  },
  check: async () => {
    await prepare()
    await script('scripts/test.ts', ['check'])
  },
  mutation: async (...args) => {
    await prepare('ffmpeg', 'ots')
    // Some tests of the rooms render screens.
    await ensureBuild()
    await script('scripts/mutation.ts', args)
  },
  bench: async (...names) => {
    await prepare('ffmpeg', 'ots', 'chromium')
    if (names.includes('lighthouse')) await ensurePackages('clients')
    await ensureBuild()
    await script('bench/bench.ts', names, { NODE_ENV: 'production' })
  },
  shots: async (...names) => {
    await prepare('ffmpeg', 'chromium')
    await ensureBuild()
    await script('scripts/shots.ts', names)
  },
  golden: async () => {
    await prepare('ffmpeg')
    await ensureBuild()
    await script('scripts/golden.ts')
  },
  pictures: async () => {
    await prepare('chromium')
    await script('scripts/images.ts')
  },
  'demo-render': async (...names) => {
    await prepare('ffmpeg', 'chromium')
    await script('demo/render.ts', names)
  },
  audit: async (...args) => {
    await prepare()
    await script('src/server/audit.ts', args, { NODE_ENV: 'production' })
  },
  backup: async (...args) => {
    await prepare()
    await script('src/server/backup.ts', fromHere(args), { NODE_ENV: 'production' })
  },
  restore: async (...args) => {
    await prepare()
    await script('src/server/restore.ts', fromHere(args), { NODE_ENV: 'production' })
  },
  storage: async (...args) => {
    await prepare()
    await script('src/server/storage.ts', args, { NODE_ENV: 'production' })
  },
  digest: async () => {
    await prepare()
    await script('src/server/digest.ts', [], { NODE_ENV: 'production' })
  },
  hoshi: async (...args) => {
    await prepare()
    await script('src/server/hoshi-command.ts', args, { NODE_ENV: 'production' })
  },
  'db-new': (...args) => database('new', args),
  'db-reset': (...args) => {
    if (process.env.DATABASE_URL) fail('db:reset empties the embedded database only, and DATABASE_URL is set.')
    return database('reset', [process.env.DATA_DIR || './data', ...args])
  },
  'db-dump': (...args) => database('dump', args),
}

const [name, ...rest] = process.argv.slice(2)
const command = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined
if (!command) fail(`use one of: ${Object.keys(commands).join(', ')}`)
if (rest.some((word) => word === '--help' || word === '-h')) {
  console.log(helpOf(name, rest))
  process.exit(0)
}
const startedIn = process.env.INIT_CWD ?? process.cwd()
process.chdir(root)
await command(...rest)

/** Paths of the command line begin where the command was typed. */
function fromHere(args) {
  const isPath = (arg, index) => !arg.startsWith('-') && args[index - 1] !== '--backup'
  return args.map((arg, index) => (isPath(arg, index) ? resolve(startedIn, arg) : arg))
}

/** Installs packages and programs in parallel. */
async function prepare(...programs) {
  const [problem] = await Promise.all([ensurePrograms(programs), ensurePackages()])
  if (problem) fail(problem)
  installedNode()
}

async function serve(options, mode) {
  // The server ends when this launcher does, in whatever way; the launcher, when npm does.
  const node = ['--import', './scripts/launch/end-with-parent.mjs', 'src/server/main.ts', ...options]
  await runAndExit(installedNode(), node, { NODE_ENV: mode })
}

async function script(file, args = [], environment = {}) {
  await runAndExit(installedNode(), [file, ...args], environment)
}

async function database(what, args) {
  await prepare()
  await script('scripts/database.ts', [what, ...args])
}
