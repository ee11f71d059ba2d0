import { hoshiContext } from '#app/http/context.ts'
import { head } from '#app/http/head.ts'
import { changeSettings } from '#app/settings/change-settings.server.ts'
import { NotificationSection } from '#app/settings/notification-section.tsx'
import { settingsAccount } from '#app/settings/settings-account.server.ts'
import { SettingsPage } from '#app/settings/settings-page.tsx'
import { settingsPage } from '#app/settings/settings-pages.ts'
import { settingsResult, submitSection } from '#app/settings/settings-result.ts'
import type { Route } from './+types/settings-notifications'
import '../styles/studio.css'

export const meta: Route.MetaFunction = () =>
  head(settingsPage.notifications.title, 'Choose which notifications and emails you get.')

export async function loader({ context, url }: Route.LoaderArgs) {
  const account = settingsAccount({ context, url })
  if (!account) return null
  const notifications = await context.get(hoshiContext).community.notificationSettings(account)
  return { notifications, saved: url.searchParams.get('saved') }
}

export async function action({ request, context }: Route.ActionArgs) {
  return await changeSettings(context, request)
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return submitSection(request, serverAction)
}

export default function NotificationSettings({ loaderData, actionData }: Route.ComponentProps) {
  const result = settingsResult(actionData, loaderData?.saved)
  return (
    <SettingsPage page="notifications" result={result}>
      {loaderData && <NotificationSection settings={loaderData.notifications} result={result} />}
    </SettingsPage>
  )
}
