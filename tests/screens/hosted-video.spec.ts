import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillUpload, sendUpload, waitForScripts, waitForSuccess } from '#tests/support/by-hand.ts'
import { makeClip } from '#tests/support/clips.server.ts'
import { type FakeStream, hostedSettings, openFakeStream, ready } from '#tests/support/fake-stream.ts'
import { onScreen } from '#tests/support/on-screen.ts'
import { createPerson, type Person } from '#tests/support/person.ts'

let fake: FakeStream

const on = onScreen(async () => {
  fake = await openFakeStream()
  return { environment: hostedSettings(fake), stream: fake.service }
})

let creator: Person
let clip: string

beforeAll(async () => {
  creator = await createPerson(on.hoshi.url, 'creator', 'Aya')
  clip = await makeClip(on.clipsDir, { seconds: 6 })
  fake.serveMedia(await cutApart(clip))
})
afterAll(() => fake?.close())

/** As the service delivers: picture and sound in playlists of their own. */
async function cutApart(source: string): Promise<string> {
  const dir = join(on.clipsDir, 'apart')
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

/** Uploads by hand; the service plays the file as soon as it has it. @returns the address of the episode */
async function uploadByHand(page: Page, title: string): Promise<string> {
  await fillUpload(page, { title, genre: 'Drama', file: clip })
  const known = new Set(fake.uids())
  await sendUpload(page)
  await expect.poll(() => fake.uids().filter((uid) => !known.has(uid)).length).toBe(1)
  const [uid = ''] = fake.uids().filter((each) => !known.has(each))
  const isIn = () => fake.requests.some(({ method, path }) => method === 'PATCH' && path === `/upload/${uid}`)
  await expect.poll(isIn).toBe(true)
  fake.tell(uid, ready)
  await waitForSuccess(page)
  const { episodes } = (await (await creator.call('GET', '/api/v1/me/episodes')).json()) as Listed
  return `/watch/${episodes.find((episode) => episode.title === title)?.id}`
}

type Listed = { episodes: { id: string; title: string }[] }

describe('videos at the hosted service', () => {
  test('go there by the page, and play from there with picture and sound', async () => {
    const { page, troubles, open, logInAs } = await on.visit()
    await logInAs(creator)
    await open('/upload')
    await waitForScripts(page)
    const address = await uploadByHand(page, 'Rain')
    expect(await open(address)).toBe(200)
    const played = () =>
      page.evaluate(() => {
        const video = document.querySelector('video') as (HTMLVideoElement & Decoded) | null
        return video !== null && video.currentTime > 0 && video.webkitAudioDecodedByteCount > 0
      })
    await expect.poll(played).toBe(true)
    // The service answers no request for a picture here, and every request to it leaves the site.
    const foreign = (trouble: string) => trouble.includes(new URL(fake.service.mediaUrl).origin)
    expect(troubles.filter((trouble) => !foreign(trouble))).toEqual([])
    expect(troubles.filter((trouble) => /Content.Security.Policy/i.test(trouble))).toEqual([])
  })

  test('are the only reason why a page may reach another origin', async () => {
    const answer = await fetch(`${on.hoshi.url}/explore`)
    const policy = new Map(
      (answer.headers.get('content-security-policy') ?? '').split('; ').map((rule) => {
        const [name = '', ...sources] = rule.split(' ')
        return [name, sources]
      }),
    )
    const { origin } = new URL(fake.service.mediaUrl)
    const admits = [...policy].filter(([, sources]) => sources.includes(origin)).map(([name]) => name)
    expect(admits.sort()).toEqual(['connect-src', 'img-src', 'media-src'])
  })

  test('are said to lie there', async () => {
    const { page, open, troubles } = await on.visit()
    await open('/privacy')
    await page.getByText('Cloudflare learns your network address').waitFor()
    expect(await page.getByText('No other company receives anything by your visit, because').count()).toBe(0)
    expect(troubles).toEqual([])
  })
})

type Decoded = { webkitAudioDecodedByteCount: number }
