import { hoshiContext } from '#app/context.ts'
import { PageFrame } from '#app/frame/page-frame.tsx'
import { sharedHead } from '#app/head.ts'
import { asTrueWith } from '#app/reading/carried.ts'
import { privacy } from '#app/reading/privacy.ts'
import { Reading } from '#app/reading/reading.tsx'
import { TEXTS_UPDATED } from '#app/reading/terms.ts'
import type { Route } from './+types/privacy'

export const meta: Route.MetaFunction = ({ matches }) =>
  sharedHead(matches, {
    title: 'Privacy Policy',
    description: 'What Hoshi keeps about you, what for, and until when. Three cookies of our own, no trackers.',
    path: '/privacy',
  })

export function loader({ context }: Route.LoaderArgs) {
  const { supportEmail, video } = context.get(hoshiContext)
  return { supportEmail, carrier: video.carrier }
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return (
    <PageFrame>
      <Reading
        title="Privacy Policy"
        lead="What Hoshi keeps about you, what for, and until when."
        updated={TEXTS_UPDATED}
        sections={asTrueWith(loaderData.carrier, privacy)}
        blanks={loaderData}
      />
    </PageFrame>
  )
}
