import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { precompress } from '../../../scripts/precompress.ts'
import { builtFiles } from './built-files.server.ts'

const script = 'const star = "星"\n'.repeat(400)
let root: string
let app: Hono

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hoshi-built-'))
  await mkdir(join(root, 'assets'))
  await writeFile(join(root, 'assets/entry-AbCd1234.js'), script)
  await writeFile(join(root, 'assets/face-AbCd1234.woff2'), 'w'.repeat(4000))
  await writeFile(join(root, 'assets/captions-worker-AbCd1234.js'), script)
  await writeFile(join(root, 'assets/libass-AbCd1234.wasm'), 'w'.repeat(2_000_000))
  await writeFile(join(root, 'favicon.svg'), '<svg/>')
  await mkdir(join(root, 'embed'))
  for (const name of ['client.js', 'client.d.ts']) await writeFile(join(root, 'embed', name), 'export {}')
  await precompress(root)
  app = new Hono()
  app.use(compress())
  app.get('*', builtFiles(root))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const get = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers })

describe('a file of the build', () => {
  it('is cached for a year when its name has a hash, for an hour otherwise', async () => {
    expect((await get('/assets/entry-AbCd1234.js')).headers.get('cache-control')).toBe(
      'public, max-age=31536000, immutable',
    )
    expect((await get('/favicon.svg')).headers.get('cache-control')).toBe('public, max-age=3600')
  })

  it('is readable by pages of other sites when it is for them', async () => {
    const [client, types, icon] = await Promise.all(
      ['/embed/client.js', '/embed/client.d.ts', '/favicon.svg'].map((path) => get(path)),
    )
    const facts = ({ headers }: Response) => [headers.get('access-control-allow-origin'), headers.get('content-type')]
    expect(facts(client!)).toEqual(['*', expect.stringMatching(/javascript/)])
    expect(facts(types!)).toEqual(['*', 'text/plain; charset=utf-8'])
    expect(facts(icon!)[0]).toBeNull()
  })

  it('of the worker that draws subtitles may run WebAssembly, and reach this site only', async () => {
    const [worker, page] = await Promise.all(
      ['/assets/captions-worker-AbCd1234.js', '/assets/entry-AbCd1234.js'].map((path) => get(path)),
    )
    expect(worker!.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    )
    expect(page!.headers.get('content-security-policy')).toBeNull()
  })

  it('is compressed when it is a font or WebAssembly', async () => {
    const response = await get('/assets/libass-AbCd1234.wasm', { 'accept-encoding': 'br' })
    expect(response.headers.get('content-encoding')).toBe('br')
    expect(response.headers.get('content-type')).toBe('application/wasm')
    expect(brotliDecompressSync(Buffer.from(await response.arrayBuffer())).length).toBe(2_000_000)
  })

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is sent as the build compressed it: %s', async (encoding, decompress) => {
    const response = await get('/assets/entry-AbCd1234.js', { 'accept-encoding': encoding })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('vary')).toBe('Accept-Encoding')
    expect(response.headers.get('content-type')).toMatch(/javascript/)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.length).toBe(Number(response.headers.get('content-length')))
    expect(bytes.length).toBeLessThan(script.length / 10)
    expect(decompress(bytes).toString()).toBe(script)
  })

  it('is sent uncompressed to clients that accept nothing else, and where compressing gains nothing', async () => {
    const plain = await get('/assets/entry-AbCd1234.js', { 'accept-encoding': 'identity' })
    expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, script])
    const typeface = await get('/assets/face-AbCd1234.woff2', { 'accept-encoding': 'br, gzip' })
    expect(typeface.headers.get('content-encoding')).toBeNull()
  })

  it('is not sent again to clients that have it', async () => {
    for (const path of ['/favicon.svg', '/assets/entry-AbCd1234.js']) {
      const first = await get(path, { 'accept-encoding': 'br' })
      const tag = first.headers.get('etag') ?? ''
      const again = await get(path, { 'accept-encoding': 'br', 'if-none-match': `"other", ${tag}` })
      expect([again.status, await again.text()]).toEqual([304, ''])
      expect(again.headers.get('etag')).toBe(tag)
      expect(again.headers.get('cache-control')).toBe(first.headers.get('cache-control'))
      expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200)
    }
  })

  it('is sent again when it has changed', async () => {
    const path = join(root, 'card.svg')
    await writeFile(path, '<svg>1</svg>')
    const tag = (await get('/card.svg')).headers.get('etag') ?? ''
    await writeFile(path, '<svg>1 and more</svg>')
    const response = await get('/card.svg', { 'if-none-match': tag })
    expect([response.status, await response.text()]).toEqual([200, await readFile(path, 'utf8')])
  })

  it('is left to the next handler when it does not exist', async () => {
    expect((await get('/assets/nothing.js')).status).toBe(404)
    expect((await get('/assets')).status).toBe(404)
    expect((await get('/..%2fsecret')).status).toBe(404)
  })
})
