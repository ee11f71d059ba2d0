import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeClip } from '#tests/support/clips.server.ts'
import { countPackets, nothingCounted } from './count-packets.server.ts'
import type { Header, VideoHeader } from './probe-header.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hoshi-count-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const never = new AbortController().signal
const streams = { video: { index: 0 } as VideoHeader, audio: null }
const header: Header = { container: 'mov', streamCount: 2, durationSeconds: 2, ...streams }

it.each<[string, number, number | undefined]>([
  ['before the packets', 0, undefined],
  ['behind them', 1500, undefined],
  ['behind more of them than are kept', 1500, 10],
])('counts the same whether the header is known %s', { timeout: 60_000 }, async (_when, ms, maxWaiting) => {
  const path = await makeClip(root, {})
  const { size } = await stat(path)
  const { video, deliveredSeconds } = await countPackets(path, size, pause(ms, header), never, maxWaiting)
  expect(video).toMatchObject({ packets: 48, hasClosedGops: true, durationSeconds: 2 })
  expect(deliveredSeconds).toBeCloseTo(2, 1)
})

it('counts nothing when the header says that it would be in vain', async () => {
  const path = await makeClip(root, {})
  expect(await countPackets(path, 1000, pause(500, null), never)).toEqual(nothingCounted())
})
