import { useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { requireAccount } from '#app/http/guard.server.ts'
import { head } from '#app/http/head.ts'
import { submitOr } from '#app/http/no-response.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import { problemsForm, refusedForm } from '#app/http/refused.server.ts'
import { refusalOfForm, useAnswerProblems } from '#app/http/use-answer-problems.ts'
import { seriesLabels } from '#app/series/series-form.ts'
import { seriesProblems } from '#app/series/series-problems.server.ts'
import { ErrorMessage, Field, TextAreaField } from '#app/ui/field.tsx'
import { useFormProblems } from '#app/ui/form-problems.ts'
import { FormSummary } from '#app/ui/form-summary.tsx'
import { PaperCard } from '#app/ui/paper-card.tsx'
import { Refusal } from '#platform/refusal.ts'
import { SERIES_DESCRIPTION_MAX_CHARACTERS } from '#series/series.ts'
import type { Route } from './+types/new-series'
import '../styles/series-editor.css'

export const meta: Route.MetaFunction = () => head('New Series', 'Group your episodes into a series on Hoshi.')

export function loader({ context, url }: Route.LoaderArgs) {
  if (!context.get(pageRequestContext).isSubmission) requireAccount({ context, url })
  return null
}

export async function action({ request, context }: Route.ActionArgs) {
  const values = valuesOf(await readForm(request))
  try {
    const { account } = context.get(pageRequestContext)
    if (!account) throw new Refusal('identity.sign_in_required')
    const problems = seriesProblems(values)
    if (problems.length > 0) return problemsForm(problems, values)
    const { id } = await context.get(hoshiContext).series.create(account, values)
    return redirectTo(`/series/${id}/edit`)
  } catch (thrown) {
    return refusedForm(thrown, values)
  }
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const values = valuesOf(await request.clone().formData())
  return submitOr(serverAction, (refused) => ({ refused, values }))
}

function valuesOf(form: FormData) {
  return { title: String(form.get('title') ?? ''), description: String(form.get('description') ?? '') }
}

const fields = Object.keys(seriesLabels)

export default function NewSeries({ actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== 'idle'
  const form = useRef<HTMLFormElement>(null)
  const shown = useFormProblems(form, useAnswerProblems(actionData, fields))
  const problem = refusalOfForm(actionData, fields)
  return (
    <div className="wrap page">
      <PaperCard className="series-form-card series-form-card-new">
        <h1>New Series</h1>
        {problem !== null && <ErrorMessage>{problem}</ErrorMessage>}
        <FormSummary form={form} shown={shown} labels={seriesLabels} />
        <Form
          ref={form}
          method="post"
          noValidate
          onSubmit={(event) => isBusy && event.preventDefault()}
          {...shown.formProps}
        >
          <Field
            label="Title"
            name="title"
            defaultValue={actionData?.values.title}
            required
            {...shown.fieldProps('title')}
          />
          <TextAreaField
            label="Description"
            hint={`Up to ${SERIES_DESCRIPTION_MAX_CHARACTERS} characters`}
            name="description"
            defaultValue={actionData?.values.description}
            {...shown.fieldProps('description')}
          />
          <button type="submit" className="button button-primary" aria-disabled={isBusy || undefined}>
            Create Series
          </button>
        </Form>
      </PaperCard>
    </div>
  )
}
