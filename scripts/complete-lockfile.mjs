// `node scripts/complete-lockfile.mjs` after every change of dependencies; `--check` only reports whether it is needed.
//
// npm leaves an optional package out of the lockfile when it is for another platform and its registry does not carry
// it, and then `npm ci` refuses the lockfile as incomplete. A short entry that names version and platform is enough for
// it to skip the package.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const isCheck = process.argv.includes('--check')
let isComplete = true
for (const name of ['package-lock.json', 'clients/package-lock.json', 'classifier/package-lock.json']) {
  const text = readFileSync(root + name, 'utf8')
  const lock = JSON.parse(text)
  const absent = absentOptionalPackages(lock.packages)
  const withUrl = Object.values(lock.packages).filter((entry) => entry.resolved?.startsWith('http'))
  if (isCheck) {
    for (const { name: missing, version } of absent) console.error(`${name} has no entry for ${missing} ${version}`)
    for (const { resolved } of withUrl) console.error(`${name} names a URL: ${resolved}`)
    isComplete &&= absent.length + withUrl.length === 0
  } else complete(name, text, lock, absent, withUrl)
}
process.exit(isComplete ? 0 : 1)

function complete(name, text, lock, absent, withUrl) {
  for (const { name: missing, version, dev } of absent) {
    const entry = { version, ...(dev ? { dev } : {}), optional: true, ...platformOf(missing) }
    lock.packages[`node_modules/${missing}`] = entry
  }
  for (const entry of withUrl) delete entry.resolved
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
  const completed = `${JSON.stringify(lock, null, 2)}\n`
  if (completed !== text) writeFileSync(root + name, completed)
  console.log(`${name}: ${absent.length} entries added`)
}

function absentOptionalPackages(packages) {
  return Object.entries(packages).flatMap(([path, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !foldersAbove(path).some((folder) => `${folder}node_modules/${name}` in packages))
      .map(([name, version]) => ({ name, version, dev: entry.dev === true })),
  )
}

/** Folders where Node resolves imports of the package at this path: its own, then each parent's. */
function foldersAbove(path) {
  const folders = path === '' ? [] : [`${path}/`]
  for (let end = path.lastIndexOf('node_modules/'); end >= 0; end = path.lastIndexOf('node_modules/', end - 1)) {
    folders.push(path.slice(0, end))
    if (end === 0) break
  }
  return folders.includes('') ? folders : [...folders, '']
}

/** Reads the platform from names like `binding-linux-arm64-musl`, `cli-win32-x64` and `binding-android-arm-eabi`. */
function platformOf(name) {
  const systems = 'android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|aix|win32'
  const processors = 'arm64|arm|ia32|loong64|mips64el|ppc64|riscv64|s390x|x64'
  const found = new RegExp(`(${systems})-(${processors})(-.*)?$`).exec(name)
  if (!found) throw new Error(`${name} names no platform that is known here; add an entry for it by hand.`)
  const [, system, processor, variant = ''] = found
  const libc = system !== 'linux' ? {} : variant.includes('musl') ? { libc: ['musl'] } : {}
  return { os: [system], cpu: [processor], ...libc }
}
