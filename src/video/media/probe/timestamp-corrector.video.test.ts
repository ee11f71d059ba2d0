import { expect, it } from 'vitest'
import { joinStreams } from '#tests/support/media/discontinuous-streams.ts'
import { setUpRenditions } from '#tests/support/media/rendition-maker.server.ts'
import { verifyRendition } from '../hls/verify-rendition.server.ts'
import { validate } from '../validation.ts'

const clips = setUpRenditions()

it('a transport stream joined from short ones plays for its probed length', async () => {
  const { mediaInfo, ...made } = await clips.makeFrom(await joinStreams(clips.dir, [{ seconds: 0.5 }, { seconds: 1 }]))
  expect(validate(mediaInfo)).toEqual({ ok: true })
  expect(mediaInfo.durationSeconds).toBeCloseTo(1.5, 1)
  const facts = await verifyRendition(made.outDir, { ...made, mediaInfo })
  expect(facts.durationSeconds).toBeCloseTo(mediaInfo.durationSeconds, 1)
  expect(facts.frames).toBe(36)
})
