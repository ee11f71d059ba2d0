import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeClip } from '#tests/support/clips.server.ts'
import { countPackets, nothingCounted } from './count-packets.server.ts'
import { packetListArguments } from './packet-meter.ts'
import type { Header, VideoHeader } from './probe-header.ts'
import { runTool } from './run-tool.server.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hoshi-count-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const never = new AbortController().signal
const streams = { video: { index: 0 } as VideoHeader, audio: null }
const header: Header = { container: 'mov', streamCount: 2, durationSeconds: 2, ...streams }

/** Comes when the same packets have been listed three times over, one after the other: the first list is long read. */
async function late<Answer>(path: string, answer: Answer): Promise<Answer> {
  for (let n = 0; n < 3; n += 1) {
    const args = ['-v', 'error', ...packetListArguments, path]
    await runTool({ tool: 'ffprobe', args, reads: path, deadlineMs: 60_000 })
  }
  return answer
}

it.each<[string, boolean, number | undefined]>([
  ['before the packets', false, undefined],
  ['behind them', true, undefined],
  ['behind more of them than are kept', true, 10],
])('counts the same whether the header is known %s', async (_when, isLate, maxWaiting) => {
  const path = await makeClip(root, {})
  const { size } = await stat(path)
  const known = isLate ? late(path, header) : Promise.resolve(header)
  const { video, deliveredSeconds } = await countPackets(path, size, known, never, maxWaiting)
  expect(video).toMatchObject({ packets: 48, hasClosedGops: true, durationSeconds: 2 })
  expect(deliveredSeconds).toBeCloseTo(2, 1)
})

it('counts nothing when the header says that it would be in vain', async () => {
  const path = await makeClip(root, {})
  expect(await countPackets(path, 1000, late(path, null), never)).toEqual(nothingCounted())
})
