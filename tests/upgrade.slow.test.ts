import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { createEmptyDatabase } from './crash/external-database.ts'
import { playbackOf, videoOfEpisode } from './crash/played-episode.ts'
import { offsetOf, requestUpload, send, type Upload, videoOf, waitForFinalState } from './crash/tus.ts'
import { publish, publishClip } from './support/data/publishing.ts'
import { createPerson, type Person } from './support/http/person.ts'
import { makeClip } from './support/media/clips.server.ts'
import { eventually } from './support/run/eventually.ts'
import { destroyInstance, type HoshiProcess, startHoshi } from './support/worlds/hoshi-process.server.ts'
import { freePort } from './support/worlds/ports.server.ts'

const run = promisify(execFile)
const projectDir = join(import.meta.dirname, '..')

describe('two versions side by side', () => {
  let root: string
  let nextDir: string
  let database: Awaited<ReturnType<typeof createEmptyDatabase>>
  let environment: { PORT: string; DATA_DIR: string } & Record<string, string>
  let old: HoshiProcess
  let next: HoshiProcess
  let creator: Person
  let upload: Upload
  let clip: Uint8Array
  let half: number

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'hoshi-upgrade-'))
    nextDir = await makeNextVersion(join(root, 'next'))
    await mkdir(join(root, 'data'))
    database = await createEmptyDatabase(inject('postgresUrl'))
    const SECRET = 'a secret that only tests of upgrades know of'
    const PORT = await freePort()
    // The address of both, as if a proxy were in front.
    const PUBLIC_URL = `http://127.0.0.1:${PORT}`
    environment = { PORT, PUBLIC_URL, DATA_DIR: join(root, 'data'), DATABASE_URL: database.url, SECRET }
    old = await startHoshi({ ...environment, ROLE: 'web' })
    creator = await createPerson(old.url, 'creator')
    const path = await makeClip(join(root, 'clips'), { seconds: 2.5, width: 480, height: 360 })
    clip = await readFile(path)
    half = Math.floor(clip.length / 2)
    upload = await requestUpload(creator, path)
    await send(creator, upload, clip.subarray(0, half), 0)
  })
  afterAll(async () => {
    if (root) await destroyInstance(root)
    await database?.drop()
  })

  test('the new one migrates, while the old one goes on serving', async () => {
    next = await startHoshi({ ...environment, ROLE: 'web', PORT: await freePort() }, nextDir)
    expect(next.output()).toContain('applied 1 migration\n')
    const statuses = ['/', '/explore', '/healthz', '/readyz'].map(
      async (path) => (await fetch(new URL(path, old.url))).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200])
    await createPerson(old.url, 'viewer')
    expect((await fetch(new URL('/explore', next.url))).status).toBe(200)
  })

  test('an upload that began at the old one continues at the new one, in the same session', async () => {
    const there = { uid: upload.uid, url: upload.url.replace(new URL(upload.url).origin, next.url) }
    expect(await offsetOf(creator, there)).toBe(half)
    await send(creator, there, clip.subarray(half), half)
    expect((await videoOf(creator, upload.uid)).status.state).toBe('queued')
  })

  test('a worker of the old one does the job that the new one stored, and both show the result', async () => {
    await startHoshi({ ...environment, ROLE: 'worker' })
    expect((await waitForFinalState(creator, upload.uid)).status).toMatchObject({
      state: 'ready',
      percentComplete: 100,
    })
    const id = await publish(creator, upload.uid, { title: 'Rain over Vega' })
    for (const { url } of [old, next])
      expect(await (await fetch(new URL(`/watch/${id}`, url))).text()).toContain('Rain over Vega')
  })

  test('the commands of the old one refuse, and those of the new one do their work', async () => {
    const audit = (folder: string) =>
      run(process.execPath, ['src/server/audit.ts'], {
        cwd: folder,
        env: { PATH: process.env.PATH, NODE_ENV: 'production', LOG_LEVEL: 'warn', ...environment },
      })
    const refusal = await audit(projectDir).then(
      () => '',
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
    )
    expect(refusal).toContain('The database is of another version of Hoshi.')
    expect((await audit(nextDir)).stdout).not.toContain('another version')
  })

  test('the old one starts again, as when somebody goes back', async () => {
    await old.kill()
    await next.kill()
    old = await startHoshi({ ...environment, ROLE: 'web' })
    expect(old.output()).not.toContain('applied')
    expect((await videoOf(creator, upload.uid)).status.state).toBe('ready')
  })
})

test('a backup of the old one is restored by the new one, which migrates it and plays everything', async () => {
  const root = await mkdtemp(join(tmpdir(), 'hoshi-upgrade-'))
  onTestFinished(() => destroyInstance(root))
  const nextDir = await makeNextVersion(join(root, 'next'))
  const [dataDir, restoredDir, place] = ['data', 'restored', 'backup'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ]
  await mkdir(dataDir)
  const old = await startHoshi({ PORT: await freePort(), DATA_DIR: dataDir })
  const creator = await createPerson(old.url, 'creator')
  const id = await publishClip(creator, await makeClip(join(root, 'clips'), { seconds: 2.5 }))
  await waitForFinalState(creator, await videoOfEpisode(creator, id))
  const command = async (name: string, cwd: string, folder: string, args: string[]) => {
    const env = { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: folder }
    return (await run(process.execPath, [`src/server/${name}.ts`, ...args], { cwd, env })).stdout
  }
  expect(await command('backup', projectDir, dataDir, [place])).toContain('The database is in it')
  expect(await command('restore', nextDir, restoredDir, [place])).toContain('Restored the backup')

  const next = await startHoshi({ PORT: await freePort(), DATA_DIR: restoredDir }, nextDir)
  expect(next.output()).toContain('applied 1 migration\n')
  const { segments, unplayable } = await playbackOf(next.url, creator, id)
  expect([segments > 1, unplayable]).toEqual([true, []])
  const audited = () => command('audit', nextDir, restoredDir, []).catch(({ stdout }: { stdout: string }) => stdout)
  await eventually('rows and files agree', async () => (await audited()).includes('they agree.'))
})

/** This version with one more migration, in a folder of its own. */
async function makeNextVersion(folder: string): Promise<string> {
  await mkdir(folder)
  for (const name of ['src', 'db', 'build', 'package.json'])
    await cp(join(projectDir, name), join(folder, name), { recursive: true })
  await symlink(join(projectDir, 'node_modules'), join(folder, 'node_modules'))
  const migration = 'alter table episodes add column of_the_next_version text;\n'
  await writeFile(join(folder, 'db/migrations/9999_next-version.sql'), migration)
  return folder
}
