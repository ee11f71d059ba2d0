import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeClip } from '#tests/support/clips.server.ts'
import { eventually } from '#tests/support/eventually.ts'
import { onScreen } from '#tests/support/on-screen.ts'
import { createPerson } from '#tests/support/person.ts'
import { publishClip } from '#tests/support/publishing.ts'

const on = onScreen(async () => ({ environment: { AV1: 'on' } }))
const SECONDS = 16
let path = ''
/** Folders of the renditions. */
const folders = { h264: [] as string[], av1: [] as string[] }

beforeAll(async () => {
  const creator = await createPerson(on.hoshi.url, 'creator', 'Aya')
  const clip = await makeClip(on.clipsDir, {
    ...{ seconds: SECONDS, width: 1280, height: 720, fps: 6, keyframeSeconds: 4 },
    extra: ['-crf', '12'],
  })
  const id = await publishClip(creator, clip)
  path = `/watch/${id}`
  const { catalog, video } = on.hoshi.hoshi.rooms
  const { videoId } = await catalog.find(id, null)
  await eventually('nothing else is to be done', async () => (await catalog.find(id, null)).preview)
  await eventually('it is asked for in AV1', async () => (await video.wantInAv1([videoId])) === 1)
  await eventually('the AV1 set is listed', async () => {
    const { hls } = await catalog.find(id, null)
    const lines = (await (await fetch(new URL(hls ?? '', on.hoshi.url))).text()).split('\n')
    for (const family of Object.values(folders)) family.length = 0
    lines.forEach((line, at) => {
      const folder = lines[at + 1]?.split('/')[0] ?? ''
      if (line.includes('avc1')) folders.h264.push(folder)
      if (line.includes('av01')) folders.av1.push(folder)
    })
    return folders.av1.length > 0
  })
})

/** What a browser says of AV1, and whether it decodes it at all. */
interface Abilities {
  isEfficient: boolean
  isSupported?: boolean
}

async function watcher({ isEfficient, isSupported = true }: Abilities) {
  const { page, troubles } = await on.visit()
  const asked = { h264: [] as string[], av1: [] as string[] }
  page.on('request', (request) => {
    const [, folder = '', name = ''] =
      /\/media\/\w+\/(\w+)\/(?:\w+\/)?(\w+\.m4s)$/.exec(new URL(request.url()).pathname) ?? []
    if (folders.h264.includes(folder)) asked.h264.push(name)
    if (folders.av1.includes(folder)) asked.av1.push(name)
  })
  await page.addInitScript(
    (can) => {
      // The word of a machine with a decoder of its own for it.
      navigator.mediaCapabilities.decodingInfo = async (configuration) => {
        const answer = { supported: can.isSupported, smooth: can.isSupported, powerEfficient: can.isEfficient }
        return { ...answer, configuration } as unknown as MediaCapabilitiesDecodingInfo
      }
      if (can.isSupported) return
      const isTypeSupported = MediaSource.isTypeSupported.bind(MediaSource)
      MediaSource.isTypeSupported = (type) => !type.includes('av01') && isTypeSupported(type)
    },
    { isEfficient, isSupported },
  )
  const seen = { stalls: 0 }
  await page.exposeFunction('tellOfStall', () => {
    seen.stalls += 1
  })
  await page.addInitScript(() => {
    const note = (event: Event) => {
      const { buffered, currentTime, duration, seeking } = event.target as HTMLVideoElement
      const end = buffered.length > 0 ? buffered.end(buffered.length - 1) : 0
      const isStarved = end - currentTime < 0.5 && duration - currentTime > 0.5
      if (currentTime > 0.1 && !seeking && isStarved) (window as unknown as { tellOfStall(): void }).tellOfStall()
    }
    document.addEventListener('waiting', note, true)
  })
  return { page, troubles, asked, seen }
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

describe('a film with an AV1 set', () => {
  test('begins as every film does and goes on in AV1 without a stop, where a browser decodes that well', async () => {
    const { page, troubles, asked, seen } = await watcher({ isEfficient: true })
    await watch(page)
    expect(asked.h264[0]).toBe('0001.m4s')
    // Once over, it stays.
    expect(asked.av1.at(-1)).toBe('0004.m4s')
    expect(asked.h264).not.toContain('0004.m4s')
    expect({ ...seen, troubles }).toEqual({ stalls: 0, troubles: [] })
  })

  test.each([
    ['decodes AV1 at a cost', { isEfficient: false }],
    ['does not know AV1', { isEfficient: false, isSupported: false }],
  ])('is a film like any other where a browser %s', async (_name, abilities) => {
    const { page, troubles, asked, seen } = await watcher(abilities)
    await watch(page)
    expect(asked.av1).toEqual([])
    expect({ ...seen, troubles }).toEqual({ stalls: 0, troubles: [] })
  })

  test('goes on in H.264 when its AV1 cannot be decoded after all', async () => {
    const { page, asked } = await watcher({ isEfficient: true })
    await page.route(
      ({ pathname }) => /\/\d+\.m4s$/.test(pathname) && folders.av1.some((folder) => pathname.includes(`/${folder}/`)),
      async (route) => {
        const answer = await route.fetch()
        const body = await answer.body()
        // The boxes stay as they are, and what is in them is nothing.
        body.fill(0xff, body.indexOf('mdat') + 4, body.indexOf('mdat') + 4000)
        await route.fulfill({ response: answer, body })
      },
    )
    await watch(page)
    expect(asked.av1.length).toBeGreaterThan(0)
    expect(asked.h264.at(-1)).toBe('0004.m4s')
  })

  test('goes on in H.264 when its AV1 is gone', async () => {
    const { page, asked } = await watcher({ isEfficient: true })
    const isGone = (url: URL) => folders.av1.some((folder) => url.pathname.includes(`/${folder}/`))
    await page.route(isGone, (route) => route.fulfill({ status: 404 }))
    await watch(page)
    expect(asked.h264.at(-1)).toBe('0004.m4s')
  })
})
