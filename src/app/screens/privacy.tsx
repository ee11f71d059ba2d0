import { ArticlePage } from '#app/articles/article-page.tsx'
import { adaptToProvider } from '#app/articles/hosted-sentences.ts'
import { privacy } from '#app/articles/privacy.ts'
import { TEXTS_UPDATED } from '#app/articles/terms.ts'
import { hoshiContext } from '#app/http/context.ts'
import { sharedHead } from '#app/http/head.ts'
import { PageLayout } from '#app/layout/page-layout.tsx'
import type { Route } from './+types/privacy'
import '../styles/site-pages.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  sharedHead(matches, {
    title: 'Privacy Policy',
    description: 'What data Hoshi stores about you, why, and for how long. Four cookies of our own, no trackers.',
    path: '/privacy',
  })

export function loader({ context }: Route.LoaderArgs) {
  const { supportEmail, video } = context.get(hoshiContext)
  return { supportEmail, provider: video.carrier }
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return (
    <PageLayout>
      <ArticlePage
        title="Privacy Policy"
        lead="What data Hoshi stores about you, why, and for how long."
        updated={TEXTS_UPDATED}
        sections={adaptToProvider(loaderData.provider, privacy)}
        placeholders={loaderData}
      />
    </PageLayout>
  )
}
