import { isRouteErrorResponse } from 'react-router'
import type { Refused } from './refused.server.ts'

/** The refusal that `refusePage` has put in a response; null for anything else. */
export function refusalIn(thrown: unknown): Refused | null {
  if (!isRouteErrorResponse(thrown) || thrown.status >= 500) return null
  const { code, message, field } = (thrown.data ?? {}) as Partial<Refused>
  return typeof code === 'string' && typeof message === 'string' ? { code, message, field: field ?? null } : null
}
