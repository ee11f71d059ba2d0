import { data, type ShouldRevalidateFunctionArgs } from 'react-router'
import { hoshiContext, visitContext } from '#app/context.ts'
import { DashboardView } from '#app/dashboard/dashboard-view.tsx'
import { loadOwnList } from '#app/dashboard/load-own.server.ts'
import { emptyList } from '#app/dashboard/own-list.ts'
import { plainAction } from '#app/dashboard/plain-action.server.ts'
import { requireAccount } from '#app/guard.server.ts'
import { head } from '#app/head.ts'
import type { Route } from './+types/dashboard'
import '../styles/studio.css'

export const meta: Route.MetaFunction = () => head('Creator Dashboard', 'Your own episodes on Hoshi.')

export async function loader({ context, url }: Route.LoaderArgs) {
  const { account, isSubmission } = context.get(visitContext)
  // A session that ended since gets its sentence from the action, and keeps the form.
  if (isSubmission && !account) return { list: emptyList, canChoosePoster: false }
  const list = await loadOwnList(context, requireAccount({ context, url }))
  return { list, canChoosePoster: context.get(hoshiContext).video.letsChoosePosters }
}

/** Only a page whose scripts do not run posts here. */
export async function action({ request, context }: Route.ActionArgs) {
  const { answer, init } = await plainAction(context, request)
  return data(answer, init)
}

/** The tabs are parts of one list: going through them asks for nothing. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return currentUrl.search === nextUrl.search && defaultShouldRevalidate
}

/** A list that cannot be fetched begins empty; the page asks for it again by itself. @see docs/product.md#dashboard */
export function ErrorBoundary() {
  return <DashboardView list={emptyList} canChoosePoster={false} answer={null} />
}

export default function Dashboard({ loaderData, actionData }: Route.ComponentProps) {
  return <DashboardView {...loaderData} answer={actionData ?? null} />
}
