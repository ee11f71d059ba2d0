import { changeWords } from '#app/console/change-words.server.ts'
import { requireConsole } from '#app/console/guard.server.ts'
import { consoleHead } from '#app/console/head.ts'
import { WordForm, WordTable } from '#app/console/word-list.tsx'
import { wordDoneSentence } from '#app/console/words-url.ts'
import { hoshiContext } from '#app/http/context.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { ErrorMessage, SuccessMessage } from '#app/ui/field.tsx'
import type { Route } from './+types/admin-words'
import '../styles/choice-rows.css'
import '../styles/console-site.css'

export const meta: Route.MetaFunction = () => consoleHead('Words')

export async function loader({ context, url }: Route.LoaderArgs) {
  requireConsole(context)
  const words = await context.get(hoshiContext).administration.words.list()
  return { words, done: wordDoneSentence(url.searchParams) }
}

export async function action({ request, context }: Route.ActionArgs) {
  return await changeWords(context, requireConsole(context), await readForm(request))
}

export default function AdminWords({ loaderData, actionData }: Route.ComponentProps) {
  const { words, done } = loaderData
  const values = actionData?.values ?? null
  const refused = actionData?.refused ?? null
  return (
    <>
      <div className="console-head cluster spread">
        <div>
          <h1>Words</h1>
          <p className="muted">What happens to comments, episode titles and usernames that contain a listed word.</p>
        </div>
      </div>
      {done && !actionData && <SuccessMessage>{done}</SuccessMessage>}
      {refused && !values && <ErrorMessage>{refused.message}</ErrorMessage>}
      <div className="console-papers">
        {/* A new list is a new form: the added word does not stay in it. */}
        <WordForm key={words.length} refused={values ? refused : null} values={values} />
        {words.length > 0 && <WordTable words={words} />}
      </div>
    </>
  )
}
