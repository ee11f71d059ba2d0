import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fail, ourEnvironment, step } from './run.mjs'

/** What Hoshi and its tools run beside Node: the package of the system, and whether it has to be installed. */
const programs = {
  ffmpeg: { name: 'ffmpeg', isThere: () => isOnPath('ffmpeg') && isOnPath('ffprobe') },
  // A browser without windows; the whole of Chromium will do where it is there already.
  chromium: {
    name: 'chromium-headless-shell',
    isThere: () => isOnPath('chromium-headless-shell') || isOnPath('chromium'),
  },
  // Shifts the clock of a run.
  faketime: { name: 'faketime', isThere: () => isOnPath('faketime') },
}

/**
 * Installs what is missing where that is ours to do; elsewhere ends with one line that says how.
 *
 * @param {(keyof programs)[]} wanted
 * @returns what went wrong, in one line; null when all are there
 */
export async function ensurePrograms(wanted) {
  const missing = wanted.map((each) => programs[each]).filter(({ isThere }) => !isThere())
  if (missing.length === 0) return null
  const names = missing.map(({ name }) => name)
  if (!canInstall()) fail(howTo(names, isDebian()))
  const problem = await install(names)
  if (problem) return problem
  const absent = missing.find(({ isThere }) => !isThere())
  return absent ? `${absent.name} was installed, but it is not on the PATH.` : null
}

/** Whether programs of the system may be installed here. */
export function canInstall() {
  return isDebian() && process.getuid?.() === 0
}

async function install(names) {
  const environment = ourEnvironment({ DEBIAN_FRONTEND: 'noninteractive' })
  const patient = ['-o', 'DPkg::Lock::Timeout=300']
  const what = names.join(' and ')
  const update = await step(
    `looking for ${what} in the system's packages…`,
    'apt-get',
    [...patient, 'update'],
    environment,
  )
  if (update !== 0) return `apt-get update failed. ${howTo(names, true)}`
  const words = [...patient, 'install', '-y', '--no-install-recommends', ...names]
  const code = await step(`installing ${what} (once, about a minute)…`, 'apt-get', words, environment)
  return code === 0 ? null : `apt-get install failed. ${howTo(names, true)}`
}

function isDebian() {
  return existsSync('/etc/debian_version') && isOnPath('apt-get')
}

function howTo(names, hasPackages) {
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
