import { EmbedView, NotLoaded, NotOnAnySheet } from '#app/embed/embed-view.tsx'
import { loadEmbed } from '#app/embed/load-embed.server.ts'
import { head } from '#app/http/head.ts'
import { isNotFound } from '#app/layout/error-page.tsx'
import type { RouteHandle } from '#app/layout/route-handle.ts'
import type { Route } from './+types/embed'
import '../styles/embed.css'

export const handle: RouteHandle = { isFramed: true }

export const meta: Route.MetaFunction = ({ loaderData }) => [
  ...head(loaderData?.episode.title ?? 'Episode unavailable', 'An episode on Hoshi.'),
  { name: 'robots', content: 'noindex' },
]

export function loader({ params, context }: Route.LoaderArgs) {
  return loadEmbed(context, params.episodeId)
}

export default function Embed({ loaderData }: Route.ComponentProps) {
  return <EmbedView key={loaderData.episode.id} data={loaderData} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isNotFound(error) ? <NotOnAnySheet /> : <NotLoaded />
}
