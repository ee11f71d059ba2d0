import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fail, ourEnvironment, step } from './run.mjs'

/** Programs that Hoshi and its tools run beside Node: the system package, and whether it is installed. */
const programs = {
  ffmpeg: { name: 'ffmpeg', isInstalled: () => isOnPath('ffmpeg') && isOnPath('ffprobe') },
  // Checks fonts; without it they are refused.
  ots: { name: 'opentype-sanitizer', isInstalled: () => isOnPath('ots-sanitize'), isOptional: true },
  // A headless browser; a full Chromium that is already installed also works.
  chromium: {
    name: 'chromium-headless-shell',
    isInstalled: () => isOnPath('chromium-headless-shell') || isOnPath('chromium'),
  },
  // A few slow tests use it, and fail where it is missing: the others run all the same.
  firefox: {
    name: 'firefox-esr',
    isInstalled: () => isOnPath('firefox-esr') || isOnPath('firefox'),
    isOptional: true,
  },
  // Shifts the clock of a run.
  faketime: { name: 'faketime', isInstalled: () => isOnPath('faketime') },
}

/**
 * Installs missing programs where it may; elsewhere exits with one line that says how. Optional ones stay missing where
 * they cannot be installed.
 *
 * @param {(keyof programs)[]} wanted
 * @returns the problem, in one line; null when all are installed
 */
export async function ensurePrograms(wanted) {
  const absent = wanted.map((each) => programs[each]).filter(({ isInstalled }) => !isInstalled())
  const missing = canInstall() ? absent : absent.filter(({ isOptional }) => !isOptional)
  if (missing.length === 0) return null
  const names = missing.map(({ name }) => name)
  if (!canInstall()) fail(installHint(names, isDebian()))
  const problem = await install(missing)
  const left = missing.find(({ isInstalled, isOptional }) => !isInstalled() && !isOptional)
  if (left) return problem ?? `${left.name} was installed, but it is not on the PATH.`
  return null
}

/** Whether system packages may be installed here: on Debian, as root. */
export function canInstall() {
  return isDebian() && process.getuid?.() === 0
}

/** Optional ones come last, one by one: a system without one of them gets the others. */
async function install(missing) {
  const required = missing.filter(({ isOptional }) => !isOptional).map(({ name }) => name)
  const optional = missing.filter(({ isOptional }) => isOptional).map(({ name }) => [name])
  const groups = [...(required.length > 0 ? [required] : []), ...optional]
  const names = groups.flat()
  const environment = ourEnvironment({ DEBIAN_FRONTEND: 'noninteractive' })
  const lockTimeout = ['-o', 'DPkg::Lock::Timeout=300']
  const update = await step(
    `looking for ${names.join(' and ')} in the system's packages…`,
    'apt-get',
    [...lockTimeout, 'update'],
    environment,
  )
  if (update !== 0) return `apt-get update failed. ${installHint(names, true)}`
  let problem = null
  for (const group of groups) {
    const args = [...lockTimeout, 'install', '-y', '--no-install-recommends', ...group]
    const code = await step(`installing ${group.join(' and ')} (once, about a minute)…`, 'apt-get', args, environment)
    if (code !== 0) problem ??= `apt-get install failed. ${installHint(group, true)}`
  }
  return problem
}

function isDebian() {
  return existsSync('/etc/debian_version') && isOnPath('apt-get')
}

function installHint(names, hasPackages) {
  const [are, them] = names.length > 1 ? ['are', 'them'] : ['is', 'it']
  const missing = `${names.join(' and ')} ${are} missing`
  if (hasPackages) return `${missing}: run "sudo apt-get install ${names.join(' ')}", then the same command again.`
  return `${missing}: install ${them} with your system's package manager, then run the same command again.`
}

function isOnPath(name) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
