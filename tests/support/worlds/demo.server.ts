import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import type { DemoContent } from '#demo/content-shape.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { MAX_WAIT_MS } from '#tests/support/run/max-wait.ts'
import { createTestHoshi, type TestHoshi } from './test-hoshi.ts'

const nobody = { patreonUrl: '', bio: '', hasAvatar: false }
const fields = { genre: 'Drama', description: '', tags: ['one'] }
export const programme: DemoContent = {
  creators: [
    { ...nobody, key: 'mio', email: 'mio@demo.hoshi.example', username: 'Mio', patreonUrl: 'https://example.com/mio' },
    { ...nobody, key: 'rafa', email: 'rafa@demo.hoshi.example', username: 'Rafa', hasAvatar: true },
  ],
  episodes: [
    { ...fields, key: 'one', creator: 'mio', title: 'One', nsfw: false },
    { ...fields, key: 'two', creator: 'rafa', title: '二', nsfw: true },
    { ...fields, key: 'three', creator: 'mio', title: 'Three', nsfw: false },
  ],
  series: [{ key: 'both', creator: 'mio', title: 'Both', description: '', episodes: ['one', 'three'], arcs: [] }],
  comments: [
    { key: 'said', episode: 'one', creator: 'rafa', text: 'Look at 0:01', reply: { creator: 'mio', text: 'I did' } },
    { key: 'noted', episode: 'one', creator: 'rafa', text: 'There', frame: 2 },
  ],
  subtitles: [
    { key: 'spoken', episode: 'one', creator: 'mio', language: 'ja', file: 'WEBVTT\n\n00:00.000 --> 00:00.900\nはい' },
  ],
}

/** A demo of three one-second videos. Called once at the top of a test file. */
export function setUpDemo() {
  let folder = ''
  let site: TestHoshi | null = null

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hoshi-demo-test-'))
    const clip = await makeClip(folder, { seconds: 1, width: 320, height: 180 })
    await mkdir(join(folder, 'masters'))
    for (const { key } of programme.episodes) await copyFile(clip, join(folder, 'masters', `${key}.mp4`))
  })
  afterEach(async () => {
    await site?.close()
    site = null
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  return {
    get folder() {
      return folder
    },
    async open(DEMO = 'on'): Promise<TestHoshi> {
      site = await createTestHoshi({
        worksJobs: true,
        environment: { DEMO },
        demoProgramme: programme,
        demoDir: folder,
      })
      return site
    },
  }
}

export async function titles({ connectionString }: TestHoshi): Promise<string[]> {
  const rows = await queryDatabase<{ title: string }>(
    connectionString,
    'select title from episodes where is_playable order by published_at',
  )
  return rows.map((row) => row.title)
}

export async function countOf({ connectionString }: TestHoshi, table: string): Promise<number> {
  const [row] = await queryDatabase<{ n: string }>(connectionString, `select count(*)::int as n from ${table}`)
  return Number(row?.n)
}

export async function waitUntilFilled(site: TestHoshi): Promise<void> {
  const check = async () => {
    const [row] = await queryDatabase<{ state: string }>(site.connectionString, 'select state from demo')
    expect(row?.state).toBe('filled')
  }
  await vi.waitFor(check, { timeout: MAX_WAIT_MS, interval: 100 })
}
