import { data, type ShouldRevalidateFunctionArgs } from 'react-router'
import { loadAnalytics } from '#app/analytics/load-analytics.server.ts'
import { DashboardView } from '#app/dashboard/dashboard-view.tsx'
import { openDecisions } from '#app/dashboard/load-decisions.server.ts'
import { loadFirstSteps } from '#app/dashboard/load-first-steps.server.ts'
import { loadOwnList } from '#app/dashboard/load-own.server.ts'
import { dashboardPlace, handleNoScriptForm } from '#app/dashboard/no-script-action.server.ts'
import { unloadedList } from '#app/dashboard/own-list.ts'
import { tabOf } from '#app/dashboard/tabs.ts'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { requireAccount } from '#app/http/guard.server.ts'
import { head } from '#app/http/head.ts'
import { seriesCardOf } from '#app/series/series-card.tsx'
import type { Route } from './+types/dashboard'
import '../styles/studio.css'
import '../styles/decision-strip.css'

export const meta: Route.MetaFunction = () => head('Creator Dashboard', 'Your own episodes on Hoshi.')

const nothingLoaded = {
  unverifiedEmail: null,
  list: unloadedList,
  series: [],
  analytics: null,
  creditRequests: 0,
  decisions: [],
  firstSteps: null,
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { account: signedIn, isSubmission } = context.get(pageRequestContext)
  // If the session has ended, the action returns the message and the form keeps its values.
  if (isSubmission && !signedIn) return nothingLoaded
  const account = requireAccount({ context, url })
  const { identity, catalog, moderation, series } = context.get(hoshiContext)
  const isPart = isFiguresOnly(url)
  const [awaitsVerification, list, own, creditRequests, decisions, analytics] = await Promise.all([
    !isPart && identity.awaitsVerification(account),
    isPart ? unloadedList : loadOwnList(context, account),
    isPart ? [] : series.own(account),
    isPart ? 0 : catalog.credits.countRequests(account),
    isPart ? [] : moderation.appeals.ownDecisions(account),
    tabOf(url.searchParams) === 'analytics' ? loadAnalytics(context, account, url) : null,
  ])
  return {
    unverifiedEmail: awaitsVerification ? account.email : null,
    list,
    series: own.map(seriesCardOf),
    analytics,
    creditRequests,
    decisions: openDecisions(decisions),
    firstSteps: !isPart && list.rows.length === 0 ? await loadFirstSteps(context, account) : null,
  }
}

/** Figures by day that cannot be fetched leave the previous ones in place. @see docs/product.md#analytics */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader()
  } catch (error) {
    // A redirect to the login.
    if (error instanceof Response || !isFiguresOnly(new URL(request.url))) throw error
    console.debug('analytics not fetched', error)
    return nothingLoaded
  }
}

/** Whether a fetcher asks for the figures by day alone. */
function isFiguresOnly({ searchParams }: URL): boolean {
  return searchParams.get('part') === 'analytics'
}

/** Handles forms of pages whose scripts do not run. */
export async function action({ request, context }: Route.ActionArgs) {
  const { failure, init } = await handleNoScriptForm(context, request, dashboardPlace(new URL(request.url)))
  return data(failure, init)
}

/** The tabs share one list, so switching between them fetches nothing but the figures by day, which a fetcher loads. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return currentUrl.search === nextUrl.search && defaultShouldRevalidate
}

/**
 * A list that cannot be fetched starts empty; the page fetches it again automatically.
 * @see docs/product.md#dashboard
 */
export function ErrorBoundary() {
  return <DashboardView {...nothingLoaded} failure={null} />
}

export default function Dashboard({ loaderData, actionData }: Route.ComponentProps) {
  return <DashboardView {...loaderData} failure={actionData ?? null} />
}
