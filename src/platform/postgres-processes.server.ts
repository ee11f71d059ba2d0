import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const FAST_STOP_MS = 10_000
const QUICK_STOP_MS = 3_000

/**
 * The processes of a cluster: every PostgreSQL process works in its cluster's folder. Asked of the system rather
 * than of `postmaster.pid`, whose number may belong to a stranger after a restart of the machine.
 */
export function serverProcesses(cluster: string): number[] {
  const folder = realpathSync(cluster)
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const worksHere = readlinkSync(`/proc/${name}/cwd`) === folder
      return worksHere && /\/bin\/(postgres|initdb)/.test(readlinkSync(`/proc/${name}/exe`)) ? [Number(name)] : []
    } catch {
      return []
    }
  })
}

/**
 * Ends whatever a killed parent left running on a cluster, so that a new server can start: fast shutdown first, then a
 * quick one, then kill. Backends whose postmaster was killed end by themselves within the same time.
 */
export async function endLeftovers(cluster: string): Promise<{ ended: number }> {
  const left = serverProcesses(cluster)
  const postmaster = postmasterPid(cluster)
  if (left.length > 0) {
    if (postmaster !== null && left.includes(postmaster)) send(postmaster, 'SIGINT')
    if (!(await allGone(cluster, FAST_STOP_MS))) {
      if (postmaster !== null && left.includes(postmaster)) send(postmaster, 'SIGQUIT')
      if (!(await allGone(cluster, QUICK_STOP_MS))) {
        await killServerProcesses(cluster)
      }
    }
  }
  // Nothing works in the folder any more. The file would still stop a start if its number belongs to a stranger.
  if (serverProcesses(cluster).length === 0) rmSync(join(cluster, 'postmaster.pid'), { force: true })
  return { ended: left.length }
}

/** Kills every process of a folder whose contents are to be thrown away. */
export async function killServerProcesses(cluster: string): Promise<void> {
  for (const pid of serverProcesses(cluster)) send(pid, 'SIGKILL')
  await allGone(cluster, QUICK_STOP_MS)
}

function postmasterPid(cluster: string): number | null {
  try {
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
    return Number.isInteger(pid) && pid > 1 ? pid : null
  } catch {
    return null
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Ended in the meantime.
  }
}

async function allGone(cluster: string, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs
  while (performance.now() < deadline) {
    if (serverProcesses(cluster).length === 0) return true
    await pause(25)
  }
  return serverProcesses(cluster).length === 0
}
