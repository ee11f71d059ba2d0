import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { cpuTime } from './cpu-time.ts'

/** The process id of the PostgreSQL server on this machine that all its other processes are children of. */
export async function postmasterPid(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return await parentOf(rows[0]!.pid)
  } finally {
    await client.end()
  }
}

/** Processor time in seconds of all processes of a PostgreSQL server, with those that have ended. */
export async function postgresCpuSeconds(postmaster: number): Promise<number> {
  const { own, children } = await cpuTime(postmaster)
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const running = await Promise.all(
    // A process may end in between; its time is then with the ended ones of the next call.
    pids.map(async (pid) => ((await parentOf(pid).catch(() => 0)) === postmaster ? await timeOf(pid) : 0)),
  )
  return running.reduce((sum, seconds) => sum + seconds, own + children)
}

async function timeOf(pid: number): Promise<number> {
  return await cpuTime(pid).then(
    ({ own }) => own,
    () => 0,
  )
}

async function parentOf(pid: number): Promise<number> {
  return Number(/^PPid:\s+(\d+)$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1])
}
