import { Link } from 'react-router'
import { hoshiContext } from '#app/context.ts'
import type { ScreenHandle } from '#app/frame/screen-handle.ts'
import { sharedHead } from '#app/head.ts'
import { asTrueWith } from '#app/reading/carried.ts'
import { faq } from '#app/reading/faq.ts'
import { Reading } from '#app/reading/reading.tsx'
import { megabytes } from '#app/ui/figures.ts'
import type { Route } from './+types/faq'

export const handle: ScreenHandle = { backdrop: 'stars' }

export const meta: Route.MetaFunction = ({ matches }) =>
  sharedHead(matches, {
    title: 'FAQ',
    description: 'How Hoshi works: watching, what counts as a view, uploading, support links, accounts and privacy.',
    path: '/faq',
  })

export function loader({ context }: Route.LoaderArgs) {
  const { supportEmail, maxUploadBytes, video } = context.get(hoshiContext)
  return { supportEmail, largestUpload: megabytes(maxUploadBytes), carrier: video.carrier }
}

export default function Faq({ loaderData }: Route.ComponentProps) {
  return (
    <Reading
      title="FAQ"
      lead="The rules of Hoshi, as answers."
      sections={asTrueWith(loaderData.carrier, faq)}
      blanks={loaderData}
    >
      <p className="reading-end">
        Not answered here?{' '}
        <Link className="button" to="/contact">
          Contact
        </Link>
      </p>
    </Reading>
  )
}
