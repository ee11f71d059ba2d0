import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { runFfmpeg } from './ffmpeg.ts'

/** Bare pages with only the same video, as other sites would embed it. */
export interface BaselinePlayers {
  url: string
  close(): Promise<void>
}

export const MP4_PAGE = '/mp4.html'
export const HLS_PAGE = '/hls.html'

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.mp4': 'video/mp4',
  '.m4s': 'video/iso.segment',
}

const page = (inside: string) => `<!doctype html><title>A video</title>${inside}`

/** Remuxes a video into a faststart MP4, and into HLS with four-second segments for hls.js. */
export async function openBaselinePlayers(video: string, dir: string): Promise<BaselinePlayers> {
  await mkdir(dir, { recursive: true })
  await runFfmpeg(['-i', video, '-c', 'copy', '-movflags', '+faststart', join(dir, 'video.mp4')])
  await runFfmpeg([
    ...['-i', video, '-c', 'copy', '-f', 'hls', '-hls_time', '4', '-hls_playlist_type', 'vod'],
    ...['-hls_segment_type', 'fmp4', '-hls_segment_options', 'movflags=+cmaf', '-hls_fmp4_init_filename', 'init.mp4'],
    ...['-hls_segment_filename', join(dir, '%04d.m4s'), '-master_pl_name', 'master.m3u8', join(dir, 'index.m3u8')],
  ])
  const library = join(import.meta.dirname, '../node_modules/hls.js/dist/hls.min.js')
  await writeFile(join(dir, 'hls.js'), gzipSync(await readFile(library)))
  await writeFile(join(dir, MP4_PAGE), page('<video src="video.mp4" autoplay muted playsinline></video>'))
  await writeFile(
    join(dir, HLS_PAGE),
    page(`<video autoplay muted playsinline></video><script src="hls.js"></script><script>
      const hls = new Hls()
      hls.loadSource('master.m3u8')
      hls.attachMedia(document.querySelector('video'))
    </script>`),
  )
  const server = createServer(async (request, response) => {
    const name = new URL(request.url ?? '/', 'http://bench').pathname
    const path = join(dir, name)
    const found = /^\/[\w.]+$/.test(name) ? await stat(path).catch(() => null) : null
    if (!found) return response.writeHead(404).end()
    const from = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
    response.writeHead(request.headers.range ? 206 : 200, {
      'Content-Type': types[extname(name)],
      'Content-Length': found.size - from,
      'Accept-Ranges': 'bytes',
      ...(name === '/hls.js' ? { 'Content-Encoding': 'gzip' } : {}),
      ...(request.headers.range ? { 'Content-Range': `bytes ${from}-${found.size - 1}/${found.size}` } : {}),
    })
    createReadStream(path, { start: from }).pipe(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
