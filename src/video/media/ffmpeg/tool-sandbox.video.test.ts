import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#tests/support/run/eventually.ts'
import { runTool } from './run-tool.server.ts'
import { toolEnvironment } from './tool-path.server.ts'
import { describeSandbox, probeToolSandbox, type ToolSandbox, toolSandbox } from './tool-sandbox.server.ts'
import { findToolUser, grantAccess } from './tool-user.server.ts'

const run = promisify(execFile)
const isRoot = process.getuid?.() === 0
const limits = { memoryBytes: 2 ** 32, fileBytes: 2 ** 20 }

let dir: string
/** Working folder of a run, as an attempt of a job has it. */
let workDir: string
/** A file that no run may read. */
let secret: string
let socket: string
let database: Server
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi rights '))
  workDir = join(dir, 'scratch', 'out')
  await mkdir(workDir, { recursive: true, mode: 0o700 })
  await writeFile(join(dir, 'scratch', 'source'), 'uploaded', { mode: 0o600 })
  secret = join(dir, 'secret')
  await writeFile(secret, 'the secret', { mode: 0o600 })
  await mkdir(join(dir, 'socket'), { mode: 0o700 })
  socket = join(dir, 'socket', '.s.PGSQL.5432')
  database = createServer((connection) => connection.resume().end('the database'))
  await new Promise<void>((listening) => database.listen(socket, listening))
})
afterAll(async () => {
  await new Promise((closed) => database.close(closed))
  await rm(dir, { recursive: true, force: true })
})

/** The bytes that ffmpeg reads from a URL; empty when it cannot. */
async function readWithFfmpeg(url: string, files: { inputFile?: string } = {}): Promise<string> {
  const input = ['-v', 'error', '-protocol_whitelist', 'file,unix,tcp,http', '-f', 'data', '-i', url]
  const args = [...input, '-map', '0', '-c', 'copy', '-f', 'data', '-']
  return await runTool({ tool: 'ffmpeg', args, outputDir: workDir, deadlineMs: 60_000, ...files }).then(
    ({ stdout }) => stdout,
    () => '',
  )
}

/** The output of a command that is started like a run of ffmpeg. */
async function outputOf(sandbox: ToolSandbox, ...command: string[]): Promise<string> {
  const files = { outputDir: workDir, inputFile: join(dir, 'scratch', 'source') }
  if (sandbox.user) await grantAccess(sandbox.user, files)
  const { prefix, user } = sandbox.launch(files, workDir, limits)
  const [first = '', ...rest] = [...prefix, ...command]
  return await run(first, rest, { ...user, cwd: workDir, env: toolEnvironment }).then(
    ({ stdout }) => stdout,
    () => 'refused',
  )
}

async function statusOf(marker: string): Promise<string | undefined> {
  for (const name of (await readdir('/proc')).filter((each) => /^\d+$/.test(each))) {
    const read = (file: string) => readFile(`/proc/${name}/${file}`, 'utf8').catch(() => '')
    if ((await read('comm')) === 'ffmpeg\n' && (await read('cmdline')).includes(marker)) return await read('status')
  }
  return undefined
}

describe('the startup line about ffmpeg', () => {
  it.runIf(process.platform === 'linux')('is true of its user and its rights', async () => {
    const { user, privilegeError } = await toolSandbox()
    const marker = `title=rights-${process.pid}`
    const stop = new AbortController()
    const endless = [
      '-v',
      'error',
      '-re',
      '-f',
      'lavfi',
      '-i',
      'testsrc2=size=64x64',
      '-metadata',
      marker,
      '-f',
      'null',
      '-',
    ]
    const running = runTool({ tool: 'ffmpeg', args: endless, deadlineMs: 60_000, signal: stop.signal }).catch(() => {})
    const status = await eventually('it runs', () => statusOf(marker))
    stop.abort()
    await running
    const uid = user?.uid ?? process.getuid?.()
    expect(status).toMatch(new RegExp(`^Uid:\\t${uid}\\t${uid}\\t${uid}\\t${uid}$`, 'm'))
    expect(status).toMatch(new RegExp(`^NoNewPrivs:\\t${privilegeError === null ? 1 : 0}$`, 'm'))
    expect(status).toMatch(isRoot && user === null ? /^CapEff:\t0*[1-9a-f]/m : /^CapEff:\t0+$/m)
  })
  it('is true of the files that it sees', async () => {
    const { filesystemError } = await toolSandbox()
    expect((await readWithFfmpeg('file:/etc/passwd')) === '').toBe(filesystemError === null)
    expect(await readWithFfmpeg(`file:${dir}/scratch/source`, { inputFile: join(dir, 'scratch', 'source') })).toBe(
      'uploaded',
    )
  })
  it('is true of the network', async () => {
    let calls = 0
    const server = createServer((connection) => {
      calls += 1
      // Unread data keeps a connection open.
      connection.resume().end('HTTP/1.0 404 Not Found\r\n\r\n')
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const { networkError } = await toolSandbox()
    try {
      expect(await readWithFfmpeg(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)).toBe('')
      expect(calls === 0).toBe(networkError === null)
    } finally {
      await new Promise((closed) => server.close(closed))
    }
  })
  it('names the system’s reason for a restriction that is not in force', async () => {
    const launch = () => ({ prefix: [], user: {} })
    const all = { userError: null, privilegeError: null, filesystemError: null, networkError: null, launch }
    expect(describeSandbox({ ...all, user: { uid: 7, gid: 7 } })).toBe(
      'ffmpeg runs as user 7, cannot gain rights, sees only the files of its run, has no network',
    )
    expect(describeSandbox({ ...all, user: null, userError: 'not root', networkError: 'unshare failed' })).toBe(
      "ffmpeg runs as the server's user (not root), cannot gain rights, sees only the files of its run, can reach the network (unshare failed)",
    )
  })
})

describe.runIf(isRoot)('as root, ffmpeg', () => {
  it('reads neither the secret nor the environment of the server, and does not reach the database', async () => {
    expect(await readWithFfmpeg(`file:${secret}`)).toBe('')
    expect(await readWithFfmpeg(`file:/proc/${process.pid}/environ`)).toBe('')
    expect(await readWithFfmpeg(`unix:${socket}`)).toBe('')
    expect((await toolSandbox()).user?.uid).toBeGreaterThanOrEqual(65520)
  })
  it('reads neither when the programs that confine it are missing', async () => {
    const unconfined = await probeToolSandbox({ ...toolEnvironment, PATH: '/nowhere' })
    expect(describeSandbox(unconfined)).toBe(
      `ffmpeg runs as user ${findToolUser()?.uid}, could gain rights (setpriv is not installed), ` +
        'sees whatever that user may read (setpriv is not installed), can reach the network (unshare is not installed)',
    )
    expect(await outputOf(unconfined, 'id', '-u')).toBe(`${findToolUser()?.uid}\n`)
    expect(await outputOf(unconfined, 'cat', secret)).toBe('refused')
    expect(await outputOf(unconfined, 'cat', `/proc/${process.pid}/environ`)).toBe('refused')
    const readSocket = [
      '-v',
      'error',
      '-f',
      'data',
      '-i',
      `unix:${socket}`,
      '-map',
      '0',
      '-c',
      'copy',
      '-f',
      'data',
      '-',
    ]
    expect((await run('ffmpeg', readSocket)).stdout).toBe('the database')
    expect(await outputOf(unconfined, 'ffmpeg', ...readSocket)).toBe('refused')
    expect(await outputOf(unconfined, 'cat', '../source')).toBe('uploaded')
    expect(await outputOf(unconfined, 'sh', '-c', 'echo made >made && cat made')).toBe('made\n')
  })
})

it('a run whose output contains anything but files fails', async () => {
  const left = join(dir, 'left')
  await mkdir(left)
  await symlink(secret, join(left, 'index.m3u8'))
  const running = runTool({ tool: 'ffprobe', args: ['-version'], outputDir: left, deadlineMs: 60_000 })
  await expect(running).rejects.toMatchObject({ kind: 'exit', isOutage: false })
})
