import { type ChildProcess, spawn } from 'node:child_process'
import { access, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onCleanup } from './cleanup.ts'
import { cpuTime } from './cpu-time.ts'
import { freePort } from './hoshi-process.ts'

/** A file server in its own process. */
export interface FileServer {
  name: 'hoshi' | 'serve-static' | 'nginx'
  url: string
  /** Processor time of all its processes so far, in seconds. */
  cpuSeconds(): Promise<number>
}

const TIMEOUT_MS = 10_000

/** The framework's static handler over a folder. */
export async function startServeStatic(root: string): Promise<FileServer> {
  const port = await freePort()
  const args = ['bench/static-files.ts', root, String(port)]
  const child = launch(process.execPath, args, join(import.meta.dirname, '..'))
  return await waitUntilServing('serve-static', child, port)
}

/** nginx with one worker and sendfile over a folder; null where it is not installed. */
export async function startNginx(root: string, workDir: string): Promise<FileServer | null> {
  const program = await findNginx()
  if (program === null) return null
  const port = await freePort()
  await mkdir(workDir, { recursive: true })
  const file = join(workDir, 'nginx.conf')
  await writeFile(file, nginxConfig(root, workDir, port))
  const child = launch(program, ['-p', workDir, '-c', file, '-e', join(workDir, 'error.log')], workDir)
  return await waitUntilServing('nginx', child, port)
}

function nginxConfig(root: string, workDir: string, port: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
daemon off;
${process.getuid?.() === 0 ? 'user root root;' : ''}
worker_processes 1;
pid ${workDir}/nginx.pid;
events { worker_connections 512; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000;
  ${temporary.map((name) => `${name}_temp_path ${workDir}/${name};`).join(' ')}
  server { listen 127.0.0.1:${port}; root ${root}; }
}
`
}

async function findNginx(): Promise<string | null> {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']
  for (const folder of folders) {
    const path = join(folder, 'nginx')
    const isThere = await access(path).then(
      () => true,
      () => false,
    )
    if (isThere) return path
  }
  return null
}

function launch(program: string, args: string[], cwd: string): ChildProcess {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'], env: { PATH: process.env.PATH } })
  onCleanup(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await exited
  })
  return child
}

async function waitUntilServing(name: FileServer['name'], child: ChildProcess, port: number): Promise<FileServer> {
  const url = `http://127.0.0.1:${port}`
  const limit = performance.now() + TIMEOUT_MS
  while (!(await fetch(url).catch(() => null))) {
    if (child.exitCode !== null || performance.now() > limit) throw new Error(`${name} does not answer.`)
    await pause(20)
  }
  const pids = [child.pid!, ...(await childrenOf(child.pid!))]
  return { name, url, cpuSeconds: () => cpuSecondsOf(pids) }
}

export async function cpuSecondsOf(pids: readonly number[]): Promise<number> {
  const times = await Promise.all(pids.map((pid) => cpuTime(pid)))
  return times.reduce((sum, { own }) => sum + own, 0)
}

async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`)
  const lists = await Promise.all(threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8')))
  return lists.flatMap((list) => list.trim().split(' ')).flatMap((each) => (each ? [Number(each)] : []))
}
