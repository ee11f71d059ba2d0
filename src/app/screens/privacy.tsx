import { hoshiContext } from '#app/context.ts'
import { PageFrame } from '#app/frame/page-frame.tsx'
import { sharedHead } from '#app/head.ts'
import { privacy } from '#app/reading/privacy.ts'
import { Reading } from '#app/reading/reading.tsx'
import { TEXTS_UPDATED } from '#app/reading/terms.ts'
import type { Route } from './+types/privacy'

export const meta: Route.MetaFunction = ({ matches }) =>
  sharedHead(matches, {
    title: 'Privacy Policy',
    description: 'What Hoshi keeps about you, what for, and until when. Two cookies of our own, no trackers.',
    path: '/privacy',
  })

export function loader({ context }: Route.LoaderArgs) {
  return { supportEmail: context.get(hoshiContext).supportEmail }
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return (
    <PageFrame>
      <Reading
        title="Privacy Policy"
        lead="What Hoshi keeps about you, what for, and until when."
        updated={TEXTS_UPDATED}
        sections={privacy}
        blanks={loaderData}
      />
    </PageFrame>
  )
}
