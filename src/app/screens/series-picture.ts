import { data, type RouterContextProvider } from 'react-router'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { submitOr } from '#app/http/no-response.ts'
import { readForm, refusePartialForm, withImageForm } from '#app/http/read-form.server.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import { refusedFrom } from '#app/http/refused.server.ts'
import type { PictureResult } from '#app/series/picture-section.tsx'
import { Refusal } from '#platform/refusal.ts'
import type { Route } from './+types/series-picture'

/**
 * The form with the picture of a series: sets or removes it, or has a part stand for it. Returns to the editor, or with `?stay` answers a form that
 * scripts have sent, so that the editor stays as it is.
 */
export async function action({ request, params: { seriesId }, context, url }: Route.ActionArgs) {
  const editor = `/series/${seriesId}/edit`
  const isStay = url.searchParams.has('stay')
  const { account } = context.get(pageRequestContext)
  if (!account && !isStay) return redirectTo(`/login?next=${encodeURIComponent(editor)}`)
  try {
    await changePicture(context, seriesId, request)
    return isStay ? ({ refused: null } satisfies PictureResult) : redirectTo(`${editor}?saved`)
  } catch (thrown) {
    const { refused, init } = refusedFrom(thrown)
    return isStay ? data({ refused } satisfies PictureResult, init) : redirectTo(`${editor}?picture=${refused.code}`)
  }
}

async function changePicture(
  context: Readonly<RouterContextProvider>,
  seriesId: string,
  request: Request,
): Promise<void> {
  const { account } = context.get(pageRequestContext)
  if (!account) throw new Refusal('identity.sign_in_required')
  const { series } = context.get(hoshiContext)
  const tooLarge = { code: 'series.poster_too_large', field: 'poster' } as const
  // Before its bytes are read.
  await series.ensureOwn(account, seriesId)
  if (!request.headers.get('content-type')?.startsWith('multipart/form-data')) {
    const cover = (await readForm(request)).get('cover')
    if (typeof cover !== 'string') refusePartialForm()
    return await series.setCover(account, seriesId, cover)
  }
  await withImageForm(context, account, request, tooLarge, async ({ fields, hasImageField, image }) => {
    if (fields.has('remove')) await series.removePoster(account, seriesId)
    else if (!hasImageField) refusePartialForm()
    else await series.setPoster(account, seriesId, image)
  })
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOr(serverAction, (refused): PictureResult => ({ refused }))
}

/** A GET request changes nothing. */
export function loader({ params }: Route.LoaderArgs) {
  return redirectTo(`/series/${params.seriesId}/edit`)
}
