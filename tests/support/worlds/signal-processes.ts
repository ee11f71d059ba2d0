/**
 * Signals those of the processes that still run. Any of them can have ended since it was listed: those of PostgreSQL end on
 * their own once their postmaster is killed.
 */
export function signalProcesses(pids: Iterable<number>, signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}
