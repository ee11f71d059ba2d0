import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { requireAccount } from '#app/http/guard.server.ts'
import { head } from '#app/http/head.ts'
import { type AppealResult, handleAppeal } from '#app/moderation/handle-appeal.server.ts'
import { OwnDecisionCard } from '#app/moderation/own-decision.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorMessage } from '#app/ui/field.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import type { Route } from './+types/own-decisions'
import '../styles/report.css'
import '../styles/own-decisions.css'

export const meta: Route.MetaFunction = () => head('Decisions', 'Moderator decisions about your content.')

export async function loader({ context, url }: Route.LoaderArgs) {
  const { account: signedIn, isSubmission } = context.get(pageRequestContext)
  // If the session has ended, the action says so.
  if (isSubmission && !signedIn) return { decisions: [] }
  const account = requireAccount({ context, url })
  const now = new Date()
  const decisions = await context.get(hoshiContext).moderation.appeals.ownDecisions(account)
  return { decisions: decisions.map((made) => ({ made, mayAppeal: made.appealUntil > now && made.answer === null })) }
}

export function action({ context, request }: Route.ActionArgs) {
  return handleAppeal(context, request)
}

export default function OwnDecisions({ loaderData, actionData }: Route.ComponentProps) {
  const { decisions } = loaderData
  const refused = (actionData as AppealResult | undefined) ?? null
  const isShown = decisions.some(({ made }) => made.id === refused?.values.decision && !made.appeal)
  return (
    <div className="wrap page own-decisions">
      <Link className="back" to="/settings/data">
        <Icon name="left" />
        Back to Settings
      </Link>
      <h1>Decisions</h1>
      {refused && !isShown && <ErrorMessage>{refused.refused.message}</ErrorMessage>}
      {decisions.length === 0 ? (
        <EmptyState pose="sleep" title="No decisions yet">
          <p>Moderator decisions about your episodes and comments appear here, with the reason.</p>
        </EmptyState>
      ) : (
        decisions.map(({ made, mayAppeal }) => (
          <OwnDecisionCard
            key={made.id}
            made={made}
            mayAppeal={mayAppeal}
            refused={refused?.values.decision === made.id ? refused : null}
          />
        ))
      )}
    </div>
  )
}
