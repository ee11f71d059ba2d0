import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import { runTool } from './run-tool.server.ts'
import { admit, toolAccount } from './tool-account.server.ts'
import { toolEnvironment } from './tool-path.server.ts'
import { describeRights, probeToolRights, type ToolRights, toolRights } from './tool-rights.server.ts'

const run = promisify(execFile)
const isRoot = process.getuid?.() === 0
const limits = { memoryBytes: 2 ** 32, fileBytes: 2 ** 20 }

let dir: string
/** Where a run works: what an attempt of a job has. */
let own: string
/** What no run has any business with. */
let secret: string
let socket: string
let database: Server
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi rights '))
  own = join(dir, 'scratch', 'out')
  await mkdir(own, { recursive: true, mode: 0o700 })
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

/** What ffmpeg reads from an address; empty when it cannot. */
async function readBy(address: string, files: { reads?: string } = {}): Promise<string> {
  const input = ['-v', 'error', '-protocol_whitelist', 'file,unix,tcp,http', '-f', 'data', '-i', address]
  const args = [...input, '-map', '0', '-c', 'copy', '-f', 'data', '-']
  return await runTool({ tool: 'ffmpeg', args, outputDir: own, deadlineMs: 60_000, ...files }).then(
    ({ stdout }) => stdout,
    () => '',
  )
}

/** What a command says when it is begun as a run of ffmpeg is. */
async function sayingOf(rights: ToolRights, ...command: string[]): Promise<string> {
  const files = { outputDir: own, reads: join(dir, 'scratch', 'source') }
  if (rights.account) await admit(rights.account, files)
  const { words, as } = rights.launch(files, own, limits)
  const [first = '', ...rest] = [...words, ...command]
  return await run(first, rest, { ...as, cwd: own, env: toolEnvironment }).then(
    ({ stdout }) => stdout,
    () => 'refused',
  )
}

async function statusOf(word: string): Promise<string | undefined> {
  for (const name of (await readdir('/proc')).filter((each) => /^\d+$/.test(each))) {
    const read = (file: string) => readFile(`/proc/${name}/${file}`, 'utf8').catch(() => '')
    if ((await read('comm')) === 'ffmpeg\n' && (await read('cmdline')).includes(word)) return await read('status')
  }
  return undefined
}

describe('what the line at the start says of ffmpeg', () => {
  it.runIf(process.platform === 'linux')('holds for its user and its rights', async () => {
    const { account, cannotGainRights } = await toolRights()
    const word = `title=rights-${process.pid}`
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
      word,
      '-f',
      'null',
      '-',
    ]
    const running = runTool({ tool: 'ffmpeg', args: endless, deadlineMs: 60_000, signal: stop.signal }).catch(() => {})
    const status = await eventually('it runs', () => statusOf(word))
    stop.abort()
    await running
    const uid = account?.uid ?? process.getuid?.()
    expect(status).toMatch(new RegExp(`^Uid:\\t${uid}\\t${uid}\\t${uid}\\t${uid}$`, 'm'))
    expect(status).toMatch(new RegExp(`^NoNewPrivs:\\t${cannotGainRights === null ? 1 : 0}$`, 'm'))
    expect(status).toMatch(isRoot && account === null ? /^CapEff:\t0*[1-9a-f]/m : /^CapEff:\t0+$/m)
  })
  it('holds for the files that it sees', async () => {
    const { seesOnlyItsFiles } = await toolRights()
    expect((await readBy('file:/etc/passwd')) === '').toBe(seesOnlyItsFiles === null)
    expect(await readBy(`file:${dir}/scratch/source`, { reads: join(dir, 'scratch', 'source') })).toBe('uploaded')
  })
  it('holds for the network', async () => {
    let calls = 0
    const server = createServer((connection) => {
      calls += 1
      // What is not read keeps a connection open.
      connection.resume().end('HTTP/1.0 404 Not Found\r\n\r\n')
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const { hasNoNetwork } = await toolRights()
    try {
      expect(await readBy(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)).toBe('')
      expect(calls === 0).toBe(hasNoNetwork === null)
    } finally {
      await new Promise((closed) => server.close(closed))
    }
  })
  it('names the system’s reason for what does not hold', async () => {
    const launch = () => ({ words: [], as: {} })
    const all = { isAnotherUser: null, cannotGainRights: null, seesOnlyItsFiles: null, hasNoNetwork: null, launch }
    expect(describeRights({ ...all, account: { uid: 7, gid: 7 } })).toBe(
      'ffmpeg runs as user 7, cannot gain rights, sees only the files of its run, has no network',
    )
    expect(describeRights({ ...all, account: null, isAnotherUser: 'not root', hasNoNetwork: 'unshare failed' })).toBe(
      "ffmpeg runs as the server's user (not root), cannot gain rights, sees only the files of its run, can reach the network (unshare failed)",
    )
  })
})

describe.runIf(isRoot)('as root, ffmpeg', () => {
  it('reads neither the secret nor the environment of the server, and does not reach the database', async () => {
    expect(await readBy(`file:${secret}`)).toBe('')
    expect(await readBy(`file:/proc/${process.pid}/environ`)).toBe('')
    expect(await readBy(`unix:${socket}`)).toBe('')
    expect((await toolRights()).account?.uid).toBeGreaterThanOrEqual(65520)
  })
  it('does not either where the programs that confine it are missing', async () => {
    const bare = await probeToolRights({ ...toolEnvironment, PATH: '/nowhere' })
    expect(describeRights(bare)).toBe(
      `ffmpeg runs as user ${toolAccount()?.uid}, could gain rights (setpriv is not installed), ` +
        'sees whatever that user may read (setpriv is not installed), can reach the network (unshare is not installed)',
    )
    expect(await sayingOf(bare, 'id', '-u')).toBe(`${toolAccount()?.uid}\n`)
    expect(await sayingOf(bare, 'cat', secret)).toBe('refused')
    expect(await sayingOf(bare, 'cat', `/proc/${process.pid}/environ`)).toBe('refused')
    expect(await sayingOf(bare, 'cat', '../source')).toBe('uploaded')
    expect(await sayingOf(bare, 'sh', '-c', 'echo made >made && cat made')).toBe('made\n')
  })
})

it('a folder that holds more than files after a run is not read any further', async () => {
  const left = join(dir, 'left')
  await mkdir(left)
  await symlink(secret, join(left, 'index.m3u8'))
  const running = runTool({ tool: 'ffprobe', args: ['-version'], outputDir: left, deadlineMs: 60_000 })
  await expect(running).rejects.toMatchObject({ kind: 'exit', isOutage: false })
})
