import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fail, ourEnvironment, step } from './run.mjs'

/** Makes sure of ffmpeg and ffprobe: installs them where that is ours to do, else says how in one line. */
export async function ensureFfmpeg() {
  if (isOnPath('ffmpeg') && isOnPath('ffprobe')) return
  await install('ffmpeg')
  if (!isOnPath('ffmpeg') || !isOnPath('ffprobe')) fail('ffmpeg was installed, but it is not on the PATH.')
}

/** Makes sure of a browser without windows; the whole of Chromium will do where it is there already. */
export async function ensureChromium() {
  if (isOnPath('chromium-headless-shell') || isOnPath('chromium')) return
  await install('chromium-headless-shell')
  if (!isOnPath('chromium-headless-shell')) fail('chromium-headless-shell was installed, but it is not on the PATH.')
}

/** Makes sure of the library that shifts the clock of a run, where it is a package of the system. */
export async function ensureFaketime() {
  if (isDebian() && process.getuid?.() === 0 && !isOnPath('faketime')) await install('faketime')
}

async function install(name) {
  if (!isDebian() || process.getuid?.() !== 0) fail(howTo(name, isDebian()))
  const environment = ourEnvironment({ DEBIAN_FRONTEND: 'noninteractive' })
  const patient = ['-o', 'DPkg::Lock::Timeout=300']
  const update = await step(
    `looking for ${name} in the system's packages…`,
    'apt-get',
    [...patient, 'update'],
    environment,
  )
  if (update !== 0) fail(`apt-get update failed. ${howTo(name, true)}`)
  const words = [...patient, 'install', '-y', '--no-install-recommends', name]
  const code = await step(`installing ${name} (once, about a minute)…`, 'apt-get', words, environment)
  if (code !== 0) fail(`apt-get install failed. ${howTo(name, true)}`)
}

function isDebian() {
  return existsSync('/etc/debian_version') && isOnPath('apt-get')
}

function howTo(name, hasPackages) {
  if (hasPackages) return `${name} is missing: run "sudo apt-get install ${name}", then the same command again.`
  return `${name} is missing: install it with your system's package manager, then run the same command again.`
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
