import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { playbackOf } from './crash/played-episode.ts'
import { upload, waitForFinalState } from './crash/tus.ts'
import { publish } from './support/data/publishing.ts'
import { openBuildah, whyNoImages } from './support/deploy/buildah.server.ts'
import { projectDir } from './support/deploy/compose-file.ts'
import { type Container, type ContainerProcess, createContainer } from './support/deploy/container.server.ts'
import { buildHoshiImage, type HoshiImage, strayFiles } from './support/deploy/hoshi-image.server.ts'
import { createPerson, type Person } from './support/http/person.ts'
import { makeClip } from './support/media/clips.server.ts'
import { boldFont, scriptIn } from './support/media/fonts.ts'
import { subtitleForm } from './support/media/subtitle-files.ts'
import { destroyInstance, isAlive, testSettings } from './support/worlds/hoshi-process.server.ts'
import { freePort } from './support/worlds/ports.server.ts'

const run = promisify(execFile)
/** Empty where it can be built. */
const WHY_NOT = whyNoImages() ?? ''

describe.runIf(WHY_NOT === '')(`the image of the Dockerfile${WHY_NOT && ` (not here: ${WHY_NOT})`}`, () => {
  let root: string
  let image: HoshiImage
  let container: Container
  let environment: { PORT: string } & Record<string, string>
  let hoshi: ContainerProcess
  let creator: Person
  let episodeId: string

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'hoshi-image-'))
    for (const name of ['buildah', 'context']) mkdirSync(join(root, name))
    const buildah = await openBuildah(join(root, 'buildah'))
    image = await buildHoshiImage(buildah, join(root, 'context'))
    container = await createContainer(buildah, image)
    const PORT = await freePort()
    environment = { ...testSettings, PORT, PUBLIC_URL: `http://127.0.0.1:${PORT}` }
  })
  afterAll(async () => {
    await container?.destroy()
    if (root) await destroyInstance(root)
  })

  const inApp = (path: string) => join(container.root, 'app', path)

  test('holds the programs that encoding needs, and neither npm nor a compiler', () => {
    const folders = image.environment.PATH?.split(':').map((folder) => join(container.root, folder)) ?? []
    const programs = new Set(folders.filter((folder) => existsSync(folder)).flatMap((folder) => readdirSync(folder)))
    const needed = ['ffmpeg', 'ffprobe', 'fc-match', 'ots-sanitize', 'tini', 'unshare', 'setpriv', 'prlimit']
    expect(needed.filter((name) => !programs.has(name))).toEqual([])
    const forbidden = /^(npm|npx|yarn|corepack|node-gyp|g?cc|[cg]\+\+|clang|ld|make|python[\d.]*)(-[\d.]+)?$/
    expect([...programs].filter((name) => forbidden.test(name))).toEqual([])
    const mebibytes = image.layerBytes.map((bytes) => Math.round(bytes / 1024 ** 2))
    console.log(`The image has ${mebibytes.length} layers of ${mebibytes.join(', ')} MiB.`)
  })

  test('holds no package that only the build and the tests import', () => {
    const read = (name: string) => JSON.parse(readFileSync(join(projectDir, name), 'utf8'))
    const { dependencies } = read('package.json') as { dependencies: Record<string, string> }
    const { packages } = read('package-lock.json') as { packages: Record<string, { dev?: boolean }> }
    const imported = Object.keys(dependencies).filter((name) => existsSync(inApp(`node_modules/${name}`)))
    expect(imported.length).toBeGreaterThan(20)
    const ofTests = Object.keys(packages).filter((path) => packages[path]?.dev)
    const others = ['vite', '@react-router/dev', 'rolldown', 'typescript', 'vitest', 'npm']
    const forbidden = [...ofTests, ...others.map((name) => `node_modules/${name}`)]
    expect(forbidden.filter((path) => existsSync(inApp(path)))).toEqual([])
  })

  test('holds no file that .dockerignore leaves out, and no test', async () => {
    expect(existsSync(inApp('build/client'))).toBe(true)
    expect(strayFiles.filter((file) => existsSync(inApp(file)))).toEqual([])
    const ours = ['src', 'db', 'demo', 'deploy', 'build'].map(inApp)
    const { stdout } = await run('find', [...ours, '-name', '*.test.*', '-o', '-name', '.env*'])
    expect(stdout).toBe('')
  })

  test('belongs to root, but for the folder of the data', async () => {
    const { stdout } = await run('find', [inApp('.'), '!', '-uid', '0', '-o', '-perm', '/022', '!', '-type', 'l'])
    expect(stdout).toBe('')
    expect(image.volumes).toEqual(['/data'])
    const { uid, gid, mode } = statSync(join(container.root, 'data'))
    expect([`${uid}:${gid}`, (mode & 0o777).toString(8)]).toEqual([image.user, '750'])
  })

  test('serves the site as its user, without capabilities', async () => {
    hoshi = await container.start(environment)
    expect(hoshi.output()).toContain('applied')
    const answer = await fetch(new URL('/', hoshi.url))
    expect([answer.status, /<title>(.*?)<\/title>/.exec(await answer.text())?.[1]]).toEqual([
      200,
      expect.stringContaining('Hoshi'),
    ])
    const processes = hoshi.processes()
    const names = processes.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['tini', 'postgres']))
    const asUser = processes.map((each) => ({ name: each.name, uid: 10001, capabilities: '0'.repeat(16) }))
    expect(processes.map(({ name, uid, capabilities }) => ({ name, uid, capabilities }))).toEqual(asUser)
  })

  test('is healthy, as its own check says, and not where nothing answers', async () => {
    expect(await container.run(image.healthcheck, environment)).toEqual({ code: 0, output: '' })
    const elsewhere = { ...environment, PORT: await freePort() }
    expect((await container.run(image.healthcheck, elsewhere)).code).toBe(1)
  })

  test('does not let its user change what it runs', async () => {
    for (const path of ['/app', '/app/src/server/main.ts', '/app/node_modules/hono/package.json', '/etc/passwd']) {
      const { code, output } = await container.run(['sh', '-c', 'test -e "$0" && ! test -w "$0" && id -u', path])
      expect([path, code, output.trim()]).toEqual([path, 0, '10001'])
    }
  })

  test('makes an upload playable', async () => {
    creator = await createPerson(hoshi.url, 'creator')
    const uid = await upload(creator, await makeClip(join(root, 'clips'), { seconds: 3, width: 640, height: 360 }))
    expect((await waitForFinalState(creator, uid)).status).toMatchObject({ state: 'ready', percentComplete: 100 })
    episodeId = await publish(creator, uid, { title: 'Rain over Vega' })
    const { segments, unplayable } = await playbackOf(hoshi.url, creator, episodeId)
    expect(unplayable).toEqual([])
    expect(segments).toBeGreaterThan(1)
  })

  test('checks the font of a subtitle', async () => {
    const form = subtitleForm(new Blob([scriptIn('Dela Gothic One')]), { language: 'en', kind: 'signs' })
    const added = await creator.call('POST', `/api/v1/episodes/${episodeId}/subtitles`, form)
    const { id } = (await added.json()) as { id: string }
    const font = new FormData()
    font.set('licence', 'yes')
    font.set('font', new Blob([new Uint8Array(await readFile(boldFont))]), 'bold.woff')
    const answer = await creator.call('POST', `/api/v1/subtitles/${id}/fonts`, font)
    expect([answer.status, await answer.json()]).toMatchObject([201, { fonts: [{ name: 'Dela Gothic One' }] }])
  })

  test('ends when its first process is asked to, with all of them', async () => {
    const before = hoshi.processes()
    expect(before.length).toBeGreaterThan(2)
    expect(await hoshi.stop()).toBe(0)
    expect(hoshi.output()).toContain('hoshi: stopped\n')
    expect(before.filter(({ pid }) => isAlive(pid))).toEqual([])
  })

  test('starts again on the same volume, and plays what is there', async () => {
    hoshi = await container.start(environment)
    expect(hoshi.output()).not.toContain('applied')
    expect((await playbackOf(hoshi.url, creator, episodeId)).unplayable).toEqual([])
    expect(await hoshi.stop()).toBe(0)
  })
})
