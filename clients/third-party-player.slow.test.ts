import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../tests/support/browser/browser.server.ts'
import { makeServiceVideo, type ServiceVideo } from './service-video.ts'

const player = join(import.meta.dirname, 'node_modules/video.js/dist/video.min.js')
const SECONDS = 6

let serviceVideo: ServiceVideo
let chrome: Awaited<ReturnType<typeof launchChromium>>
/** Page of another origin with a third-party player. */
let otherOrigin: string
const server = createServer(async (request, response) => {
  const isPlayer = request.url === '/player.js'
  response.setHeader('Content-Type', isPlayer ? 'text/javascript' : 'text/html')
  response.end(
    isPlayer
      ? await readFile(player)
      : '<!doctype html><video id=player muted></video><script src="/player.js"></script>',
  )
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  otherOrigin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  serviceVideo = await makeServiceVideo({ seconds: SECONDS, keyframeSeconds: 2 })
  chrome = await launchChromium()
})

afterAll(async () => {
  await chrome?.close()
  await serviceVideo?.close()
  server.close()
})

interface VideoJs {
  (
    id: string,
  ): {
    src(source: { src: string; type: string }): void
    play(): Promise<void>
    on(event: string, listener: () => void): void
    error(): { message: string } | null
    currentTime(): number
    duration(): number
    videoWidth(): number
  }
  Vhs: { xhr: { onRequest(change: (options: { headers?: object }) => object): void } }
}

/** Loads a URL in the third-party player and plays it to the end. */
async function playThrough(page: Page, url: string) {
  return await page.evaluate(async (src) => {
    const { videojs } = window as unknown as { videojs: VideoJs }
    // As an analytics plugin might; the browser sends a preflight first.
    videojs.Vhs.xhr.onRequest((options) => ({ ...options, headers: { ...options.headers, 'X-Session': 'one' } }))
    const player = videojs('player')
    const finished = new Promise<void>((resolve) => {
      player.on('ended', resolve)
      player.on('error', resolve)
    })
    player.src({ src, type: 'application/vnd.apple.mpegurl' })
    await player.play()
    await finished
    const [at, duration, width] = [player.currentTime(), player.duration(), player.videoWidth()]
    return { at, duration, width, error: player.error()?.message }
  }, url)
}

test('a player on another site plays a video of the compatible API from its first frame to its last', async () => {
  const page = await chrome.newPage()
  const failures: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && failures.push(message.text())))
  await page.goto(otherOrigin)
  const { at, duration, width, error } = await playThrough(page, serviceVideo.hls)
  expect([error, failures]).toEqual([undefined, []])
  expect(duration).toBeCloseTo(SECONDS, 0)
  expect(at).toBeCloseTo(duration, 0)
  expect(width).toBeGreaterThan(0)
})
