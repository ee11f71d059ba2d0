import { data, type RouterContextProvider } from 'react-router'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { type PageFileForm, readTextFields, refusePartialForm, withFileForm } from '#app/http/read-form.server.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import { type Refused, refusedFrom } from '#app/http/refused.server.ts'
import type { Account } from '#identity/account.ts'
import type { FormFields } from '#platform/form-file.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { FONT_MAX_BYTES } from '#subtitles/fonts/font.ts'
import { readFields } from '#subtitles/read-fields.ts'
import { reviewOutcomes, SUBTITLE_MAX_BYTES } from '#subtitles/subtitle.ts'
import { readValues, type SubtitlesValues } from './values.ts'

/** A refused form of the page, with the values typed in it. */
export interface RefusedSubtitles {
  refused: Refused
  values: SubtitlesValues
}

const fontLimit = { code: 'subtitles.font_too_large', field: 'font', maxBytes: FONT_MAX_BYTES } as const
const fileLimit = { code: 'subtitles.too_large', field: 'file', maxBytes: SUBTITLE_MAX_BYTES } as const

/** Saves a form of the page with the subtitles of an episode. */
export async function changeSubtitles(context: Readonly<RouterContextProvider>, episodeId: string, request: Request) {
  const { account } = context.get(pageRequestContext)
  let typed: FormFields = new Map()
  try {
    if (!account) {
      typed = await readTextFields(request, { wanted: true })
      throw new Refusal('identity.sign_in_required')
    }
    // The URL tells whether the form has a font, which has another field and limit.
    const limit = new URL(request.url).searchParams.has('font') ? fontLimit : fileLimit
    const shown = await withFileForm(context, account, request, limit, (form) => {
      typed = form.fields
      return save(context, account, episodeId, form)
    })
    return redirectTo(`/subtitles/${episodeId}?${new URLSearchParams(shown)}`)
  } catch (thrown) {
    const { refused, init } = refusedFrom(thrown)
    return data({ refused, values: readValues((name) => typed.get(name)) } satisfies RefusedSubtitles, init)
  }
}

/** @returns the query of the page that is shown then */
async function save(
  context: Readonly<RouterContextProvider>,
  account: Account,
  episodeId: string,
  { fields, file }: PageFileForm,
): Promise<Record<string, string>> {
  const { subtitles } = context.get(hoshiContext)
  const text = (name: string) => fields.get(name) ?? ''
  const id = text('id')
  const intent = text('intent')
  const saved = ({ id: shownId }: { id: string }) => ({ text: shownId, saved: '' })
  const named = { language: text('otherLanguage').trim() || text('language'), kind: text('kind'), label: text('label') }
  if (intent === 'add') return saved(await subtitles.addSubtitle(account, episodeId, { file, ...named }))
  if (intent === 'write') return { add: '', edit: '', ...readFields(named) }
  if (intent === 'rename') return saved(await subtitles.changeSubtitle(account, id, named))
  if (intent === 'save') return saved(await subtitles.changeSubtitle(account, id, { file }))
  if (intent === 'restore') return saved(await subtitles.restoreVersion(account, id, Number(text('version'))))
  if (intent === 'shift') {
    const shift = { hours: Number(text('hours')), version: Number(text('version')) }
    return saved(await subtitles.shiftLines(account, id, shift))
  }
  const isLicensed = text('licence') === 'yes'
  if (intent === 'font') {
    await subtitles.fonts.add(account, id, { font: file, isLicensed })
    return saved({ id })
  }
  if (intent === 'license-fonts') {
    await subtitles.fonts.license(account, id, isLicensed)
    return saved({ id })
  }
  if (intent === 'remove-font') {
    await subtitles.fonts.remove(account, id, text('font'))
    return saved({ id })
  }
  if (intent === 'remove') {
    await subtitles.removeSubtitle(account, id)
    return { saved: '' }
  }
  const outcome = reviewOutcomes.find((each) => each === intent)
  if (!outcome) return refusePartialForm()
  const version = Number(text('version'))
  return saved(await subtitles.review(account, id, { outcome, words: text('words'), version }))
}
