import { redirect } from 'react-router'
import { hoshiContext, pageRequestContext } from '#app/context.ts'
import { withImageForm } from '#app/read-form.server.ts'
import { refusedFrom } from '#app/refused.server.ts'
import type { Route } from './+types/series-picture'

/** The form with the picture of a series: sets or removes it, and returns to the editor. */
export async function action({ request, params: { seriesId }, context }: Route.ActionArgs) {
  const editor = `/series/${seriesId}/edit`
  const { account } = context.get(pageRequestContext)
  if (!account) return redirect(`/login?next=${encodeURIComponent(editor)}`)
  const { series } = context.get(hoshiContext)
  const tooLarge = { code: 'series.poster_too_large', field: 'poster' } as const
  try {
    // Before its bytes are read.
    await series.ensureOwn(account, seriesId)
    await withImageForm(context, account, request, tooLarge, async ({ fields, image }) => {
      if (fields.has('remove')) await series.removePoster(account, seriesId)
      else await series.setPoster(account, seriesId, image)
    })
    return redirect(`${editor}?saved`)
  } catch (thrown) {
    return redirect(`${editor}?picture=${refusedFrom(thrown).refused.code}`)
  }
}

/** A GET request changes nothing. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/series/${params.seriesId}/edit`)
}
