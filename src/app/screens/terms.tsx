import { ArticlePage } from '#app/articles/article-page.tsx'
import { TEXTS_UPDATED, terms } from '#app/articles/terms.ts'
import { hoshiContext } from '#app/http/context.ts'
import { sharedHead } from '#app/http/head.ts'
import { PageLayout } from '#app/layout/page-layout.tsx'
import type { Route } from './+types/terms'
import '../styles/site-pages.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  sharedHead(matches, {
    title: 'Terms of Service',
    description: 'The rules between you and Hoshi: accounts, what creators own, donations without commission, ads.',
    path: '/terms',
  })

export function loader({ context }: Route.LoaderArgs) {
  return { supportEmail: context.get(hoshiContext).supportEmail }
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  return (
    <PageLayout>
      <ArticlePage
        title="Terms of Service"
        lead="The rules between you and Hoshi, in plain words."
        updated={TEXTS_UPDATED}
        sections={terms}
        placeholders={loaderData}
      />
    </PageLayout>
  )
}
