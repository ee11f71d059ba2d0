import type { Context } from 'hono'
import type { Hoshi } from '#app/http/context.ts'
import type { Account } from '#identity/account.ts'
import { receiveForm } from '#platform/form-file.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { SpooledFile } from '#platform/upload-spool.server.ts'
import { FONT_MAX_BYTES } from '#subtitles/fonts/font.ts'
import { SUBTITLE_MAX_BYTES } from '#subtitles/subtitle.ts'
import type { HttpEnv } from '../request-context.ts'
import { fontForm, subtitleChanges, subtitleForm } from './subtitle-schemas.ts'

interface FormLimits {
  /** All that the form may have. */
  fields: readonly string[]
  /** The one with the file. */
  field: string
  maxBytes: number
  code: 'subtitles.too_large' | 'subtitles.font_too_large'
}

const text = { field: 'file', maxBytes: SUBTITLE_MAX_BYTES, code: 'subtitles.too_large' } as const
export const newTextForm: FormLimits = { ...text, fields: Object.keys(subtitleForm.shape) }
export const changedTextForm: FormLimits = { ...text, fields: Object.keys(subtitleChanges.shape) }
export const newFontForm: FormLimits = {
  fields: Object.keys(fontForm.shape),
  field: 'font',
  maxBytes: FONT_MAX_BYTES,
  code: 'subtitles.font_too_large',
}

/**
 * Reads the form of a request, with its file on disk while `use` runs.
 * @throws Refusal the code of the limit, request.invalid for another field
 */
export async function withSubtitleForm<Result>(
  { uploadSpool }: Pick<Hoshi, 'uploadSpool'>,
  c: Context<HttpEnv>,
  person: Account,
  limits: FormLimits,
  use: (fields: ReadonlyMap<string, string>, file: SpooledFile, hasFile: boolean) => Promise<Result>,
): Promise<Result> {
  return uploadSpool.withFile({ uid: person.uid, ip: c.var.ip }, async (file) => {
    const { fields, hasFileField, otherFileField, isTooLarge } = await receiveForm(c.req.raw, file, limits)
    if (isTooLarge) throw new Refusal(limits.code, { field: limits.field })
    const unknown = otherFileField ?? [...fields.keys()].find((name) => !limits.fields.includes(name))
    if (unknown !== undefined) throw new Refusal('request.invalid', { field: unknown })
    return use(fields, file, hasFileField)
  })
}
