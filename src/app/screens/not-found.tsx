import { data } from 'react-router'
import { notFoundHead } from '#app/http/head.ts'
import { NoSuchPage } from '#app/layout/error-page.tsx'
import type { Route } from './+types/not-found'

export const meta: Route.MetaFunction = () => notFoundHead()

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
