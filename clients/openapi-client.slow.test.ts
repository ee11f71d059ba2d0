import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generateApi } from 'swagger-typescript-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDescription } from '../tests/support/http/api-description.ts'
import { createStranger } from '../tests/support/http/person.ts'
import { createTestHoshi, type TestHoshi } from '../tests/support/worlds/test-hoshi.ts'

/** A program written from the description alone. Lines that expect an error fail to compile without one. */
const program = `
import { Api } from './api.ts'

export async function run(baseUrl: string, customFetch: typeof fetch) {
  const { api } = new Api({ baseUrl, customFetch })
  const credentials = { email: 'mika@example.org', password: 'correct horse battery' }
  const account = await api.signUp({ ...credentials, role: 'creator', agreedToTerms: true, username: 'Mika' })
  await api.signIn(credentials)
  const session = await api.getSession()
  const file = new File(['no video'], 'film.mp4')
  const video = await api.createVideo({ name: file.name, sizeBytes: file.size })
  const saved = await api.publishEpisode({ title: 'Paper boats', genre: 'Drama', nsfw: false, videoId: video.data.uid })
  const sent = await api.sendForm(video.data.uploadURL.split('/').pop()!, { file })
  const own = await api.listOwnEpisodes()
  const listed = await api.listEpisodes({ genre: 'Drama', limit: 10 })
  const refused = await api.getCreator('unknown').catch((answer) => answer.error)
  return {
    account: account.data.uid,
    user: session.data?.user.id,
    episode: saved.data.id,
    sent: sent.data.sizeBytes,
    own: own.data.episodes.map(({ id }) => id),
    listed: listed.data.episodes.map(({ id }) => id),
    refused: refused.code,
  }
}

export function wrong(api: Api<unknown>['api']) {
  // @ts-expect-error a field is missing
  api.signIn({ email: 'mika@example.org' })
  // @ts-expect-error a value is none of those there are
  api.signUp({ email: '', password: '', role: 'admin' })
  // @ts-expect-error a field is misspelt
  api.createVideo({ name: 'film.mp4', sizeInBytes: 1 })
  // @ts-expect-error there may be no session
  api.getSession().then(({ data }) => data.user)
  // @ts-expect-error no earlier file may be the same
  api.getVideo('uid').then(({ data }) => data.sameAs.name)
}
`

interface Client {
  run(baseUrl: string, customFetch: typeof fetch): Promise<Record<string, unknown>>
}

const projectDir = join(import.meta.dirname, '..')
const compiler = [
  ...['--ignoreConfig', '--noEmit', '--strict', '--allowImportingTsExtensions', '--target', 'ES2024'],
  ...['--module', 'ESNext', '--moduleResolution', 'Bundler', '--lib', 'ES2024,DOM,DOM.Iterable', '--types', ''],
]

let site: TestHoshi
let folder: string

beforeAll(async () => {
  site = await createTestHoshi()
  folder = await mkdtemp(join(tmpdir(), 'hoshi-client-'))
  const spec = (await readDescription(site.url)) as object
  const generated = await generateApi({ output: false, silent: true, spec: spec as never, generateUnionEnums: true })
  await writeFile(join(folder, 'api.ts'), generated.files[0]!.fileContent)
  await writeFile(join(folder, 'program.ts'), program)
})

afterAll(async () => {
  await site?.close()
  await rm(folder, { recursive: true, force: true })
})

test('a program using the generated client compiles, and one with mistakes does not', async () => {
  const tsc = join(projectDir, 'node_modules/typescript/bin/tsc')
  const run = promisify(execFile)(process.execPath, [tsc, ...compiler, join(folder, 'program.ts')])
  const output = await run.then(
    () => '',
    (error: { stdout?: string; message: string }) => error.stdout || error.message,
  )
  expect(output).toBe('')
})

test('the generated client signs up and in, uploads, publishes and lists on a running server', async () => {
  const { run } = (await import(/* @vite-ignore */ join(folder, 'program.ts'))) as Client
  // A browser adds cookies and origin itself; here `mika` does.
  const mika = createStranger(site.url)
  const withCookies: typeof fetch = (url, init) =>
    mika.call(
      init?.method ?? 'GET',
      String(url),
      init?.body instanceof FormData ? init.body : (JSON.parse(String(init?.body ?? null)) ?? undefined),
    )
  const result = await run(site.url, withCookies)
  expect(result).toEqual({
    account: expect.any(String),
    user: result.account,
    episode: expect.any(String),
    sent: 8,
    own: [result.episode],
    // Without a worker it never plays, so no list shows it.
    listed: [],
    refused: 'creators.not_found',
  })
})
