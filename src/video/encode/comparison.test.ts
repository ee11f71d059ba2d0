import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDiskStorage } from '#platform/disk-storage.server.ts'
import { createLog } from '#platform/log.server.ts'
import { createMediaInfo } from '#tests/support/media/media-info.ts'
import { ToolError, type ToolFailureKind } from '../media/ffmpeg/tool-error.ts'
import type { RenditionRow } from '../video-rows.server.ts'
import { createComparison } from './comparison.server.ts'

let dir: string
const first = { video_uid: 'film', id: 'first', width: 640, height: 360, segment_frames: [96], file_names: null }

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-comparison-'))
  const stored = join(dir, 'files/media/film/first')
  for (const folder of [stored, join(dir, 'made')]) {
    await mkdir(folder, { recursive: true })
    for (const name of ['init.mp4', '0001.m4s']) await writeFile(join(folder, name), name)
  }
  const playlist = '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MAP:URI="init.mp4"\n#EXTINF:4,\n0001.m4s\n#EXT-X-ENDLIST\n'
  await writeFile(join(stored, 'index.m3u8'), playlist)
})
afterAll(() => rm(dir, { recursive: true, force: true }))

/** Compares by a run that ends in this way. */
async function compare(run: () => Promise<never>, signal = new AbortController().signal) {
  const parts = { storage: createDiskStorage(join(dir, 'files')), log: createLog('silent') }
  const compared = {
    first: first as RenditionRow,
    dir: join(dir, 'made'),
    segments: ['0001.m4s'],
    mediaInfo: createMediaInfo(),
    chunk: null,
  }
  const scratch = { dir, source: join(dir, 'source') }
  return await createComparison(parts, run).compare(compared, scratch, signal)
}

const failed = (kind: ToolFailureKind, signal: string | null = null) =>
  new ToolError({ tool: 'ffmpeg', kind, exitCode: null, signal, stderr: '' })

it.each<[ToolFailureKind, string | null]>([
  ['deadline', null],
  ['stalled', null],
  ['exit', 'SIGKILL'],
  ['exit', null],
])('a comparison that fails (%s, %s) keeps the first rendition', async (kind, signal) => {
  expect(await compare(() => Promise.reject(failed(kind, signal)))).toBeNull()
})

it('a comparison that is stopped with its job ends the job', async () => {
  const stopped = AbortSignal.abort()
  await expect(compare(() => Promise.reject(failed('aborted')), stopped)).rejects.toThrow('aborted')
})

it('any other fault is thrown', async () => {
  await expect(compare(() => Promise.reject(new Error('No database.')))).rejects.toThrow('No database.')
})
