import { CreditList } from '#app/credits/credit-list.tsx'
import { LoadMore } from '#app/episodes/load-more.tsx'
import { useLoadMore } from '#app/episodes/use-load-more.ts'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { requireAccount } from '#app/http/guard.server.ts'
import { head } from '#app/http/head.ts'
import { readForm, refusePartialForm } from '#app/http/read-form.server.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import { refusedFrom, refusePage } from '#app/http/refused.server.ts'
import { CREDIT_GONE } from '#app/messages/failures.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { SuccessMessage } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { useSavedForm } from '#app/ui/use-saved-form.ts'
import type { Route } from './+types/credits'
import '../styles/studio.css'

export const meta: Route.MetaFunction = () => head('My Credits', 'Episodes that credit you.')

const path = '/dashboard/credits'

const answers = {
  accept: 'Accepted. The name links to your profile.',
  decline: 'Declined. The name stays as plain text, and you will not be asked again for this episode.',
  gone: CREDIT_GONE,
} as const

export async function loader({ context, url }: Route.LoaderArgs) {
  const account = requireAccount({ context, url })
  const { catalog } = context.get(hoshiContext)
  const cursor = url.searchParams.get('cursor') ?? undefined
  const page = await catalog.credits.naming(account, { cursor }).catch(refusePage)
  const answered = url.searchParams.get('answered') ?? ''
  return {
    list: { items: page.credits, nextCursor: page.nextCursor },
    answer: Object.hasOwn(answers, answered) ? answers[answered as keyof typeof answers] : null,
  }
}

/** A later page that cannot be fetched leaves the list in place. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader()
  } catch (error) {
    if (error instanceof Response || !new URL(request.url).searchParams.has('cursor')) throw error
    console.debug('credits not fetched', error)
    return { list: null, answer: null }
  }
}

/** Accepts or declines one credit. */
export async function action({ request, context }: Route.ActionArgs) {
  const { account } = context.get(pageRequestContext)
  if (!account) throw redirectTo(`/login?next=${encodeURIComponent(path)}`)
  const form = await readForm(request)
  const answer = form.get('answer')
  if (answer !== 'accept' && answer !== 'decline') refusePartialForm()
  const { catalog } = context.get(hoshiContext)
  const send = answer === 'accept' ? catalog.credits.accept : catalog.credits.decline
  try {
    await send(account, String(form.get('id') ?? ''))
  } catch (thrown) {
    if (refusedFrom(thrown).refused.code !== 'catalog.credit_not_found') throw thrown
    return redirectTo(`${path}?answered=gone`)
  }
  return redirectTo(`${path}?answered=${answer}`)
}

export default function Credits({ loaderData }: Route.ComponentProps) {
  // Only where the page itself was not fetched.
  if (!loaderData.list) throw new Error('a page of credits was not fetched')
  const { formKey, message } = useSavedForm(loaderData.answer !== null)
  const { items, nextCursor, isLoading, loadMore } = useLoadMore(path, loaderData.list, formKey)
  return (
    <div className="wrap page credits-page">
      <Link className="back" to="/dashboard">
        <Icon name="left" />
        Back to Dashboard
      </Link>
      <h1>My Credits</h1>
      <p className="muted credits-lead">
        Other creators have credited you. If you accept, the name links to your profile, and your profile lists the
        episode. If you decline, the name stays as plain text.
      </p>
      {loaderData.answer && <SuccessMessage ref={message}>{loaderData.answer}</SuccessMessage>}
      {items.length === 0 ? (
        <EmptyState pose="sleep" title="No credits yet">
          <p>When a creator credits you in an episode, you can accept or decline here.</p>
        </EmptyState>
      ) : (
        <CreditList credits={items} />
      )}
      <LoadMore path={path} cursor={nextCursor} isLoading={isLoading} loadMore={loadMore} />
    </div>
  )
}
