import { hoshiContext } from '#app/http/context.ts'
import { head } from '#app/http/head.ts'
import { ExportSection } from '#app/settings/account-sections.tsx'
import { changeSettings } from '#app/settings/change-settings.server.ts'
import { DeleteSection } from '#app/settings/delete-section.tsx'
import { ImportSection } from '#app/settings/import-section.tsx'
import { RecordsSection } from '#app/settings/records-section.tsx'
import { settingsAccount } from '#app/settings/settings-account.server.ts'
import { SettingsPage } from '#app/settings/settings-page.tsx'
import { settingsPage } from '#app/settings/settings-pages.ts'
import { settingsResult, submitSection } from '#app/settings/settings-result.ts'
import { importProblem, showImport } from '#app/settings/show-import.server.ts'
import { mayHaveProfile } from '#creators/creator-permissions.ts'
import type { Route } from './+types/settings-data'
import '../styles/studio.css'

export const meta: Route.MetaFunction = () =>
  head(settingsPage.data.title, 'Export, import or delete your data on Hoshi.')

export async function loader({ context, url }: Route.LoaderArgs) {
  const account = settingsAccount({ context, url })
  if (!account) return null
  const { exports, imports } = context.get(hoshiContext)
  const [progress, lastImport] = await Promise.all([exports.progressOf(account), imports.progressOf(account)])
  return {
    isCreator: mayHaveProfile(account),
    progress,
    lastImport: showImport(lastImport),
    importProblem: importProblem(url),
    saved: url.searchParams.get('saved'),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  return await changeSettings(context, request)
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return submitSection(request, serverAction)
}

export default function DataSettings({ loaderData, actionData }: Route.ComponentProps) {
  const result = settingsResult(actionData, loaderData?.saved)
  return (
    <SettingsPage
      page="data"
      result={result}
      after={loaderData && <DeleteSection isCreator={loaderData.isCreator} result={result} />}
    >
      {loaderData && (
        <>
          <ExportSection progress={loaderData.progress} result={result} />
          <ImportSection
            state={loaderData.lastImport}
            problem={loaderData.importProblem}
            isCreator={loaderData.isCreator}
          />
          <RecordsSection isCreator={loaderData.isCreator} />
        </>
      )}
    </SettingsPage>
  )
}
