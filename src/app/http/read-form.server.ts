import { setImmediate } from 'node:timers/promises'
import type { RouterContextProvider } from 'react-router'
import type { Account } from '#identity/account.ts'
import { contentLength, FIELDS_MAX_BYTES, type FormFields, openForm, receiveForm } from '#platform/form-file.server.ts'
import { IMAGE_MAX_BYTES } from '#platform/image-upload.ts'
import type { RefusalCode } from '#platform/refusal.ts'
import { isRefusal, Refusal } from '#platform/refusal.ts'
import type { SpooledFile } from '#platform/upload-spool.server.ts'
import { hoshiContext, pageRequestContext } from './context.ts'
import { refusePage, reportFullDisk } from './refused.server.ts'

/** Reads a form without a file. @throws the refusal of an unreadable form, as the response of the page */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch (thrown) {
    refusePage(isRefusal(thrown) ? thrown : new Refusal('request.unreadable'))
  }
}

/**
 * Refuses a form without a field that ours always has, which is no form of ours: a missing field neither chooses an
 * action nor empties a stored value.
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
  const form = openForm(request, fields, IMAGE_MAX_BYTES)
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

/** A form that may contain a file. */
export interface PageFileForm {
  fields: FormFields
  /** Whether the form has a place for the file; a truncated one has none. */
  hasFileField: boolean
  /** Empty when none was chosen. */
  file: Pick<SpooledFile, 'size' | 'bytes'>
}

/** A form that may contain an image. */
export interface ImageForm extends Pick<PageFileForm, 'fields'> {
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
export function withImageForm<Result>(
  context: Readonly<RouterContextProvider>,
  account: Account,
  request: Request,
  tooLarge: { code: RefusalCode; field: string },
  use: (form: ImageForm) => Promise<Result>,
): Promise<Result> {
  return withFileForm(context, account, request, { ...tooLarge, maxBytes: IMAGE_MAX_BYTES }, (form) =>
    use({ fields: form.fields, hasImageField: form.hasFileField, image: form.file }),
  )
}

/**
 * Reads a form that may contain a file, and stores the file on disk while `use` runs.
 * @param limit of the file in bytes, and the refusal of a form or file above it
 * @throws Refusal, also when the disk fills up
 */
export async function withFileForm<Result>(
  context: Readonly<RouterContextProvider>,
  account: Account,
  request: Request,
  limit: { code: RefusalCode; field: string; maxBytes: number },
  use: (form: PageFileForm) => Promise<Result>,
): Promise<Result> {
  const { code, field } = limit
  try {
    const from = { uid: account.uid, ip: context.get(pageRequestContext).ip }
    return await context.get(hoshiContext).uploadSpool.withFile(from, async (file) => {
      const { isTooLarge, ...form } = await receiveForm(request, file, limit)
      if (isTooLarge) throw new Refusal(code, { field })
      return await use({ ...form, file })
    })
  } catch (thrown) {
    throw reportFullDisk(thrown, context, request, field)
  }
}
