import { head } from '#app/http/head.ts'
import { submitOr } from '#app/http/no-response.ts'
import { messageFor } from '#app/messages/refusals.server.ts'
import { changeSeries, type RefusedSeries } from '#app/series/change-series.server.ts'
import { loadEditor } from '#app/series/load-editor.server.ts'
import { SeriesEditor } from '#app/series/series-editor.tsx'
import { readSeriesForm } from '#app/series/series-form.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { useSavedForm } from '#app/ui/use-saved-form.ts'
import type { Route } from './+types/edit-series'
import '../styles/series-editor.css'

export const meta: Route.MetaFunction = () =>
  head('Edit Series', 'Edit the order, arcs and description of your series.')

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const problem = url.searchParams.get('picture')
  return {
    editor: await loadEditor(context, params.seriesId, url),
    isSaved: url.searchParams.has('saved'),
    pictureProblem:
      problem !== null && /^(series\.(poster|cover)_|request\.|video\.storage_full$)/.test(problem)
        ? messageFor(problem)
        : null,
  }
}

export function action({ params, context, request }: Route.ActionArgs) {
  return changeSeries(context, params.seriesId, request)
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const values = readSeriesForm(await request.clone().formData())
  return submitOr(serverAction, (refused): RefusedSeries => ({ refused, problems: [], values }))
}

export default function EditSeries({ loaderData, actionData }: Route.ComponentProps) {
  const { editor, isSaved, pictureProblem } = loaderData
  const answer = (actionData as RefusedSeries | undefined) ?? null
  const { formKey, message } = useSavedForm(isSaved && !answer)
  return (
    <div className="wrap page">
      <Link className="back" to={`/series/${editor.id}`}>
        <Icon name="left" />
        Back to Series
      </Link>
      <SeriesEditor
        key={`${editor.id} ${formKey}`}
        data={editor}
        answer={answer}
        isSaved={isSaved && !answer}
        message={message}
        pictureProblem={pictureProblem}
      />
    </div>
  )
}
