import { createWriteStream } from 'node:fs'
import { truncate } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { PassThrough, type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import Busboy, { type BusboyFileStream } from '@fastify/busboy'
import { Refusal } from '#platform/refusal.ts'

/** Boundaries, part headers and small fields around the file. */
export const FORM_OVERHEAD_BYTES = 64 * 1024

export interface FormOutcome {
  sizeBytes: number
  /** Text fields by name; the last of a name wins. */
  fields: Map<string, string>
}

/** The file of a form, as its sender describes it. */
export interface FormFile {
  /** Empty when no file was chosen. */
  name: string
  type: string
}

/** Decides about the file when it begins, by the fields that came before it. */
export type PlaceFile = (
  file: FormFile,
  fields: Map<string, string>,
) => Promise<{
  path: string
  /** What its bytes pass through on their way; they stop when it fails. */
  through?: Transform
}>

/**
 * Streams the one file of a multipart form to where `place` says, at constant memory, and gathers the small fields.
 * When anything goes wrong that path is left empty, so that nothing half is taken for a whole; the rest of the form is
 * read and dropped, so that its sender gets to read the answer.
 *
 * @throws Refusal video.upload_malformed, video.too_many_bytes, and what `place` throws
 */
export async function receiveForm(
  source: Readable,
  headers: IncomingHttpHeaders,
  maxBytes: number,
  place: PlaceFile,
): Promise<FormOutcome> {
  const type = headers['content-type'] ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type)) throw new Refusal('video.upload_malformed')
  const outcome: FormOutcome = { sizeBytes: 0, fields: new Map() }
  const form = openForm(type, maxBytes)
  let writing: Promise<void> | null = null
  let path: string | null = null
  let reason: unknown = null
  // A form that breaks off leaves its file waiting for an end that never comes.
  const over = new AbortController()
  const refuse = (why: unknown) => {
    reason ??= why
  }

  async function write(file: BusboyFileStream, described: FormFile): Promise<void> {
    try {
      const placed = await place(described, outcome.fields)
      path = placed.path
      const { through = new PassThrough() } = placed
      const meter = new Transform({
        transform(piece: Buffer, _encoding, done) {
          outcome.sizeBytes += piece.length
          done(null, piece)
        },
      })
      // When storing fails, the part itself stays open: the form is over only when all of it has been read.
      const bytes = file.pipe(new PassThrough())
      file.on('error', (error) => bytes.destroy(error))
      await pipeline(bytes, meter, through, createWriteStream(path, { flags: 'w' }), { signal: over.signal })
    } catch (error) {
      refuse(isFormError(error) ? new Refusal('video.upload_malformed') : error)
      file.resume()
    }
  }

  form.on('field', (name, value) => outcome.fields.set(name, value))
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    form.on(limit, () => refuse(new Refusal('video.upload_malformed')))
  }
  form.on('file', (name, file, fileName, _encoding, mimeType) => {
    if (name !== 'file' || writing) {
      refuse(new Refusal('video.upload_malformed'))
      file.resume()
      return
    }
    file.on('limit', () => {
      refuse(new Refusal('video.too_many_bytes'))
      // What announced its length is nearly over; what did not may go on for ever.
      if (headers['content-length'] === undefined) source.destroy()
    })
    // A part that breaks off before anybody reads it must not go unheard.
    file.on('error', () => refuse(new Refusal('video.upload_malformed')))
    writing = write(file, { name: fileName ?? '', type: mimeType })
  })
  try {
    await pipeline(source, form)
  } catch (error) {
    refuse(isFormError(error) ? new Refusal('video.upload_malformed') : error)
    over.abort(error)
  }
  await writing
  if (reason === null) return outcome
  if (path !== null) await truncate(path, 0).catch(() => {})
  throw reason
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
