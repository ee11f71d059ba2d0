import { pipeline } from 'node:stream/promises'
import Busboy, { type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { Refusal } from './refusal.ts'
import type { SpooledFile } from './upload-spool.server.ts'

/** Size limit of a form's text fields. */
export const FIELDS_MAX_BYTES = 64 * 1024
/** Bytes of an oversized form that are read and discarded, so that the browser reads the response. */
const DISCARDED_MAX_BYTES = 64 * 1024 ** 2

/** Text fields of a form by name; the last value of a name wins. */
export type FormFields = Map<string, string>

/** A form with a place for one file. */
export interface FileForm {
  fields: FormFields
  /** Whether the form has a place for the file; a truncated one has none. */
  hasFileField: boolean
  /** Name of a field with a file, in which none was wanted; null for none. */
  otherFileField: string | null
  /** Whether the form, or the file in it, exceeds the limit; it may not have been read completely. */
  isTooLarge: boolean
}

/**
 * Reads a multipart form, and appends the file of a field to `file`, which holds one byte more than the limit at most.
 * @throws Refusal request.unreadable
 */
export async function receiveForm(
  request: Request,
  file: SpooledFile,
  { field, maxBytes }: { field: string; maxBytes: number },
): Promise<FileForm> {
  const fields: FormFields = new Map()
  const { sizeBytes, ...found } = await receive(request, openForm(request, fields, maxBytes), file, field)
  return { fields, ...found, isTooLarge: sizeBytes > maxBytes + FIELDS_MAX_BYTES || file.size > maxBytes }
}

/**
 * Writes the form's file.
 * @returns sizeBytes: size of the form; above DISCARDED_MAX_BYTES if it was not read completely
 */
async function receive(
  request: Request,
  form: BusboyInstance,
  file: SpooledFile,
  fileField: string,
): Promise<Pick<FileForm, 'hasFileField' | 'otherFileField'> & { sizeBytes: number }> {
  const found: Pick<FileForm, 'hasFileField' | 'otherFileField'> = { hasFileField: false, otherFileField: null }
  if (contentLength(request) > DISCARDED_MAX_BYTES) return { sizeBytes: contentLength(request), ...found }
  let size = 0
  let writing: Promise<unknown> = Promise.resolve()
  let part: BusboyFileStream | undefined

  async function* countedBody(): AsyncGenerator<Uint8Array> {
    for await (const chunk of request.body ?? []) {
      size += chunk.length
      if (size > DISCARDED_MAX_BYTES) return
      yield chunk
    }
  }

  form.on('file', (name, stream) => {
    if (name !== fileField) {
      found.otherFileField = name
      return void stream.resume()
    }
    found.hasFileField = true
    part = stream
    // A file that cannot be stored is still read, since the form ends only after its parts.
    writing = file.receive(stream.iterator({ destroyOnReturn: false }))
    // Its rejection is handled where it is awaited.
    writing.catch(() => stream.resume())
  })
  try {
    await pipeline(countedBody, form)
    await writing
  } catch (thrown) {
    // The file stream of a truncated form never ends.
    part?.destroy()
    await writing.catch(() => {})
    if (size > DISCARDED_MAX_BYTES) return { sizeBytes: size, ...found }
    throw isFormError(thrown) ? new Refusal('request.unreadable') : thrown
  }
  return { sizeBytes: size, ...found }
}

/** Errors of Busboy have no code; those of the system and refusals have one. */
function isFormError(thrown: unknown): boolean {
  return thrown instanceof Error && !('code' in thrown)
}

export function contentLength(request: Request): number {
  return Number(request.headers.get('content-length') ?? 0)
}

/** A parser of a multipart form, which fills `fields`. @throws Refusal request.unreadable */
export function openForm(request: Request, fields: FormFields, fileMaxBytes: number): BusboyInstance {
  try {
    const form = new Busboy({
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      limits: {
        files: 1,
        fields: 24,
        fieldSize: FIELDS_MAX_BYTES,
        fieldNameSize: 100,
        headerPairs: 20,
        // One byte above the limit, so that excess is detected.
        fileSize: fileMaxBytes + 1,
      },
    })
    form.on('field', (name, value) => fields.set(name, value))
    // The form itself reports a truncated part; an unhandled error of the part would end the process.
    form.on('file', (_name, file) => file.on('error', () => {}))
    return form
  } catch {
    throw new Refusal('request.unreadable')
  }
}
