import type { RouterContextProvider } from 'react-router'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { redirectTo } from '#app/http/redirect-to.ts'
import { refusedFrom, reportFullDisk } from '#app/http/refused.server.ts'
import { receiveArchive } from '#app/settings/receive-archive.server.ts'
import { sectionUrl } from '#app/settings/settings-pages.ts'
import type { Route } from './+types/settings-import'

const SECTION = sectionUrl('import')

/** The form with the export of another Hoshi. It leads back to Settings, which show the state of the import. */
export async function action({ request, context }: Route.ActionArgs) {
  const { account, ip } = context.get(pageRequestContext)
  if (!account) return redirectTo(`/login?next=${encodeURIComponent(SECTION)}`)
  try {
    const { imports } = context.get(hoshiContext)
    await receiveArchive(request, (archive) => imports.request(account, { ...archive, ip }))
    return redirectTo(SECTION)
  } catch (thrown) {
    return redirectTo(sectionUrl('import', `import=${codeOf(thrown, context, request)}`))
  }
}

function codeOf(thrown: unknown, context: Readonly<RouterContextProvider>, request: Request): string {
  return refusedFrom(reportFullDisk(thrown, context, request)).refused.code
}

/** A GET request changes nothing. */
export function loader() {
  return redirectTo(SECTION)
}
