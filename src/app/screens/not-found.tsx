import { data } from 'react-router'
import { head } from '#app/head.ts'
import { NoSuchPage } from '#app/layout/error-page.tsx'
import type { Route } from './+types/not-found'

export const meta: Route.MetaFunction = () => head('404 Not Found', 'There is nothing at this address.')

export function loader() {
  return data(null, { status: 404 })
}

export default function NotFound() {
  return (
    <div className="wrap page">
      <NoSuchPage />
    </div>
  )
}
