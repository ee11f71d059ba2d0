import { createWriteStream } from 'node:fs'
import { truncate } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import Busboy from '@fastify/busboy'
import { Refusal } from '#platform/refusal.ts'

/** Boundaries, part headers and small fields around the file. */
export const FORM_OVERHEAD_BYTES = 64 * 1024

export interface FormOutcome {
  sizeBytes: number
  /** Text fields by name; the last of a name wins. */
  fields: Map<string, string>
  /** Name of the file as the browser sent it; empty when no file was chosen. */
  fileName: string
}

/**
 * Streams the one file of a multipart form to a path, at constant memory, and gathers the small fields.
 * When anything goes wrong the path is left empty, so that nothing half is taken for a whole.
 *
 * @throws Refusal video.upload_malformed, video.too_many_bytes
 */
export async function receiveForm(
  source: Readable,
  headers: IncomingHttpHeaders,
  path: string,
  maxBytes: number,
): Promise<FormOutcome> {
  const type = headers['content-type'] ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type)) throw new Refusal('video.upload_malformed')
  try {
    return await stream(source, headers, type, path, maxBytes)
  } catch (error) {
    await truncate(path, 0).catch(() => {})
    throw error
  }
}

async function stream(
  source: Readable,
  headers: IncomingHttpHeaders,
  type: string,
  path: string,
  maxBytes: number,
): Promise<FormOutcome> {
  const outcome: FormOutcome = { sizeBytes: 0, fields: new Map(), fileName: '' }
  const form = openForm(type, maxBytes)
  let writing: Promise<void> | null = null
  let refusal: Refusal | null = null
  form.on('field', (name, value) => outcome.fields.set(name, value))
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    form.on(limit, () => {
      refusal ??= new Refusal('video.upload_malformed')
    })
  }
  form.on('file', (name, file, fileName) => {
    if (name !== 'file' || writing) {
      refusal ??= new Refusal('video.upload_malformed')
      file.resume()
      return
    }
    outcome.fileName = fileName ?? ''
    file.on('data', (piece: Buffer) => {
      outcome.sizeBytes += piece.length
    })
    file.on('limit', () => {
      refusal ??= new Refusal('video.too_many_bytes')
      // What announced its length is nearly over, and its sender should read the answer; the rest is cut off.
      if (headers['content-length'] === undefined) source.destroy()
    })
    writing = pipeline(file, createWriteStream(path, { flags: 'w' }))
    // Awaited below; until then a failure must not count as unhandled.
    writing.catch(() => {})
  })
  try {
    await pipeline(source, form)
    await writing
  } catch (error) {
    if (refusal) throw refusal
    throw isFormError(error) ? new Refusal('video.upload_malformed') : error
  }
  if (refusal) throw refusal
  return outcome
}

function openForm(type: string, maxBytes: number) {
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits: {
        files: 1,
        fields: 12,
        parts: 14,
        fieldSize: 32 * 1024,
        fieldNameSize: 100,
        headerPairs: 20,
        fileSize: maxBytes,
      },
    })
  } catch {
    throw new Refusal('video.upload_malformed')
  }
}

/** Busboy throws plain errors without a code; the system's own carry one. */
function isFormError(error: unknown): boolean {
  return error instanceof Error && !('code' in error)
}
