import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../tests/support/browser.server.ts'
import { makeServiceVideo, type ServiceVideo } from './service-video.ts'

const player = join(import.meta.dirname, 'node_modules/video.js/dist/video.min.js')
const SECONDS = 6

let made: ServiceVideo
let chrome: Awaited<ReturnType<typeof launchChromium>>
/** A page of another origin with a player that nobody here wrote. */
let elsewhere: string
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
  elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  made = await makeServiceVideo({ seconds: SECONDS, keyframeSeconds: 2 })
  chrome = await launchChromium()
})

afterAll(async () => {
  await chrome?.close()
  await made?.close()
  server.close()
})

interface VideoJs {
  (
    id: string,
  ): {
    src(source: { src: string; type: string }): void
    play(): Promise<void>
    on(event: string, heard: () => void): void
    error(): { message: string } | null
    currentTime(): number
    duration(): number
    videoWidth(): number
  }
  Vhs: { xhr: { onRequest(change: (options: { headers?: object }) => object): void } }
}

/** Loads an address in the foreign player, and plays it to its end. */
async function playThrough(page: Page, address: string) {
  return await page.evaluate(async (src) => {
    const { videojs } = window as unknown as { videojs: VideoJs }
    // As an analytics plugin might; the browser asks for permission first.
    videojs.Vhs.xhr.onRequest((options) => ({ ...options, headers: { ...options.headers, 'X-Session': 'one' } }))
    const player = videojs('player')
    const over = new Promise<void>((resolve) => {
      player.on('ended', resolve)
      player.on('error', resolve)
    })
    player.src({ src, type: 'application/vnd.apple.mpegurl' })
    await player.play()
    await over
    const [at, duration, width] = [player.currentTime(), player.duration(), player.videoWidth()]
    return { at, duration, width, error: player.error()?.message }
  }, address)
}

test('a player of another site plays a video of the compatible API from its first picture to its last', async () => {
  const page = await chrome.newPage()
  const failures: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && failures.push(message.text())))
  await page.goto(elsewhere)
  const { at, duration, width, error } = await playThrough(page, made.hls)
  expect([error, failures]).toEqual([undefined, []])
  expect(duration).toBeCloseTo(SECONDS, 0)
  expect(at).toBeCloseTo(duration, 0)
  expect(width).toBeGreaterThan(0)
})
