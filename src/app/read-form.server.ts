import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import Busboy, { type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import type { RouterContextProvider } from 'react-router'
import { hoshiContext } from '#app/context.ts'
import { refusePage, reportFullDisk } from '#app/refused.server.ts'
import type { Account } from '#identity/account.ts'
import { IMAGE_MAX_BYTES } from '#platform/image-upload.ts'
import type { RefusalCode } from '#platform/refusal.ts'
import { isRefusal, Refusal } from '#platform/refusal.ts'
import type { SpooledFile } from '#platform/upload-spool.server.ts'

/** Size limit of a form's text fields. */
const FIELDS_MAX_BYTES = 64 * 1024
const IMAGE_FORM_MAX_BYTES = IMAGE_MAX_BYTES + FIELDS_MAX_BYTES
/** Bytes of an oversized form that are read and discarded, so that the browser reads the response. */
const DISCARDED_MAX_BYTES = 64 * 1024 ** 2

/** Text fields of a form by name; the last value of a name wins. */
export type FormFields = Map<string, string>

/** Reads a form without a file. @throws the refusal of an unreadable form, as the response of the page */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch (thrown) {
    refusePage(isRefusal(thrown) ? thrown : new Refusal('request.unreadable'))
  }
}

/**
 * Refuses a form without a field that ours always has, which is no form of ours: what is missing neither chooses an
 * action nor empties what is stored.
 */
export function refusePartialForm(): never {
  refusePage(new Refusal('request.unreadable'))
}

/**
 * Reads the text fields before the file of a form whose file is not accepted. A form whose Content-Length exceeds the
 * limit of the text fields is not read at all, unless its fields are `wanted` to show them again.
 */
export async function readTextFields(request: Request, { wanted = false } = {}): Promise<FormFields> {
  const fields: FormFields = new Map()
  if (!wanted && contentLength(request) > FIELDS_MAX_BYTES) return fields
  const form = openForm(request, fields)
  let isDone = false
  const finish = () => {
    isDone = true
  }
  form.on('file', (_name, file) => {
    file.resume()
    finish()
  })
  form.on('error', finish)
  let size = 0
  for await (const chunk of request.body ?? []) {
    form.write(chunk)
    // Busboy emits a part shortly after its last byte.
    await setImmediate()
    size += chunk.length
    if (isDone || size > FIELDS_MAX_BYTES) return fields
  }
  form.end()
  await setImmediate()
  return fields
}

/** A form that may contain an image. */
export interface ImageForm {
  fields: FormFields
  /** Whether the form has a place for the image; a truncated one has none. */
  hasImageField: boolean
  /** Empty when none was chosen. */
  image: Pick<Blob, 'size' | 'bytes'>
}

/**
 * Reads a form that may contain an image, and stores the image on disk while `use` runs.
 * @param tooLarge refusal of a form or image above the limit; only the image can make a form that large
 * @throws Refusal, also when the disk fills up
 */
export async function withImageForm<Result>(
  context: Readonly<RouterContextProvider>,
  account: Account,
  request: Request,
  tooLarge: { code: RefusalCode; field: string },
  use: (form: ImageForm) => Promise<Result>,
): Promise<Result> {
  const { field } = tooLarge
  try {
    return await context.get(hoshiContext).uploadSpool.withFile(account.uid, async (image) => {
      const fields: FormFields = new Map()
      const { sizeBytes, hasImageField } = await receive(request, openForm(request, fields), image, field)
      if (sizeBytes > IMAGE_FORM_MAX_BYTES || image.size > IMAGE_MAX_BYTES) throw new Refusal(tooLarge.code, { field })
      return await use({ fields, hasImageField, image })
    })
  } catch (thrown) {
    throw reportFullDisk(thrown, context, request, field)
  }
}

/**
 * Writes the form's image.
 * @returns sizeBytes: size of the form; above DISCARDED_MAX_BYTES if it was not read completely
 */
async function receive(
  request: Request,
  form: BusboyInstance,
  image: SpooledFile,
  imageField: string,
): Promise<{ sizeBytes: number; hasImageField: boolean }> {
  let hasImageField = false
  if (contentLength(request) > DISCARDED_MAX_BYTES) return { sizeBytes: contentLength(request), hasImageField }
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

  form.on('file', (name, file) => {
    if (name !== imageField) return void file.resume()
    hasImageField = true
    part = file
    // What cannot be stored is still read: the form ends only after its parts.
    writing = image.receive(file.iterator({ destroyOnReturn: false }))
    // Its rejection is handled where it is awaited.
    writing.catch(() => file.resume())
  })
  try {
    await pipeline(countedBody, form)
    await writing
  } catch (thrown) {
    // The file stream of a truncated form never ends.
    part?.destroy()
    await writing.catch(() => {})
    if (size > DISCARDED_MAX_BYTES) return { sizeBytes: size, hasImageField }
    throw isFormError(thrown) ? new Refusal('request.unreadable') : thrown
  }
  return { sizeBytes: size, hasImageField }
}

/** Errors of Busboy have no code; those of the system and refusals have one. */
function isFormError(thrown: unknown): boolean {
  return thrown instanceof Error && !('code' in thrown)
}

function contentLength(request: Request): number {
  return Number(request.headers.get('content-length') ?? 0)
}

function openForm(request: Request, fields: FormFields): BusboyInstance {
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
        fileSize: IMAGE_MAX_BYTES + 1,
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
