import { execFile, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { eventually } from '../run/eventually.ts'
import { signalProcesses } from '../worlds/signal-processes.ts'
import { type Buildah, buildahPath } from './buildah.server.ts'
import type { HoshiImage } from './hoshi-image.server.ts'

const run = promisify(execFile)

/** A process of this machine, as `/proc` describes it. */
export interface SystemProcess {
  pid: number
  parentPid: number
  /** At most 15 characters. */
  name: string
  uid: number
  /** Capabilities in force, in hexadecimal digits. */
  capabilities: string
}

/** The image's own process in a container. */
export interface ContainerProcess {
  url: string
  output(): string
  /** Its first process, and those that descend from it. */
  processes(): SystemProcess[]
  /** As `docker stop` does: the signal is for the first process only. @returns the exit code */
  stop(): Promise<number | null>
}

export interface Container {
  /** Its root folder on this machine. */
  root: string
  /** Runs a command in it, as its user. @returns the exit code, and what it prints */
  run(command: readonly string[], environment?: Record<string, string>): Promise<{ code: number; output: string }>
  /** Starts what the image starts, and waits until it serves. Its volume is the container's, and stays until the next start. */
  start(environment: { PORT: string } & Record<string, string>): Promise<ContainerProcess>
  /** Kills what still runs in it. */
  destroy(): Promise<void>
}

/**
 * A container of the image, whose processes share the network and the process numbers of this machine. Nothing keeps them
 * from writing but their user.
 */
export async function createContainer(buildah: Buildah, image: HoshiImage): Promise<Container> {
  const name = await buildah.run('from', '--pull-never', image.name)
  const root = await buildah.run('mount', name)
  const buildahPids: number[] = []
  const runArguments = (environment: Record<string, string>) => [
    ...buildah.args,
    'run',
    ...Object.entries(environment).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
    name,
    '--',
  ]
  return {
    root,
    async run(command, environment = {}) {
      try {
        const options = { env: buildah.env }
        const { stdout, stderr } = await run(buildahPath, [...runArguments(environment), ...command], options)
        return { code: 0, output: stdout + stderr }
      } catch (error) {
        const { code, stdout, stderr } = error as { code?: unknown; stdout: string; stderr: string }
        if (typeof code !== 'number') throw error
        return { code, output: stdout + stderr }
      }
    },
    async start(environment) {
      const [program = ''] = image.command
      const child = spawn(buildahPath, [...runArguments(environment), ...image.command], {
        env: buildah.env,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const { pid = 0 } = child
      buildahPids.push(pid)
      let output = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
      let ended = false
      const exit = new Promise<number | null>((resolve) => child.once('close', resolve))
      void exit.then(() => (ended = true))
      const url = `http://127.0.0.1:${environment.PORT}`
      const processes = () => {
        const descendants = descendantsOf(pid)
        const first = descendants.find((each) => each.name === program)
        return first === undefined ? [] : [first, ...descendantsOf(first.pid)]
      }
      await eventually('the container serves', async () => {
        if (ended) return true
        return (await fetch(new URL('/healthz', url), { signal: AbortSignal.timeout(3000) })).ok
      })
      if (ended) throw new Error(`The container has ended: ${output}`)
      return {
        url,
        output: () => output,
        processes,
        async stop() {
          const [first] = processes()
          if (first !== undefined) signalProcesses([first.pid], 'SIGTERM')
          return exit
        },
      }
    },
    async destroy() {
      const pids = buildahPids.flatMap((pid) => [...descendantsOf(pid).map((each) => each.pid), pid])
      signalProcesses(
        pids.filter((pid) => pid > 0),
        'SIGKILL',
      )
    },
  }
}

/** All running processes that this one has started, and those that they have. */
function descendantsOf(pid: number): SystemProcess[] {
  const all = readdirSync('/proc').flatMap((entry) => (/^\d+$/.test(entry) ? readProcess(entry) : []))
  const found: SystemProcess[] = []
  const search = (parent: number): void => {
    for (const each of all.filter(({ parentPid }) => parentPid === parent)) {
      found.push(each)
      search(each.pid)
    }
  }
  search(pid)
  return found
}

/** Nothing when it has ended. */
function readProcess(pid: string): SystemProcess[] {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8')
    const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(text)?.[1] ?? ''
    if (field('State') === 'Z') return []
    const [parentPid, uid] = [Number(field('PPid')), Number(field('Uid'))]
    return [{ pid: Number(pid), parentPid, name: field('Name'), uid, capabilities: field('CapEff') }]
  } catch {
    return []
  }
}
