import type { Context } from 'hono'
import type { Hoshi } from '#app/context.ts'
import type { Account } from '#identity/account.ts'
import { receiveForm } from '#platform/form-file.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { SpooledFile } from '#platform/upload-spool.server.ts'
import { FONT_MAX_BYTES } from '#subtitles/fonts/font.ts'
import { SUBTITLE_MAX_BYTES } from '#subtitles/subtitle.ts'
import type { HttpEnv } from '../request-context.ts'

/** The file of a form. */
interface FileLimit {
  field: string
  maxBytes: number
  code: 'subtitles.too_large' | 'subtitles.font_too_large'
}

export const textLimit: FileLimit = { field: 'file', maxBytes: SUBTITLE_MAX_BYTES, code: 'subtitles.too_large' }
export const fontLimit: FileLimit = { field: 'font', maxBytes: FONT_MAX_BYTES, code: 'subtitles.font_too_large' }

/** Reads the form of a request, with its file on disk while `use` runs. @throws Refusal the code of the limit */
export async function withSubtitleForm<Result>(
  { uploadSpool }: Pick<Hoshi, 'uploadSpool'>,
  c: Context<HttpEnv>,
  person: Account,
  limit: FileLimit,
  use: (fields: ReadonlyMap<string, string>, file: SpooledFile, hasFile: boolean) => Promise<Result>,
): Promise<Result> {
  return uploadSpool.withFile(person.uid, async (file) => {
    const { fields, hasFileField, isTooLarge } = await receiveForm(c.req.raw, file, limit)
    if (isTooLarge) throw new Refusal(limit.code, { field: limit.field })
    return use(fields, file, hasFileField)
  })
}
