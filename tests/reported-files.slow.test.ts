import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Instance, probePlaylist, renditionPlaylists } from '#tests/crash/instance-state.ts'
import { upload, type VideoResponse, waitForFinalState } from '#tests/crash/tus.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { beepsBesideFlashes } from '#tests/support/media/flash-and-beep.server.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { differenceOf, type Patches, type Places, readPatches } from '#tests/support/media/patches.server.ts'
import { listReportedFiles, NO_REPORTED_FILES, reportedFile } from '#tests/support/media/reported-files.server.ts'
import { subtitleForm } from '#tests/support/media/subtitle-files.ts'
import { strongestTone } from '#tests/support/media/tones.server.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

// Files of public bug reports, each with its check. The files are outside the project.

const run = promisify(execFile)
/** The error of rounding, and of the codecs of source and video, of 255. */
const COLOUR_ERROR = 12

interface ReportedFilm {
  video: VideoResponse
  /** Media playlist of its largest rendition. */
  playlist: string
}
type Check = (film: ReportedFilm) => Promise<void>

/** Flash and beep each second, the beep so much later. Behind a hole, the first beep may have lost its beginning. */
function inTime(soundDelaySeconds: number, hole: { silent: number; end: number } = { silent: 0, end: 0 }): Check {
  return async ({ playlist }) => {
    const beeps = await beepsBesideFlashes(dirname(playlist), { soundDelaySeconds })
    const whole = beeps.filter((beep) => Math.round(beep) !== hole.end)
    expect(whole.filter((beep) => !Number.isInteger(beep))).toEqual([])
    expect([whole.length > 7, whole.includes(hole.silent)]).toEqual([true, false])
  }
}

function showing(colours: Patches, places: Places, seconds = 0): Check {
  return async ({ playlist }) => {
    const seen = await readPatches(playlist, 'bt709', { places, seconds })
    expect(differenceOf(seen, colours), JSON.stringify(seen)).toBeLessThanOrEqual(COLOUR_ERROR)
  }
}

const sounding =
  (hertz: number): Check =>
  async ({ playlist }) =>
    expect(await strongestTone(playlist, [300, 400, 440, 1000])).toBe(hertz)

/** Each segment decodes without the others. */
const inSegmentsOfTheirOwn: Check = async ({ playlist }) => {
  const lines = (await readFile(playlist, 'utf8')).split('\n')
  const segments = lines.filter((line) => line !== '' && !line.startsWith('#'))
  const init = /URI="([^"]+)"/.exec(lines.find((line) => line.startsWith('#EXT-X-MAP')) ?? '')?.[1]
  const warnings = segments.map(async (segment) => {
    const { stderr } = await run('ffmpeg', ['-v', 'warning', '-i', `concat:${init}|${segment}`, '-f', 'null', '-'], {
      cwd: dirname(playlist),
    })
    return stderr
  })
  expect(segments.length).toBeGreaterThan(3)
  expect((await Promise.all(warnings)).join('')).toBe('')
}

const bars: Places = [8, 24, 40, 56].map((x) => [x, 32])
const painted: Patches = [
  [255, 0, 0],
  [0, 192, 0],
  [32, 64, 255],
  [224, 128, 32],
]
const black = [0, 0, 0] as const
const plays: Check = async () => {}
const inColour = showing(painted, bars)
const onBlack = showing(
  [black, black, [255, 255, 255]],
  [
    [2, 2],
    [8, 32],
    [32, 32],
  ],
)
const hasFrames =
  (frames: number): Check =>
  async ({ playlist }) =>
    expect(await probePlaylist(playlist)).toMatchObject({ frames })

const films: Record<string, Check> = {
  'audio-late-0.5.mp4': inTime(0.5),
  'audio-late-0.5-mpeg4.mp4': inTime(0.5),
  'audio-early-0.5.mp4': inTime(-0.5),
  'video-late-0.5.mp4': inTime(-0.5),
  // The part of a beep in the last packet before the hole is heard.
  'audio-hole-aac.mp4': inTime(0, { silent: 4, end: 5 }),
  'audio-hole-flac.mkv': inTime(0, { silent: 4, end: 5 }),
  'rgb-png-720p.mov': inColour,
  'rgb-qtrle-720p.mov': inColour,
  'mjpeg-720p.avi': inColour,
  'tagged-709-720p.mp4': inColour,
  'vp9-tagged-601.webm': inColour,
  'fullrange-709-720p.mp4': inColour,
  'alpha-vp9.webm': onBlack,
  'alpha-prores4444.mov': onBlack,
  'default-audio-second.mkv': sounding(1000),
  'unlisted-second-audio.mkv': plays,
  'apac-first.mov': sounding(440),
  'ipcm-pcmC-le.mp4': sounding(440),
  'mono-8khz.mp4': sounding(440),
  'surround-71-flac.mkv': plays,
  'mp3-in-mp4.mp4': plays,
  'ac3.mp4': plays,
  // A square is between black bars.
  'size-switch.mkv': showing(
    [black, black],
    [
      [2, 32],
      [61, 32],
    ],
    5,
  ),
  'intra-refresh.mp4': inSegmentsOfTheirOwn,
  'packed-b-frames.avi': hasFrames(72),
  'mirrored-hflip.mp4': async ({ playlist }) => {
    const [left, right] = await readPatches(playlist, 'bt709', {
      places: [
        [8, 32],
        [56, 32],
      ],
    })
    expect([left![2] - left![0] > 100, right![0] - right![2] > 100]).toEqual([true, true])
  },
  ...Object.fromEntries(
    [
      ...['codec-dnxhd.mov', 'codec-huffyuv.avi', 'codec-magicyuv.avi', 'codec-utvideo.avi', 'codec-jpeg2000.mov'],
      ...['codec-tiff.mov', 'codec-targa.mov', 'h264-422-10bit.mov', 'mirrored-vflip.mp4', 'rotated-45.mp4'],
      ...['short-0.1s.mp4', 'short-0.25s.mp4', 'chapters.mp4', 'timecode.mov'],
    ].map((name) => [name, plays]),
  ),
}

/** Refused, with the name of what cannot be decoded. */
const refused: Record<string, { reasonCode: string; codec: string }> = {
  'unknown-audio-apac-only.mov': { reasonCode: 'audio_codec_unsupported', codec: 'apac' },
  'unknown-video-prores-raw.mov': { reasonCode: 'video_codec_unsupported', codec: 'ProRes RAW' },
}

/** The lines of each file of subtitles. */
const texts: Record<string, string[]> = {
  'subs/srt-bad-second.srt': ['First line', 'Second line', 'Third line'],
  'subs/srt-no-ms-in-one.srt': ['First line', 'Second line', 'Third line'],
  'subs/srt-no-milliseconds.srt': ['No thousandths', 'Second'],
  'subs/srt-heart.srt': ['I <3 you all >_<', 'Score: 3<4 and 5>4'],
  'subs/vtt-youtube-rolling.vtt': ['welcome to the show', 'welcome to the show', 'welcome to the show first part'],
  'subs/iso2022jp.srt': ['こんにちは'],
  'subs/hour-offset.srt': ['Timecode of 1 h'],
}

const named = await listReportedFiles()
/** A file, and what is right about it. */
interface Row<Expected> {
  name: string
  expected: Expected | null
}
/** Without the folder, one row that is skipped. */
const none = { name: NO_REPORTED_FILES, expected: null }
function rowsOf<Expected>(known: Record<string, Expected>): Row<Expected>[] {
  return Object.entries(known).flatMap(([name, expected]) => (named.includes(name) ? [{ name, expected }] : []))
}
const filmRows = rowsOf(films)
const refusedRows = rowsOf(refused)
const textRows = rowsOf(texts)
let site: TestHoshi
let home: Instance
let creator: Person

beforeAll(async () => {
  site = await createTestHoshi({ worksJobs: true })
  home = { dataDir: site.dataDir, connectionString: () => site.connectionString }
  creator = await createPerson(site.url, 'creator')
})
afterAll(() => site.close())

it('every file of cases.tsv has a test here', ({ skip }) => {
  if (named.length === 0) return skip(NO_REPORTED_FILES)
  expect(named.filter((name) => !(name in films || name in refused || name in texts))).toEqual([])
})

describe('a reported film', () => {
  it.for(filmRows.length > 0 ? filmRows : [none])(
    'is right in picture and sound: $name',
    async ({ name, expected }, { skip }) => {
      if (expected === null) return skip(NO_REPORTED_FILES)
      const uid = await upload(creator, reportedFile(name))
      const video = await waitForFinalState(creator, uid)
      expect(video.status).toMatchObject({ state: 'ready', percentComplete: 100 })
      await expected({ video, playlist: (await renditionPlaylists(home, uid)).at(-1)! })
    },
  )

  it.for(refusedRows.length > 0 ? refusedRows : [none])(
    'is refused with the name of what it is in: $name',
    async ({ name, expected }, { skip }) => {
      if (expected === null) return skip(NO_REPORTED_FILES)
      const { status } = await waitForFinalState(creator, await upload(creator, reportedFile(name)))
      expect(status).toMatchObject({ state: 'error', reasonCode: expected.reasonCode })
      expect(status.reason?.toLowerCase()).toContain(expected.codec.toLowerCase())
    },
  )
})

it.for(textRows.length > 0 ? textRows : [none])(
  'a reported file of subtitles has its lines: $name',
  async ({ name, expected }, { skip }) => {
    if (expected === null) return skip(NO_REPORTED_FILES)
    const episodeId = await publishFinished(site, creator, 'film', { title: basename(name) })
    const form = subtitleForm(new Blob([await readFile(reportedFile(name))]), { language: 'en', kind: 'subtitles' })
    const added = await creator.call('POST', `/api/v1/episodes/${episodeId}/subtitles`, form)
    expect(added.status).toBe(201)
    const { id } = (await added.json()) as { id: string }
    await creator.call('POST', `/api/v1/subtitles/${id}/review`, { outcome: 'approved' })
    const found = await creator.call('GET', `/api/v1/episodes/${episodeId}/lines`)
    expect(((await found.json()) as { lines: { text: string }[] }).lines.map(({ text }) => text)).toEqual(expected)
  },
)
