import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { canMount, mountSmallDisk } from '#tests/support/data/small-disk.server.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { runTool, type ToolRun } from './run-tool.server.ts'
import { ToolError } from './tool-error.ts'
import { toolCpuSeconds, toolFigures } from './tool-figures.server.ts'
import { toolNiceness } from './tool-sandbox.server.ts'
import { ffmpegVersion } from './version.server.ts'

const isMountAllowed = await canMount()
/** Whether this system shares its processors among sessions. */
const sharesBySession = (await readFile('/proc/self/autogroup', 'utf8').catch(() => '')) !== ''
let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-run-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

async function failureOf(run: Omit<ToolRun, 'tool'>): Promise<ToolError> {
  const thrown = await runTool({ tool: 'ffmpeg', ...run }).catch((error: unknown) => error)
  if (thrown instanceof ToolError) return thrown
  throw new Error('did not fail', { cause: thrown })
}

/** Runs until it is ended. */
const endless = ['-v', 'error', '-re', '-f', 'lavfi', '-i', 'testsrc2=size=64x64']

/** Ids of running processes whose command line contains a marker. */
async function processesWith(marker: string): Promise<number[]> {
  const found: number[] = []
  for (const name of (await readdir('/proc')).filter((each) => /^\d+$/.test(each))) {
    const line = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    if (line.includes(marker) && line.includes('ffmpeg') && !line.includes('import(')) found.push(Number(name))
  }
  return found
}

describe('runTool', () => {
  it('returns the output of the program', async () => {
    const { stdout } = await runTool({ tool: 'ffprobe', args: ['-version'], deadlineMs: 60_000 })
    expect(stdout).toMatch(/^ffprobe version/)
    expect(await ffmpegVersion()).toMatch(/^\S+$/)
  })
  it('is counted while it runs and when it ends, with the processor time of its whole tree', async () => {
    const countOf = (result: string) =>
      toolFigures().ended.find((each) => each.tool === 'ffmpeg' && each.result === result)?.count ?? 0
    const runningNow = () => toolFigures().running.find(({ tool }) => tool === 'ffmpeg')?.count
    const before = { aborted: countOf('aborted'), ok: countOf('ok'), seconds: await toolCpuSeconds() }
    const abort = new AbortController()
    const busy = ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=640x360', '-f', 'null', '-']
    const run = failureOf({ args: busy, deadlineMs: 600_000, signal: abort.signal })
    await eventually('half a second of the running tool is seen', async () => {
      return runningNow() === 1 && (await toolCpuSeconds()) > before.seconds + 0.5
    })
    const whileRunning = await toolCpuSeconds()
    abort.abort()
    await run
    expect([runningNow(), countOf('aborted') - before.aborted]).toEqual([0, 1])
    expect(await toolCpuSeconds()).toBeGreaterThanOrEqual(whileRunning)
    const one = ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=64x64', '-frames:v', '1', '-f', 'null', '-']
    await runTool({ tool: 'ffmpeg', args: one, deadlineMs: 600_000 })
    expect(countOf('ok') - before.ok).toBe(1)
  })
  it('distinguishes a refused file from a missing program', async () => {
    const refused = await failureOf({ args: ['-v', 'error', '-i', '/nowhere'], deadlineMs: 60_000 })
    expect(refused).toMatchObject({ kind: 'exit', isOutage: false })
    expect(refused.stderr).toContain('No such file')
    const missing = await failureOf({ args: [], deadlineMs: 60_000, searchFolders: [dir] })
    expect(missing).toMatchObject({ kind: 'missing', isOutage: true })
  })
  it('passes on nothing of its own environment', async () => {
    const stop = new AbortController()
    const args = [...endless, '-metadata', 'title=env-probe', '-f', 'null', '-']
    const running = failureOf({ args, deadlineMs: 60_000, signal: stop.signal })
    const pid = await eventually('it runs', async () => (await processesWith('env-probe'))[0])
    const names = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0').map((each) => each.split('=')[0])
    expect(names.filter(Boolean).sort()).toEqual(['LC_ALL', 'PATH'])
    stop.abort()
    expect(await running).toMatchObject({ kind: 'aborted' })
  })
  it.runIf(sharesBySession)('yields to the server as a whole session, and more so when it is not urgent', async () => {
    const ofTests = { ...toolNiceness }
    Object.assign(toolNiceness, { normal: 10, low: 15 })
    onTestFinished(() => void Object.assign(toolNiceness, ofTests))
    for (const isLowPriority of [false, true]) {
      const marker = `title=polite-${isLowPriority}`
      const args = [...endless, '-metadata', marker, '-f', 'null', '-']
      const stop = new AbortController()
      const running = failureOf({ args, deadlineMs: 60_000, isLowPriority, signal: stop.signal })
      const share = async () => {
        const [pid] = await processesWith(marker)
        return pid && (await readFile(`/proc/${pid}/autogroup`, 'utf8'))
      }
      await expect.poll(share).toMatch(isLowPriority ? /nice 15\n$/ : /nice 10\n$/)
      stop.abort()
      await running
    }
  })
  it('ends a run at its deadline, with every process that it started', async () => {
    const failure = await failureOf({
      args: [...endless, '-metadata', 'title=late', '-f', 'null', '-'],
      deadlineMs: 500,
    })
    expect(failure).toMatchObject({ kind: 'deadline', isOutage: true })
    expect(await processesWith('title=late')).toEqual([])
  })
  it('ends a run that makes no progress', async () => {
    const args = [
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      'nullsrc=rate=1:size=16x16',
      '-vf',
      "select='0'",
      '-f',
      'null',
      '-',
    ]
    expect(await failureOf({ args, deadlineMs: 60_000, stallMs: 1000 })).toMatchObject({ kind: 'stalled' })
  })
  it('ends a run when it is aborted', async () => {
    const stop = new AbortController()
    const failing = failureOf({
      args: [...endless, '-f', 'null', '-'],
      deadlineMs: 60_000,
      signal: stop.signal,
      onProgress: () => stop.abort(),
    })
    expect(await failing).toMatchObject({ kind: 'aborted' })
    expect(await failureOf({ args: [], deadlineMs: 60_000, signal: stop.signal })).toMatchObject({ kind: 'aborted' })
  })
  it('limits written files and stdout', async () => {
    const raw = ['-f', 'lavfi', '-i', 'testsrc2=size=640x360', '-f', 'rawvideo', '-c:v', 'rawvideo']
    const written = await failureOf({
      args: [...raw, 'out.raw'],
      outputDir: dir,
      maxOutputBytes: 5_000_000,
      deadlineMs: 60_000,
    })
    expect(written).toMatchObject({ kind: 'output_limit', isOutage: false })
    const printed = await failureOf({ args: [...raw, '-'], maxStdoutBytes: 100_000, deadlineMs: 60_000 })
    expect(printed).toMatchObject({ kind: 'output_limit' })
  })
  it.runIf(isMountAllowed)('reports a full disk, also when ffmpeg does not', async () => {
    const small = join(dir, 'small')
    const unmount = await mountSmallDisk(small, 300 * 1024)
    try {
      const input = ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=640x360:duration=10', '-c:v', 'mpeg4']
      const args = [...input, '-f', 'hls', '-hls_time', '1', 'index.m3u8']
      const failure = await failureOf({ args, outputDir: small, deadlineMs: 60_000 })
      expect(failure).toMatchObject({ kind: 'disk_full', isOutage: true })
    } finally {
      await unmount()
    }
  })
  it('retains only the end of stderr', async () => {
    const failure = await failureOf({
      args: [
        '-v',
        'debug',
        '-f',
        'lavfi',
        '-i',
        'testsrc2=size=64x64:duration=60',
        '-f',
        'null',
        '-',
        '-i',
        '/nowhere',
      ],
      deadlineMs: 60_000,
    })
    expect(failure.stderr.length).toBeLessThanOrEqual(8192)
  })
  it('ends a run when its reader has enough lines', async () => {
    let lines = 0
    await runTool({ tool: 'ffprobe', args: ['-formats'], deadlineMs: 60_000, onLine: () => ++lines < 3 })
    expect(lines).toBe(3)
  })

  it.runIf(process.platform === 'linux')('dies with a killed parent', async () => {
    const marker = `title=orphan-${process.pid}`
    const args = JSON.stringify([...endless, '-metadata', marker, '-f', 'null', '-'])
    const script = `const { runTool } = await import(${JSON.stringify(join(import.meta.dirname, 'run-tool.server.ts'))});
      await runTool({ tool: 'ffmpeg', args: ${args}, deadlineMs: 60000 })`
    const parent = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'ignore' })
    const commandOf = (pid: number) => readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
    const commands = async () => Promise.all((await processesWith(marker)).map(commandOf))
    // The process that starts ffmpeg has the same arguments, and may not have tied its life to the parent's yet.
    await expect.poll(commands).toContain('ffmpeg\n')
    parent.kill('SIGKILL')
    await expect.poll(() => processesWith(marker)).toEqual([])
  })
})
