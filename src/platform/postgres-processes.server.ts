import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** How long a fast shutdown may take, which first writes everything to the disk. */
export const FAST_STOP_MS = 10_000
const ORPHAN_STOP_MS = 3_000

/**
 * Numbers of a cluster's processes, which all work in its folder. Read from /proc rather than from `postmaster.pid`,
 * whose number may belong to another program after a restart of the machine.
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
 * Ends the processes that a killed parent left running on a cluster, so that a new server can start: fast shutdown
 * first, then immediate shutdown, then kill. Backends whose postmaster was killed end on their own within the same
 * time.
 */
export async function endOrphanedProcesses(cluster: string): Promise<{ endedCount: number }> {
  const orphans = serverProcesses(cluster)
  const postmaster = postmasterPid(cluster)
  if (orphans.length > 0) {
    if (postmaster !== null && orphans.includes(postmaster)) send(postmaster, 'SIGINT')
    if (!(await allExitWithin(cluster, FAST_STOP_MS))) {
      if (postmaster !== null && orphans.includes(postmaster)) send(postmaster, 'SIGQUIT')
      if (!(await allExitWithin(cluster, ORPHAN_STOP_MS))) {
        await killServerProcesses(cluster)
      }
    }
  }
  // No process uses the folder any more. The file would still prevent a start if its number belongs to another program.
  if (serverProcesses(cluster).length === 0) rmSync(join(cluster, 'postmaster.pid'), { force: true })
  return { endedCount: orphans.length }
}

/** Kills every process of a folder that is to be deleted. */
export async function killServerProcesses(cluster: string): Promise<void> {
  for (const pid of serverProcesses(cluster)) send(pid, 'SIGKILL')
  await allExitWithin(cluster, ORPHAN_STOP_MS)
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
    // Already ended.
  }
}

async function allExitWithin(cluster: string, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs
  while (performance.now() < deadline) {
    if (serverProcesses(cluster).length === 0) return true
    // The exit of a process that is not our child causes no event.
    await pause(25)
  }
  return serverProcesses(cluster).length === 0
}
