import { redirectTo } from '#app/http/redirect-to.ts'
import { settingsPage } from '#app/settings/settings-pages.ts'
import type { Route } from './+types/settings-profile'

/** The first page of Settings stands at the address of the whole. */
export function loader({ url }: Route.LoaderArgs) {
  return redirectTo(`${settingsPage.profile.path}${url.search}`)
}
