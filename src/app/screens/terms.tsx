import { hoshiContext } from '#app/context.ts'
import { PageFrame } from '#app/frame/page-frame.tsx'
import { sharedHead } from '#app/head.ts'
import { Reading } from '#app/reading/reading.tsx'
import { TEXTS_UPDATED, terms } from '#app/reading/terms.ts'
import type { Route } from './+types/terms'

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
    <PageFrame>
      <Reading
        title="Terms of Service"
        lead="The rules between you and Hoshi, in plain words."
        updated={TEXTS_UPDATED}
        sections={terms}
        blanks={loaderData}
      />
    </PageFrame>
  )
}
