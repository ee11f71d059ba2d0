import { useRouteLoaderData } from 'react-router'
import type { loader } from '#app/root.tsx'
import type { Role } from '#identity/account.ts'

/** Who is looking at the page, as far as the page may know. */
export interface PageVisitor {
  uid: string
  email: string
  role: Role
}

/** The signed-in visitor, or null. Also null when the page failed before it was known. */
export function useVisitor(): PageVisitor | null {
  return useRouteLoaderData<typeof loader>('root')?.account ?? null
}
