import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishClip, uploadClip } from '#tests/support/data/publishing.ts'
import { canMount, mountSmallDisk } from '#tests/support/data/small-disk.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { destroyInstance, type HoshiProcess, startHoshi } from '#tests/support/worlds/hoshi-process.server.ts'
import { freePort } from '#tests/support/worlds/ports.server.ts'
import { playbackOf, videoOfEpisode } from './played-episode.ts'
import { waitForFinalState } from './tus.ts'

const root = mkdtempSync(join(tmpdir(), 'hoshi-backup-'))
const dataDir = join(root, 'data')
const place = join(root, 'backup')
let hoshi: HoshiProcess
let creator: Person
let episodes: string[]
let videos: string[]

const environmentOf = (folder: string, settings: Record<string, string> = {}) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  DATA_DIR: folder,
  NODE_ENV: 'production',
  DISK_RESERVE_BYTES: String(64 * 1024 ** 2),
  ...settings,
})

interface Ended {
  code: number
  output: string
}

/** As npm runs the command of this name. */
function run(command: string, args: string[], folder = dataDir, settings = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const env = environmentOf(folder, settings)
    execFile(process.execPath, [`src/server/${command}.ts`, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr })
    })
  })
}

/** How many files a backup had to read, as it prints. */
const newFiles = ({ output }: Ended) => Number(/files, (\d+) of them new/.exec(output)?.[1])

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort()
}
const storedFiles = () => filesBelow(join(dataDir, 'files')).filter((name) => !/^(temporary|trash)\//.test(name))

/** @returns the episode's id, as soon as it plays */
async function publishShort(seconds: number): Promise<string> {
  const id = await publishClip(creator, await makeClip(join(root, 'clips'), { seconds }))
  videos.push(await videoOfEpisode(creator, id))
  return id
}

const auditIsClean = (folder = dataDir) =>
  eventually('rows and files agree', async () => (await run('audit', [], folder)).code === 0)

/** Nothing is about to remove or to add files. */
async function settle(): Promise<void> {
  for (const uid of videos) await waitForFinalState(creator, uid)
  await auditIsClean()
}

beforeAll(async () => {
  mkdirSync(dataDir)
  hoshi = await startHoshi({ PORT: await freePort(), DATA_DIR: dataDir })
  creator = await createPerson(hoshi.url, 'creator')
  videos = []
  episodes = await Promise.all([publishShort(2), publishShort(3)])
})

afterAll(() => destroyInstance(root))

test('a backup that is taken while people write is restored on an empty folder: rows and files agree, and all plays', async () => {
  // Names of files stay the same from now on.
  for (const uid of videos) await waitForFinalState(creator, uid)
  const [first = ''] = episodes
  let acknowledged = 0
  let isOver = false
  const writing = (async () => {
    while (!isOver) {
      const next = acknowledged + 1
      const answer = await creator.call('PATCH', `/api/v1/episodes/${first}`, { description: `Version ${next}` })
      if (answer.ok) acknowledged = next
    }
  })()
  const uploading = makeClip(join(root, 'clips'), { seconds: 4 }).then((clip) => uploadClip(creator, clip))
  await expect.poll(() => acknowledged).toBeGreaterThan(0)
  const before = acknowledged
  const backup = await run('backup', [place])
  expect(backup).toMatchObject({ code: 0, output: expect.stringContaining('The database is in it') })
  const after = acknowledged + 1
  isOver = true
  await writing
  videos.push(await uploading)

  const restoredDir = join(root, 'restored')
  const restored = await run('restore', [place], restoredDir)
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('Restored the backup') })
  expect(readFileSync(join(restoredDir, 'secret'), 'utf8')).toBe(readFileSync(join(dataDir, 'secret'), 'utf8'))
  const again = await startHoshi({ PORT: await freePort(), DATA_DIR: restoredDir })
  const played = await Promise.all(episodes.map((id) => playbackOf(again.url, creator, id)))
  expect(played.flatMap(({ unplayable }) => unplayable)).toEqual([])
  expect(Math.min(...played.map(({ segments }) => segments))).toBeGreaterThan(1)
  const { description } = (await (await fetch(new URL(`/api/v1/episodes/${first}`, again.url))).json()) as {
    description: string
  }
  const version = Number(description.replace('Version ', ''))
  expect(version).toBeGreaterThanOrEqual(before)
  expect(version).toBeLessThanOrEqual(after)
  await auditIsClean(restoredDir)
  await again.kill()
})

test('a second backup reads only what is new', async () => {
  await settle()
  expect(await run('backup', [place])).toMatchObject({ code: 0 })
  const known = new Set(storedFiles())
  // Other bytes in place of those of an old file: they would be found if it were read again.
  const old = storedFiles().find((name) => name.endsWith('.m4s')) ?? ''
  const path = join(dataDir, 'files', old)
  const bytes = readFileSync(path)
  writeFileSync(path, Buffer.alloc(bytes.length))
  expect(newFiles(await run('backup', [place]))).toBe(0)
  writeFileSync(path, bytes)
  expect(readFileSync(join(place, 'files', old)).equals(bytes)).toBe(true)

  await publishShort(5)
  await settle()
  const added = storedFiles().filter((name) => !known.has(name))
  const backup = await run('backup', [place])
  expect(added.length).toBeGreaterThan(5)
  expect(newFiles(backup)).toBe(added.length)
})

test('a backup that is killed is no backup, and the next one goes on with it', async () => {
  await settle()
  const other = join(root, 'interrupted')
  // Opening it waits for a writer, and there is none.
  const blocked = join(dataDir, 'files/fonts/blocked.ttf')
  mkdirSync(join(dataDir, 'files/fonts'), { recursive: true })
  await promisify(execFile)('mkfifo', [blocked])
  const all = storedFiles().filter((name) => name !== 'installation' && !name.endsWith('growing.m3u8')).length
  const child = spawn(process.execPath, ['src/server/backup.ts', other], { env: environmentOf(dataDir) })
  await expect.poll(() => filesBelow(join(other, 'files')).length).toBe(all)
  child.kill('SIGKILL')
  await once(child, 'exit')
  rmSync(blocked)
  expect(await run('restore', [other], join(root, 'nothing'))).toMatchObject({
    code: 1,
    output: expect.stringContaining(`There is no complete backup in ${other}.`),
  })
  const growing = storedFiles().filter((name) => name.endsWith('growing.m3u8')).length
  const resumed = await run('backup', [other])
  expect(resumed.code).toBe(0)
  expect(newFiles(resumed)).toBe(growing)
  const restoredDir = join(root, 'resumed')
  expect(await run('restore', [other], restoredDir)).toMatchObject({ code: 0 })
  await auditIsClean(restoredDir)
})

test('a restore into a folder with data is refused, and an unfinished one keeps Hoshi from starting', async () => {
  await settle()
  expect(await run('backup', [place])).toMatchObject({ code: 0 })
  const before = storedFiles()
  const refused = await run('restore', [place])
  expect(refused).toMatchObject({
    code: 1,
    output: expect.stringMatching(/contains data already .*nothing was changed/),
  })
  expect(storedFiles()).toEqual(before)

  const folder = join(root, 'half')
  const damaged = join(place, 'database', readdirSync(join(place, 'database')).sort().at(-1) ?? '')
  const bytes = readFileSync(damaged)
  writeFileSync(damaged, bytes.subarray(0, bytes.length - 100))
  expect(await run('restore', [place], folder)).toMatchObject({ code: 1 })
  expect(await run('audit', [], folder)).toMatchObject({ code: 2, output: expect.stringContaining('has not ended') })
  await expect(startHoshi({ PORT: await freePort(), DATA_DIR: folder })).rejects.toThrow('has not ended')
  writeFileSync(damaged, bytes)
  const restored = await run('restore', [place], folder)
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('were there from an interrupted restore') })
  await auditIsClean(folder)
})

test('a full disk and a read-only one fail with a sentence, and keep the last backup', async ({ skip }) => {
  if (!(await canMount())) return skip('no disk can be mounted here')
  const disk = join(root, 'disk')
  const size = filesBelow(place).reduce((sum, name) => sum + readFileSync(join(place, name)).length, 0)
  const unmount = await mountSmallDisk(disk, size + 32 * 1024 ** 2)
  const remount = (options: string) => promisify(execFile)('mount', ['-o', `remount,${options}`, disk])
  try {
    expect(await run('backup', [disk])).toMatchObject({ code: 0 })
    const [last] = readdirSync(join(disk, 'backups'))
    await remount('ro')
    const readOnly = await run('backup', [disk])
    expect(readOnly).toMatchObject({ code: 1, output: expect.stringContaining(`Nothing can be written to ${disk}`) })
    await remount('rw')
    mkdirSync(join(dataDir, 'files/fonts'), { recursive: true })
    writeFileSync(join(dataDir, 'files/fonts/large.ttf'), Buffer.alloc(size + 32 * 1024 ** 2))
    const full = await run('backup', [disk])
    expect(full).toMatchObject({ code: 1, output: expect.stringContaining(`There is no space left in ${disk}.`) })
    expect(readdirSync(join(disk, 'backups'))).toEqual([last])
    rmSync(join(dataDir, 'files/fonts/large.ttf'))
    expect(await run('restore', [disk], join(root, 'from-disk'))).toMatchObject({ code: 0 })
    expect(await run('backup', [disk])).toMatchObject({ code: 0 })
  } finally {
    rmSync(join(dataDir, 'files/fonts/large.ttf'), { force: true })
    await unmount()
  }
})
