import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { publishClip } from '#tests/support/data/publishing.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp(async () => ({ worksJobs: true, environment: { AV1: 'on' } }))
const SECONDS = 16
let path = ''
/** Folders of the renditions. */
const folders = { h264: [] as string[], av1: [] as string[] }

beforeAll(async () => {
  const creator = await createPerson(app.hoshi.url, 'creator', 'Aya')
  const clip = await makeClip(app.clipsDir, {
    seconds: SECONDS,
    width: 1280,
    height: 720,
    fps: 6,
    keyframeSeconds: 4,
    extra: ['-crf', '12'],
  })
  const id = await publishClip(creator, clip)
  path = `/watch/${id}`
  const { catalog, video } = app.hoshi.hoshi.rooms
  const { videoId } = await catalog.find(id, null)
  await eventually('nothing else is to be done', async () => (await catalog.find(id, null)).preview)
  await eventually('the AV1 set is requested', async () => (await video.requestAv1([videoId])) === 1)
  await eventually('the AV1 set is listed', async () => {
    const { hls } = await catalog.find(id, null)
    const lines = (await (await fetch(new URL(hls ?? '', app.hoshi.url))).text()).split('\n')
    for (const family of Object.values(folders)) family.length = 0
    lines.forEach((line, at) => {
      const folder = lines[at + 1]?.split('/')[0] ?? ''
      if (line.includes('avc1')) folders.h264.push(folder)
      if (line.includes('av01')) folders.av1.push(folder)
    })
    return folders.av1.length > 0
  })
})

/** The AV1 support that a browser reports, and whether it decodes AV1 at all. */
interface DecoderSupport {
  isEfficient: boolean
  isSupported?: boolean
}

async function openWatchPage({ isEfficient, isSupported = true }: DecoderSupport) {
  const { page, errors } = await app.visit()
  const requested = { h264: [] as string[], av1: [] as string[] }
  page.on('request', (request) => {
    const [, folder = '', name = ''] =
      /\/media\/\w+\/(\w+)\/(?:\w+\/)?(\w+\.m4s)$/.exec(new URL(request.url()).pathname) ?? []
    if (folders.h264.includes(folder)) requested.h264.push(name)
    if (folders.av1.includes(folder)) requested.av1.push(name)
  })
  await page.addInitScript(
    (can) => {
      // As on a machine with a hardware decoder.
      navigator.mediaCapabilities.decodingInfo = async (configuration) => {
        const support = { supported: can.isSupported, smooth: can.isSupported, powerEfficient: can.isEfficient }
        return { ...support, configuration } as unknown as MediaCapabilitiesDecodingInfo
      }
      if (can.isSupported) return
      const isTypeSupported = MediaSource.isTypeSupported.bind(MediaSource)
      MediaSource.isTypeSupported = (type) => !type.includes('av01') && isTypeSupported(type)
    },
    { isEfficient, isSupported },
  )
  const seen = { stalls: 0 }
  await page.exposeFunction('reportStall', () => {
    seen.stalls += 1
  })
  await page.addInitScript(() => {
    const onWaiting = (event: Event) => {
      const { buffered, currentTime, duration, seeking } = event.target as HTMLVideoElement
      const end = buffered.length > 0 ? buffered.end(buffered.length - 1) : 0
      const isBufferEmpty = end - currentTime < 0.5 && duration - currentTime > 0.5
      if (currentTime > 0.1 && !seeking && isBufferEmpty) (window as unknown as { reportStall(): void }).reportStall()
    }
    document.addEventListener('waiting', onWaiting, true)
  })
  return { page, errors, requested, seen }
}

/** Watches to the end, at three times the speed. */
async function watch(page: Page): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2)
  await page.evaluate(() => {
    const video = document.querySelector('video')
    if (video) video.playbackRate = 3
  })
  const end = () => page.evaluate(() => document.querySelector('video')?.ended)
  await expect.poll(end).toBe(true)
  const { width, duration } = await page.evaluate(() => {
    const video = document.querySelector('video')
    return { width: video?.videoWidth ?? 0, duration: video?.duration ?? 0 }
  })
  expect(width).toBeGreaterThan(0)
  expect(duration).toBeCloseTo(SECONDS, 0)
  expect(await page.locator('.player-failed').count()).toBe(0)
}

describe('a video with an AV1 set', () => {
  test('starts in H.264 and switches to AV1 without a stall, where a browser decodes that well', async () => {
    const { page, errors, requested, seen } = await openWatchPage({ isEfficient: true })
    await watch(page)
    expect(requested.h264[0]).toBe('0001.m4s')
    // After the switch it stays.
    expect(requested.av1.at(-1)).toBe('0004.m4s')
    expect(requested.h264).not.toContain('0004.m4s')
    expect({ ...seen, errors }).toEqual({ stalls: 0, errors: [] })
  })

  test.each([
    ['decodes AV1 at a cost', { isEfficient: false }],
    ['does not know AV1', { isEfficient: false, isSupported: false }],
  ])('plays in H.264 where a browser %s', async (_name, support) => {
    const { page, errors, requested, seen } = await openWatchPage(support)
    await watch(page)
    expect(requested.av1).toEqual([])
    expect({ ...seen, errors }).toEqual({ stalls: 0, errors: [] })
  })

  test('falls back to H.264 when its AV1 cannot be decoded after all', async () => {
    const { page, requested } = await openWatchPage({ isEfficient: true })
    await page.route(
      ({ pathname }) => /\/\d+\.m4s$/.test(pathname) && folders.av1.some((folder) => pathname.includes(`/${folder}/`)),
      async (route) => {
        const response = await route.fetch()
        const body = await response.body()
        // The boxes stay valid, but their contents are garbage.
        body.fill(0xff, body.indexOf('mdat') + 4, body.indexOf('mdat') + 4000)
        await route.fulfill({ response, body })
      },
    )
    await watch(page)
    expect(requested.av1.length).toBeGreaterThan(0)
    expect(requested.h264.at(-1)).toBe('0004.m4s')
  })

  test('falls back to H.264 when its AV1 is gone', async () => {
    const { page, requested } = await openWatchPage({ isEfficient: true })
    const isAv1Url = (url: URL) => folders.av1.some((folder) => url.pathname.includes(`/${folder}/`))
    await page.route(isAv1Url, (route) => route.fulfill({ status: 404 }))
    await watch(page)
    expect(requested.h264.at(-1)).toBe('0004.m4s')
  })
})
