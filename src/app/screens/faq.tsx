import { ArticlePage } from '#app/articles/article-page.tsx'
import { faq } from '#app/articles/faq.ts'
import { adaptToProvider } from '#app/articles/hosted-sentences.ts'
import { hoshiContext } from '#app/http/context.ts'
import { sharedHead } from '#app/http/head.ts'
import type { RouteHandle } from '#app/layout/route-handle.ts'
import { formatMegabytes } from '#app/ui/format.ts'
import { Link } from '#app/ui/link.tsx'
import type { Route } from './+types/faq'
import '../styles/site-pages.css'

export const handle: RouteHandle = { backdrop: 'stars' }

export const meta: Route.MetaFunction = ({ matches }) =>
  sharedHead(matches, {
    title: 'FAQ',
    description: 'How Hoshi works: watching, what counts as a view, uploading, support links, accounts and privacy.',
    path: '/faq',
  })

export function loader({ context }: Route.LoaderArgs) {
  const { supportEmail, maxUploadBytes, video } = context.get(hoshiContext)
  return { supportEmail, largestUpload: formatMegabytes(maxUploadBytes), provider: video.carrier }
}

export default function Faq({ loaderData }: Route.ComponentProps) {
  return (
    <ArticlePage
      title="FAQ"
      lead="How Hoshi works, in questions and answers."
      sections={adaptToProvider(loaderData.provider, faq)}
      placeholders={loaderData}
    >
      <p className="reading-end">
        Not answered here?{' '}
        <Link className="button" to="/contact">
          Contact
        </Link>
      </p>
    </ArticlePage>
  )
}
