import { data } from 'react-router'
import { NotFoundNote } from '#app/frame/page-failure.tsx'
import { head } from '#app/head.ts'
import type { Route } from './+types/not-found'

export const meta: Route.MetaFunction = () => head('404 Not Found', 'There is nothing at this address.')

export function loader() {
  return data(null, { status: 404 })
}

export default function NotFound() {
  return (
    <div className="wrap page">
      <NotFoundNote title="404 Not Found">This cut is not on any sheet.</NotFoundNote>
    </div>
  )
}
