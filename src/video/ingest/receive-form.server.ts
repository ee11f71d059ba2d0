import type { IncomingHttpHeaders } from 'node:http'
import { addAbortSignal, PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import Busboy, { type BusboyFileStream } from '@fastify/busboy'
import { Refusal } from '#platform/refusal.ts'

/** Boundaries, part headers and small fields around the file. */
export const FORM_OVERHEAD_BYTES = 64 * 1024

export interface ReceivedForm {
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

/** The destination of the file of a form. */
export interface FormDestination {
  /** Stores all of its bytes, in place of earlier ones; the transfer stops when that fails. @returns how many there were */
  store(bytes: Readable): Promise<number>
  /** Drops the stored bytes. */
  empty(): Promise<void>
}

/** Chooses where the file is written when it starts, from the fields before it. */
export type ChooseDestination = (file: FormFile, fields: Map<string, string>) => Promise<FormDestination>

/**
 * Streams the one file of a multipart form to its destination, in constant memory, and collects the small fields.
 * On failure its destination is left empty, so that no partial file passes for a complete one; the rest of the form is
 * read and dropped, so that its sender can read the response.
 *
 * @throws Refusal video.upload_malformed, video.too_many_bytes, and the refusals of `chooseDestination`
 */
export async function receiveForm(
  source: Readable,
  headers: IncomingHttpHeaders,
  maxBytes: number,
  chooseDestination: ChooseDestination,
): Promise<ReceivedForm> {
  const type = headers['content-type'] ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type)) throw new Refusal('video.upload_malformed')
  const result: ReceivedForm = { sizeBytes: 0, fields: new Map() }
  const form = openForm(type, maxBytes)
  let writing: Promise<void> | null = null
  let destination: FormDestination | null = null
  let reason: unknown = null
  // The file part of a form that breaks off never ends.
  const over = new AbortController()
  const refuse = (why: unknown) => {
    reason ??= why
  }

  async function write(file: BusboyFileStream, described: FormFile): Promise<void> {
    try {
      destination = await chooseDestination(described, result.fields)
      // The part itself stays open when storing fails: the form ends only when all of it has been read.
      const bytes = file.pipe(new PassThrough())
      file.on('error', (error) => bytes.destroy(error))
      addAbortSignal(over.signal, bytes)
      // It may break off before it has a reader as well.
      bytes.on('error', () => {})
      result.sizeBytes = await destination.store(bytes)
    } catch (error) {
      refuse(isFormError(error) ? new Refusal('video.upload_malformed') : error)
      file.resume()
    }
  }

  form.on('field', (name, value) => result.fields.set(name, value))
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
      // A form of declared length is nearly over; any other may never end.
      if (headers['content-length'] === undefined) source.destroy()
    })
    // The part may break off before it has a reader.
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
  if (reason === null) return result
  await emptyAfterFailure(destination)
  throw reason
}

/** Discards the bytes of an incomplete file. */
async function emptyAfterFailure(destination: FormDestination | null): Promise<void> {
  await destination?.empty().catch(() => {})
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
