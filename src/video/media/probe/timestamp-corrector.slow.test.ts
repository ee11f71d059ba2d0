import { describe, expect, it } from 'vitest'
import { joinStreams, makeDiscontinuousStream, type Piece } from '#tests/support/media/discontinuous-streams.ts'
import { setUpRenditions } from '#tests/support/media/rendition-maker.server.ts'
import { verifyRendition } from '../hls/verify-rendition.server.ts'
import { validate } from '../validation.ts'

const clips = setUpRenditions()

/** The length of a file's rendition, which equals the probed length. */
async function playsFor(source: string): Promise<number> {
  const { mediaInfo, ...made } = await clips.makeFrom(source)
  expect(validate(mediaInfo)).toEqual({ ok: true })
  const facts = await verifyRendition(made.outDir, { ...made, mediaInfo })
  expect(facts.frames).toBe(mediaInfo.video?.packets)
  expect(Math.abs(facts.durationSeconds - mediaInfo.durationSeconds)).toBeLessThan(0.15)
  return facts.durationSeconds
}

describe('a transport stream', () => {
  it.each([
    ['that jumps 8 s ahead plays the gap', 8, 8, 12],
    ['that jumps hardly ten seconds ahead plays the gap', 9.98, 9.98, 13.98],
    ['that jumps 12 s ahead continues without the gap', 12, 12, 4],
    ['that jumps a minute ahead continues without the gap', 60, 60, 4],
    ['whose video alone jumps 12 s ahead continues without the gap', 12, 0, 4],
    ['whose audio alone jumps 12 s ahead continues without the gap', 0, 12, 4],
    ['whose video jumps 12 s ahead and its audio 8 s plays the difference', 12, 8, 8],
    ['whose audio alone jumps hardly ten seconds ahead plays the gap', 0, 9.98, 13.98],
  ])('%s', async (_what, videoSeconds, audioSeconds, seconds) => {
    const source = await makeDiscontinuousStream(clips.dir, videoSeconds, audioSeconds)
    expect(Math.abs((await playsFor(source)) - seconds)).toBeLessThan(0.2)
  })

  it.each<[string, Piece[], number]>([
    ['joined, its clock restarting', [{ seconds: 3 }, { seconds: 3 }], 6],
    ['joined, the first one shorter than a second', [{ seconds: 0.8 }, { seconds: 3 }], 3.8],
    ['joined, the audio of the first one longer', [{ seconds: 3, audioLongerBySeconds: 0.7 }, { seconds: 3 }], 6.7],
    ['joined, half a second of the clock repeated', [{ seconds: 3 }, { seconds: 3, clockSeconds: 2.5 }], 6],
    ['joined after a minute', [{ seconds: 3 }, { seconds: 3, clockSeconds: 63 }], 6],
    ['joined after four seconds', [{ seconds: 3 }, { seconds: 3, clockSeconds: 7 }], 10],
    ['whose clock wraps at 33 bits', [{ seconds: 4, clockSeconds: 2 ** 33 / 90_000 - 3 }], 4],
  ])('%s', async (_what, pieces, seconds) => {
    const source = await joinStreams(clips.dir, pieces)
    expect(Math.abs((await playsFor(source)) - seconds)).toBeLessThan(0.2)
  })
})
