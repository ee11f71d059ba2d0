import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { runTool } from '../ffmpeg/run-tool.server.ts'
import { countPackets, emptyPacketStats } from './count-packets.server.ts'
import { packetListArguments } from './packet-stats.ts'
import type { ProbeHeader, VideoHeader } from './probe-header.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hoshi-count-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const never = new AbortController().signal
const streams = { video: { index: 0 } as VideoHeader, audio: null, subtitles: [] }
const header: ProbeHeader = { container: 'mov', streamCount: 2, startSeconds: 0, durationSeconds: 2, ...streams }

/** Resolves after the same packets were listed three times in sequence, long after the first list was read. */
async function late<Result>(path: string, result: Result): Promise<Result> {
  for (let n = 0; n < 3; n += 1) {
    const args = ['-v', 'error', ...packetListArguments, path]
    await runTool({ tool: 'ffprobe', args, inputFile: path, deadlineMs: 60_000 })
  }
  return result
}

it.each<[string, boolean, number | undefined]>([
  ['before the packets', false, undefined],
  ['after them', true, undefined],
  ['after more of them than are buffered', true, 10],
])('counts the same when the header is known %s', async (_when, isLate, maxBuffered) => {
  const path = await makeClip(root, {})
  const { size } = await stat(path)
  const pendingHeader = isLate ? late(path, header) : Promise.resolve(header)
  const { video, deliveredSeconds } = await countPackets(path, size, pendingHeader, never, maxBuffered)
  expect(video).toMatchObject({ packets: 48, hasClosedGops: true, durationSeconds: 2 })
  expect(deliveredSeconds).toBeCloseTo(2, 1)
})

it('counts nothing when the header makes it pointless', async () => {
  const path = await makeClip(root, {})
  expect(await countPackets(path, 1000, late(path, null), never)).toEqual(emptyPacketStats())
})
