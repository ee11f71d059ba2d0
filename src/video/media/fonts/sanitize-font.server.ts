import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { newId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { runTool } from '../ffmpeg/run-tool.server.ts'
import { ToolError } from '../ffmpeg/tool-error.ts'

/** A large font takes 0.1 s. */
const DEADLINE_MS = 20_000
const MEMORY_BYTES = 512 * 1024 ** 2
const MAX_CONCURRENT = 2
const MAX_QUEUED = 16
const RETRY_AFTER_SECONDS = 5

const limit = pLimit(MAX_CONCURRENT)

/** The outcome for a font: `use`'s result, or that it is unsound, or that the sanitizer is unavailable. */
export type SanitizedFont<Result> = { ok: true; result: Result } | { ok: false; why: 'unsound' | 'unavailable' }

/**
 * Has the OpenType Sanitizer read a font (TrueType, OpenType, WOFF, WOFF2) and write it anew, confined as ffmpeg is. The new
 * file, which has no table that was not checked, exists until `use` settles.
 *
 * @param folder parent of the folders for attempts; their names begin with the process id
 * @param maxBytes of the new file
 * @throws Refusal request.busy; ToolError for an outage
 */
export async function withSanitizedFont<Result>(
  folder: string,
  font: Pick<Blob, 'bytes'>,
  maxBytes: number,
  use: (path: string, bytes: Uint8Array) => Promise<Result>,
): Promise<SanitizedFont<Result>> {
  if (limit.pendingCount >= MAX_QUEUED) throw new Refusal('request.busy', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  const dir = join(folder, `${process.pid}-${newId()}`)
  try {
    const why = await limit(async () => sanitize(dir, await font.bytes(), maxBytes))
    if (why !== null) return { ok: false, why }
    const path = join(dir, 'font')
    return { ok: true, result: await use(path, await readFile(path)) }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

async function sanitize(dir: string, bytes: Uint8Array, maxBytes: number): Promise<'unsound' | 'unavailable' | null> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  await writeFile(join(dir, 'source'), bytes)
  const files = { inputFile: join(dir, 'source'), outputDir: dir }
  const limits = { deadlineMs: DEADLINE_MS, memoryBytes: MEMORY_BYTES, maxFileBytes: maxBytes }
  try {
    await runTool({ tool: 'ots-sanitize', args: ['source', 'font'], ...files, ...limits })
    return null
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    if (error.kind === 'missing') return 'unavailable'
    if (!error.isOutage || error.kind === 'deadline') return 'unsound'
    throw error
  }
}
