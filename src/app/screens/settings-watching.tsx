import { followingFeedUrl } from '#app/feeds/feed-url.ts'
import { hoshiContext } from '#app/http/context.ts'
import { head } from '#app/http/head.ts'
import { safeNext } from '#app/http/safe-next.ts'
import { changeSettings } from '#app/settings/change-settings.server.ts'
import { FeedSection } from '#app/settings/feed-section.tsx'
import { LanguageSection } from '#app/settings/language-section.tsx'
import { MutedSection } from '#app/settings/muted-section.tsx'
import { NsfwSection } from '#app/settings/nsfw-section.tsx'
import { PlayingSection } from '#app/settings/playing-section.tsx'
import { settingsAccount } from '#app/settings/settings-account.server.ts'
import { SettingsPage } from '#app/settings/settings-page.tsx'
import { settingsPage } from '#app/settings/settings-pages.ts'
import { settingsResult, submitSection } from '#app/settings/settings-result.ts'
import { ThemeSection } from '#app/settings/theme-section.tsx'
import type { Route } from './+types/settings-watching'
import '../styles/studio.css'

export const meta: Route.MetaFunction = () =>
  head(settingsPage.watching.title, 'Choose how Hoshi looks and which episodes you see.')

export async function loader({ context, url }: Route.LoaderArgs) {
  const account = settingsAccount({ context, url })
  if (!account) return null
  const { identity, engagement, community, publicUrl } = context.get(hoshiContext)
  const [theme, nsfw, muted, feedKey] = await Promise.all([
    identity.themeOf(account),
    identity.nsfwSettingOf(account),
    engagement.notes.muted(account),
    community.feedKeyOf(account),
  ])
  return {
    theme,
    nsfw,
    muted,
    feedUrl: publicUrl + followingFeedUrl(feedKey, 'xml'),
    next: safeNext(url.searchParams.get('next')) ?? '',
    saved: url.searchParams.get('saved'),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  return await changeSettings(context, request)
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return submitSection(request, serverAction)
}

export default function WatchingSettings({ loaderData, actionData }: Route.ComponentProps) {
  const result = settingsResult(actionData, loaderData?.saved)
  return (
    <SettingsPage page="watching" result={result}>
      {loaderData && (
        <>
          <ThemeSection theme={loaderData.theme} result={result} />
          <LanguageSection />
          <PlayingSection />
          <NsfwSection setting={loaderData.nsfw} next={loaderData.next} result={result} />
          <FeedSection url={loaderData.feedUrl} result={result} />
          <MutedSection muted={loaderData.muted} result={result} />
        </>
      )}
    </SettingsPage>
  )
}
