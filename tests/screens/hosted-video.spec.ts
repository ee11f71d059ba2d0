import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillUpload, sendUpload, waitForHydration, waitForSuccess } from '#tests/support/browser/forms.ts'
import { type FakeStream, hostedSettings, openFakeStream, ready } from '#tests/support/http/fake-stream.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

let fake: FakeStream

const app = setUpApp(async () => {
  fake = await openFakeStream()
  return { worksJobs: true, environment: hostedSettings(fake), stream: fake.service }
})

let creator: Person
let clip: string

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator', 'Aya')
  clip = await makeClip(app.clipsDir, { seconds: 6 })
  fake.serveMedia(await splitTracks(clip))
})
afterAll(() => fake?.close())

/** As the service delivers: video and audio tracks in separate playlists. */
async function splitTracks(source: string): Promise<string> {
  const dir = join(app.clipsDir, 'apart')
  await mkdir(dir)
  for (const track of ['v', 'a']) {
    const form = ['-f', 'hls', '-hls_time', '2', '-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4']
    const names = ['-hls_fmp4_init_filename', `${track}.mp4`, '-hls_segment_filename', join(dir, `${track}-%d.m4s`)]
    const output = ['-map', `0:${track}`, '-c', 'copy', ...form, ...names, join(dir, `${track}.m3u8`)]
    await promisify(execFile)('ffmpeg', ['-v', 'error', '-i', source, ...output])
  }
  await writeFile(join(dir, 'video.m3u8'), master)
  return dir
}

const master = `#EXTM3U
#EXT-X-VERSION:6
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="original",DEFAULT=YES,AUTOSELECT=YES,URI="a.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=400000,RESOLUTION=320x180,CODECS="avc1.640015,mp4a.40.2",AUDIO="sound"
v.m3u8
`

/** Uploads by hand; the service reports the file ready once it has it. @returns the path of the episode */
async function uploadInBrowser(page: Page, title: string): Promise<string> {
  const uid = await sendInBrowser(page, title)
  fake.setDetails(uid, ready)
  await waitForSuccess(page)
  const { episodes } = (await (await creator.call('GET', '/api/v1/me/episodes')).json()) as EpisodeList
  return `/watch/${episodes.find((episode) => episode.title === title)?.id}`
}

/** @returns the service's id of the video, once the service has the file */
async function sendInBrowser(page: Page, title: string): Promise<string> {
  await fillUpload(page, { title, genre: 'Drama', file: clip })
  const known = new Set(fake.uids())
  await sendUpload(page)
  await expect.poll(() => fake.uids().filter((uid) => !known.has(uid)).length).toBe(1)
  const [uid = ''] = fake.uids().filter((each) => !known.has(each))
  const isUploaded = () => fake.requests.some(({ method, path }) => method === 'PATCH' && path === `/upload/${uid}`)
  await expect.poll(isUploaded).toBe(true)
  return uid
}

type EpisodeList = { episodes: { id: string; title: string }[] }

describe('videos at the hosted service', () => {
  test('are uploaded there by the page, and play from there with video and audio', async () => {
    const { page, errors, open, logInAs } = await app.visit()
    await logInAs(creator)
    await open('/upload')
    await waitForHydration(page)
    const watchPath = await uploadInBrowser(page, 'Rain')
    expect(await open(watchPath)).toBe(200)
    const isDecoding = () =>
      page.evaluate(() => {
        const video = document.querySelector('video') as (HTMLVideoElement & Decoded) | null
        return video !== null && video.currentTime > 0 && video.webkitAudioDecodedByteCount > 0
      })
    await expect.poll(isDecoding).toBe(true)
    // The fake service has no images, and every request to it leaves the site.
    const isFromService = (error: string) => error.includes(new URL(fake.service.mediaUrl).origin)
    expect(errors.filter((error) => !isFromService(error))).toEqual([])
    expect(errors.filter((error) => /Content.Security.Policy/i.test(error))).toEqual([])
  })

  test('are followed on the upload page while the service sends no webhook', async () => {
    const { page, open, logInAs } = await app.visit()
    await logInAs(creator)
    await open('/upload')
    await waitForHydration(page)
    const uid = await sendInBrowser(page, 'Snow')
    const { readyToStream, ...encoding } = { ...ready, state: 'inprogress', pctComplete: '40.000000' } as const
    fake.setDetails(uid, encoding)
    await waitForSuccess(page)
    const stages = page.getByRole('list', { name: 'Processing' })
    await stages.getByText('40%', { exact: true }).waitFor()
    fake.setDetails(uid, ready)
    await page.getByText('Your episode is ready.').waitFor()
  })

  test('are the only reason for pages to reach another origin', async () => {
    const response = await fetch(`${app.hoshi.url}/explore`)
    const policy = new Map(
      (response.headers.get('content-security-policy') ?? '').split('; ').map((rule) => {
        const [name = '', ...sources] = rule.split(' ')
        return [name, sources]
      }),
    )
    const { origin } = new URL(fake.service.mediaUrl)
    const admits = [...policy].filter(([, sources]) => sources.includes(origin)).map(([name]) => name)
    expect(admits.sort()).toEqual(['connect-src', 'img-src', 'media-src'])
  })

  test('are declared in the privacy policy', async () => {
    const { page, open, errors } = await app.visit()
    await open('/privacy')
    await page.getByText('Cloudflare learns your network address').waitFor()
    expect(await page.getByText('No other company receives anything by your visit, because').count()).toBe(0)
    expect(errors).toEqual([])
  })
})

type Decoded = { webkitAudioDecodedByteCount: number }
