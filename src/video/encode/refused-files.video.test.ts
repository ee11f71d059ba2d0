import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { videoFailureText } from '#app/messages/video-failures.ts'
import { requestUpload, send, waitForFinalState } from '#tests/crash/tus.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'
import type { FailureReason } from '../failure-reasons.ts'

let dir: string
let site: TestHoshi
let creator: Person

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-refused-'))
  site = await createTestHoshi({ worksJobs: true })
  creator = await createPerson(site.url, 'creator')
})
afterAll(async () => {
  await site.close()
  await rm(dir, { recursive: true, force: true })
})

async function write(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(dir, name)
  await writeFile(path, content)
  return path
}

async function made(name: string, ...args: string[]): Promise<string> {
  const path = join(dir, name)
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args, path])
  return path
}

const image = ['-f', 'lavfi', '-i', 'testsrc2=size=64x64:duration=1', '-frames:v', '1']
const clip = ['-f', 'lavfi', '-i', 'testsrc2=size=64x64:duration=1']
const tone = ['-f', 'lavfi', '-i', 'sine=duration=1']

async function cutOff(): Promise<string> {
  const complete = await readFile(await makeClip(dir, { seconds: 4 }))
  return await write('cut-off.mp4', complete.subarray(0, Math.floor(complete.length * 0.6)))
}

async function joined(): Promise<string> {
  const video = await readFile(await makeClip(dir, { video: 'theora', audio: 'vorbis', container: 'ogv' }))
  return await write('joined.ogv', Buffer.concat([video, video]))
}

/** Eleven minutes of packets under headers that say two seconds. */
async function lying(): Promise<string> {
  const bytes = await readFile(
    await makeClip(dir, { seconds: 660, fps: 1, width: 32, height: 32, audio: 'none', keyframeSeconds: 10 }),
  )
  // Where each version 0 header states its length, counted from the box's name.
  for (const [box, offset] of Object.entries({ mvhd: 20, tkhd: 24, mdhd: 20 })) {
    for (let at = bytes.indexOf(box); at >= 0; at = bytes.indexOf(box, at + 4)) bytes.writeUInt32BE(2000, at + offset)
  }
  return await write('lying.mp4', bytes)
}

const hostile: [name: string, FailureReason, make: () => Promise<string>, codec?: string][] = [
  ['a text file renamed to a video', 'not_a_video', () => write('text.mp4', 'Once upon a time.')],
  ['audio only', 'no_video_stream', () => makeClip(dir, { video: 'none', container: 'm4a' })],
  ['a still image', 'still_picture', () => made('still.png', ...image)],
  [
    'a playlist that names a file of the server',
    'not_a_video',
    () => write('list.mp4', '#EXTM3U\n#EXTINF:2,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'),
  ],
  ['a concat script', 'not_a_video', () => write('script.mp4', "ffconcat version 1.0\nfile '/etc/passwd'\n")],
  ['a truncated file', 'truncated', cutOff],
  [
    'a video in a codec of old games',
    'video_codec_unsupported',
    () => made('old-game.avi', ...clip, '-c:v', 'asv1'),
    'ASUS V1',
  ],
  [
    'a video whose only sound is in a codec of telephones',
    'audio_codec_unsupported',
    () => made('phone.mkv', ...clip, ...tone, '-map', '0', '-map', '1', '-c:a', 'g722', '-ar', '16000'),
    'G.722 ADPCM',
  ],
  ['two Ogg videos, one after the other', 'joined_files', joined],
  ['eleven minutes under a header that promises two seconds', 'too_long', lying],
  [
    'a container with too many tracks',
    'too_many_streams',
    () => made('tracks.mkv', ...tone, ...Array.from({ length: 33 }, () => ['-map', '0:a']).flat(), '-c:a', 'pcm_s16le'),
  ],
]

describe('an uploaded file that is not a video of at most ten minutes', () => {
  it.each(hostile)(
    'ends in an error with its reason, and without its bytes: %s',
    async (_name, reasonCode, make, codec) => {
      const path = await make()
      const target = await requestUpload(creator, path)
      const { uid } = target
      const episode = await publish(uid)
      await send(creator, target, await readFile(path), 0)
      const end = await waitForFinalState(creator, uid)
      const named = codec ? { reasonParameters: { codec } } : {}
      const reason = videoFailureText({ reasonCode, ...named })
      expect(end.status).toEqual({ state: 'error', percentComplete: 0, reasonCode, reason, ...named })
      expect(end.playback).toMatchObject({ hls: null, poster: null })
      await eventually('its bytes are gone', () =>
        ['originals', 'media'].every((folder) => !existsSync(join(site.dataDir, 'files', folder, uid))),
      )
      const stranger = createStranger(site.url)
      expect((await stranger.call('GET', `/api/v1/episodes/${episode}`)).status).toBe(404)
      expect(await (await stranger.call('GET', '/api/v1/episodes')).json()).toMatchObject({ episodes: [], total: 0 })
      expect((await creator.call('GET', `/api/v1/episodes/${episode}`)).status).toBe(200)
      expect((await creator.call('POST', `/api/v1/videos/${uid}/retry`)).status).toBe(409)
    },
  )

  it('cannot be declared with zero bytes', async () => {
    const response = await creator.call('POST', '/api/v1/videos', { name: 'empty.mp4', sizeBytes: 0 })
    expect(response.status).toBe(422)
  })
})

async function publish(videoId: string): Promise<string> {
  const response = await creator.call('POST', '/api/v1/episodes', { title: 'No', genre: 'Drama', nsfw: false, videoId })
  expect(response.status).toBe(201)
  return ((await response.json()) as { id: string }).id
}
