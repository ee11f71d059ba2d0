import { changeSite } from '#app/console/change-site.server.ts'
import { requireAdmin } from '#app/console/guard.server.ts'
import { consoleHead } from '#app/console/head.ts'
import { Invitations } from '#app/console/invitations.tsx'
import { loadSite } from '#app/console/load-site.server.ts'
import { SettingsForm } from '#app/console/settings-form.tsx'
import { readForm } from '#app/http/read-form.server.ts'
import { SuccessMessage } from '#app/ui/field.tsx'
import type { Route } from './+types/admin-settings'
import '../styles/choice-rows.css'
import '../styles/console-site.css'

export const meta: Route.MetaFunction = () => consoleHead('Settings')

export function loader({ request, context, url }: Route.LoaderArgs) {
  requireAdmin(context)
  return loadSite(context, url, request.headers)
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireAdmin(context)
  return await changeSite(context, actor, { headers: request.headers, form: await readForm(request) })
}

export default function AdminSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { settings, invitations, done, now } = loaderData
  const refused = actionData?.refused ?? null
  const values = actionData?.values ?? null
  const isOfSettings = values?.intent === 'settings'
  return (
    <>
      <div className="console-head cluster spread">
        <div>
          <h1>Settings</h1>
          <p className="muted">Changes take effect at once, on the whole site.</p>
        </div>
      </div>
      {done && !actionData && <SuccessMessage>{done}</SuccessMessage>}
      <div className="console-papers">
        <SettingsForm settings={values?.settings ?? settings} refused={isOfSettings ? refused : null} />
        <Invitations
          invitations={invitations}
          now={now}
          refused={isOfSettings ? null : refused}
          uses={refused ? (values?.uses ?? '') : ''}
          made={actionData?.made ?? null}
        />
      </div>
    </>
  )
}
