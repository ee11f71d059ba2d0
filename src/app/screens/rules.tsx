import { ArticlePage } from '#app/articles/article-page.tsx'
import { rules } from '#app/articles/rules.ts'
import { hoshiContext } from '#app/http/context.ts'
import { sharedHead } from '#app/http/head.ts'
import { PageLayout } from '#app/layout/page-layout.tsx'
import type { Route } from './+types/rules'
import '../styles/site-pages.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  sharedHead(matches, {
    title: 'Rules',
    description: 'What is allowed in episodes, comments, notes and profiles on Hoshi.',
    path: '/rules',
  })

export function loader({ context }: Route.LoaderArgs) {
  return { supportEmail: context.get(hoshiContext).supportEmail }
}

export default function Rules({ loaderData }: Route.ComponentProps) {
  return (
    <PageLayout>
      <ArticlePage
        title="Rules"
        lead="What is allowed in episodes, comments, notes and profiles on Hoshi."
        sections={rules}
        placeholders={loaderData}
      />
    </PageLayout>
  )
}
