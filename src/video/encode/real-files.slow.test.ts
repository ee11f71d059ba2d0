import { basename } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countFrames, type Instance, probePlaylist, renditionPlaylists } from '#tests/crash/instance-state.ts'
import { upload, type VideoResponse, videoOf, waitForFinalState } from '#tests/crash/tus.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import {
  decodeWarnings,
  farthest,
  timesInRendition,
  timesInSource,
} from '#tests/support/media/presentation-times.server.ts'
import { listRealFiles, NO_REAL_FILES, type RealFile } from '#tests/support/media/real-clips.server.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'
import { probeMedia } from '../media/probe/probe.server.ts'
import { validate } from '../media/validation.ts'

/** Longer ones are only probed: they would take half of the time of all others, through the same code. */
const PLAYED_UP_TO_SECONDS = 30
/** Only the first rendition of longer ones is awaited: their complete ladders take minutes of processor time. */
const COMPLETE_UP_TO_FRAMES = 400
/** How far the end of the sound may be from that in the source: a packet of AAC, too short to be noticed. */
const SOUND_TOLERANCE_MS = 30

interface Row {
  name: string
  file: RealFile | null
}

/** Without files, one row that is skipped. */
const none: Row = { name: NO_REAL_FILES, file: null }
const rowsOf = (files: RealFile[]) => files.map((file): Row => ({ name: basename(file.path), file }))
const subtitles = rowsOf(await listRealFiles('subtitle'))
const videos = await listRealFiles('video')
const isLong = ({ durationSeconds }: RealFile) => durationSeconds >= PLAYED_UP_TO_SECONDS
const long = rowsOf(videos.filter(isLong))
const short = rowsOf(videos.filter((file) => !isLong(file)))

let site: TestHoshi
let home: Instance
let creator: Person

beforeAll(async () => {
  site = await createTestHoshi({ worksJobs: true })
  home = { dataDir: site.dataDir, connectionString: () => site.connectionString }
  creator = await createPerson(site.url, 'creator')
})
afterAll(() => site.close())

function playing(person: Person, uid: string): Promise<VideoResponse> {
  const hasCompleteRendition = async () => (await renditionPlaylists(home, uid)).length > 0
  return eventually('it plays to its end', async () => {
    const video = await videoOf(person, uid)
    return video.status.state === 'ready' && (await hasCompleteRendition()) && video
  })
}

/** When frames and sound are presented, in a rendition beside its source. */
async function timingOf(playlist: string, source: string) {
  const [frames, sound] = await Promise.all(['v:0', 'a:0'].map((stream) => timesInRendition(playlist, stream)))
  const [wantedFrames, wantedSound] = await Promise.all(['v:0', 'a:0'].map((stream) => timesInSource(source, stream)))
  return {
    firstFrameMs: frames![0],
    firstSoundMs: sound![0] ?? null,
    // A track that begins later is presented from zero on, by its first packet.
    farthestFrameMs: farthest(frames!.slice(1), wantedFrames!.slice(1)),
    soundEndMs: Math.abs((sound!.at(-1) ?? 0) - (wantedSound!.at(-1) ?? 0)),
  }
}

function expectNear(found: number, wanted: number, share: number, atLeast = 0): void {
  expect(Math.abs(found - wanted)).toBeLessThanOrEqual(Math.max(atLeast, wanted * share))
}

describe('real files', () => {
  it.for(subtitles.length > 0 ? subtitles : [none])(
    'are refused when they are text: $name',
    async ({ file }, { skip }) => {
      if (file === null) return skip(NO_REAL_FILES)
      expect(validate(await probeMedia(file.path))).toEqual({ ok: false, reasonCode: 'not_a_video' })
    },
  )

  it.for(long.length > 0 ? long : [none])('are probed as described: $name', async ({ file }, { skip }) => {
    if (file === null) return skip(NO_REAL_FILES)
    const probed = await probeMedia(file.path)
    expect(validate(probed)).toMatchObject({ ok: true })
    expect(probed).toMatchObject({ video: { height: file.height, packets: await countFrames(file.path) } })
    expectNear(probed.isReadable ? probed.durationSeconds : 0, file.durationSeconds, 0.02, 0.2)
  })

  it.for(short.length > 0 ? short : [none])(
    'play as described, with every frame: $name',
    async ({ file }, { skip }) => {
      if (file === null) return skip(NO_REAL_FILES)
      const uid = await upload(creator, file.path)
      const isComplete = file.durationSeconds * file.frameRate <= COMPLETE_UP_TO_FRAMES
      const video = isComplete ? await waitForFinalState(creator, uid) : await playing(creator, uid)
      expect(video.status).toMatchObject({ state: 'ready', ...(isComplete ? { percentComplete: 100 } : {}) })
      expectNear(video.width ?? 0, file.width * file.pixelAspect, 0.01)
      expect(video.height).toBe(file.height)
      const { numerator = 0, denominator = 1 } = video.frameRate ?? {}
      expectNear(numerator / denominator, file.frameRate, 0.005)
      expectNear(video.durationSeconds ?? 0, file.durationSeconds, 0.02, 0.2)
      const frames = await countFrames(file.path)
      const playlists = await renditionPlaylists(home, uid)
      expect(playlists.length).toBeGreaterThan(0)
      for (const playlist of playlists) {
        const each = await probePlaylist(playlist)
        expect(each.frames).toBe(frames)
        expectNear(each.seconds, file.durationSeconds, 0.02, 0.2)
        expect(each.audioChannels > 0).toBe(file.hasAudio)
        expectNear(each.width / each.height, (file.width * file.pixelAspect) / file.height, 0.02)
        const timing = await timingOf(playlist, file.path)
        expect(timing).toMatchObject({ firstFrameMs: 0, firstSoundMs: file.hasAudio ? 0 : null })
        // An encode may place evenly timed frames on a grid from zero on.
        expect(timing.farthestFrameMs).toBeLessThanOrEqual(500 / file.frameRate)
        expect(timing.soundEndMs).toBeLessThanOrEqual(SOUND_TOLERANCE_MS)
        expect(await decodeWarnings(playlist)).toBe('')
      }
      // This also ends the rest of its ladder.
      expect((await creator.call('DELETE', `/api/v1/videos/${uid}`)).status).toBe(204)
    },
  )
})
