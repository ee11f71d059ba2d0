import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { build } from 'vite'
import { builtFiles } from '#server/http/built-files.server.ts'
import { assRenderer } from '../../../scripts/build/ass-renderer.ts'
import { precompress } from '../../../scripts/precompress.ts'

/** A page with a video and the ASS renderer over it, built and served as Hoshi's pages are. */
export interface AssSite {
  url: string
  /** Names of the built files, without the hash. */
  files: string[]
  /** A folder for files that the page may load, under `/assets/`. */
  folder: string
  close(): Promise<void>
}

const PAGE = (nonce: string) => `<!doctype html><meta charset="utf-8"><title>Subtitles</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/assets/page.css">
<main><video muted playsinline></video></main><script type="module" nonce="${nonce}" src="/assets/page.js"></script>`
const STYLE = `body { margin: 0 }
main { position: relative; width: 640px; height: 360px; background: #808080 }
video { width: 100%; height: 100%; object-fit: contain }`

/** Black, 640 by 360, a minute long, 25 frames a second. */
async function makeBlankVideo(path: string): Promise<void> {
  const source = 'color=black:s=640x360:r=25:d=60'
  await promisify(execFile)('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', source, '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
    ...['-g', '25', '-movflags', '+faststart', path],
  ])
}

/** @param policy the Content-Security-Policy of Hoshi's pages */
export async function serveAssPage(policy: string): Promise<AssSite> {
  const root = await mkdtemp(join(tmpdir(), 'hoshi-ass-'))
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [assRenderer()],
    build: {
      outDir: root,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: fileURLToPath(new URL('./ass-page/page.ts', import.meta.url)),
        output: { entryFileNames: 'assets/page.js', chunkFileNames: 'assets/[name]-[hash].js' },
      },
    },
  })
  await writeFile(join(root, 'assets', 'page.css'), STYLE)
  await precompress(root)
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
  const app = new Hono()
  app.get('/', (c) => c.html(PAGE(nonce), 200, { 'Content-Security-Policy': policy }))
  app.get('*', builtFiles(root))
  await makeBlankVideo(join(root, 'assets', 'blank.mp4'))
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const starting = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(starting))
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : null
  return {
    url: `http://127.0.0.1:${port}`,
    files: [built].flat().flatMap((each) => ('output' in each ? each.output.map(({ fileName }) => fileName) : [])),
    folder: join(root, 'assets'),
    async close() {
      await new Promise((resolve) => server.close(resolve))
      await rm(root, { recursive: true, force: true })
    },
  }
}
