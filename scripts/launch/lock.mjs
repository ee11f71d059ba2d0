import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root, say } from './project.mjs'

/** Runs `work` while no other launcher does the same; a lock whose process has died is taken over. */
export async function withLock(name, work) {
  const folder = join(root, '.hoshi')
  const file = join(folder, `${name}.lock`)
  mkdirSync(folder, { recursive: true })
  for (let hasReported = false; !tryLock(file); hasReported = true) {
    if (!hasReported) say(`waiting for another start to finish ${name}…`)
    await pause(200)
  }
  const release = () => rmSync(file, { force: true })
  process.on('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

function tryLock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  try {
    const holder = Number(readFileSync(file, 'utf8'))
    if (holder > 0 && isLauncher(holder)) return false
    rmSync(file, { force: true })
  } catch {
    // Released in between.
  }
  return false
}

function isLauncher(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('launch.mjs')
  } catch {
    try {
      return process.platform !== 'linux' && process.kill(pid, 0)
    } catch {
      return false
    }
  }
}
