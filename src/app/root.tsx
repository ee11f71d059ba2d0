import { type ReactNode, useEffect, useState } from 'react'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useMatches,
  useRouteLoaderData,
} from 'react-router'
import { mayOpenConsole } from '#administration/permissions.ts'
import { DeferredScripts, EarlyInputScript, useEarlyInput } from '#app/deferred-scripts/deferred-scripts.tsx'
import { useNotePage } from '#app/episodes/play-source.ts'
import { isPrefetched } from '#app/episodes/prefetch.ts'
import { AnnouncementBar } from '#app/layout/announcement-bar.tsx'
import { ErrorPage, isNotFound } from '#app/layout/error-page.tsx'
import { loadAnnouncement } from '#app/layout/load-announcement.server.ts'
import type { RouteHandle } from '#app/layout/route-handle.ts'
import { ThemeScript, useTheme } from '#app/layout/theme.tsx'
import { loadPage, useFailedPage } from '#app/offline/loading-code.ts'
import { notArrivedHead } from '#app/offline/not-arrived.tsx'
import { namedFailure } from '#app/offline/page-not-arrived.ts'
import { mayHaveProfile } from '#creators/creator-permissions.ts'
import type { Route } from './+types/root'
import { hoshiContext, pageRequestContext } from './http/context.ts'
import type { RootData } from './http/current-user.ts'
import { ensureMayWrite } from './http/ensure-may-write.server.ts'
import { head, notFoundHead, SITE_DESCRIPTION } from './http/head.ts'
import { refusalIn } from './http/page-refusal.ts'
import { themeInCookies } from './http/theme-cookie.ts'
import { FastStartScript } from './playback/fast-start.tsx'
import japaneseFaces from './styles/japanese.css?url'
import './styles/index.css'

export const links: Route.LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

/**
 * The visitor, the public URL and the site's announcement. Error screens show the request id, so that a report can be
 * matched to its log line.
 */
export async function loader({ request, context }: Route.LoaderArgs): Promise<RootData> {
  const { account, requestId } = context.get(pageRequestContext)
  const { publicUrl, community, creators, identity, administration } = context.get(hoshiContext)
  const [announcement, theme, unread, profile] = await Promise.all([
    loadAnnouncement(administration.settings, request.headers.get('cookie')),
    account ? identity.themeOf(account) : themeInCookies(request.headers.get('cookie')),
    account ? community.unread(account) : 0,
    account && mayHaveProfile(account) ? creators.find(account.uid) : null,
  ])
  return {
    announcement,
    theme,
    account: account && {
      uid: account.uid,
      email: account.email,
      role: account.role,
      isCreator: account.isCreator,
      opensConsole: mayOpenConsole(account),
      name: profile?.username || account.email,
      avatarUrl: profile?.avatarUrl ?? '',
      suspension: account.suspension && {
        until: account.suspension.until.toISOString(),
        reason: account.suspension.reason,
      },
    },
    unread,
    requestId,
    publicUrl,
  }
}

/**
 * The visitor does not change with the query of the same page. A navigation to a prefetched video waits for no request:
 * its screen revalidates all data once it is shown.
 */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isGet = formMethod === undefined || formMethod === 'GET'
  const isSamePage = currentUrl.pathname === nextUrl.pathname
  if (isGet && (isSamePage ? currentUrl.search !== nextUrl.search : isPrefetched(nextUrl.pathname))) return false
  return defaultShouldRevalidate
}

export const middleware: Route.MiddlewareFunction[] = [ensureMayWrite]

/**
 * Leaves a failed fetch to the screen's own error boundary, which is told whether there was an answer, and keeps the known
 * visitor: the root's data arrives in the same response as the screen's, and an error of the root would replace the whole page.
 */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ request }, next) => {
    const results = await loadPage(request, next)
    const { root } = results
    if (root?.type === 'error' && !(root.result instanceof Response)) delete results.root
    for (const each of Object.values(results)) if (each.type === 'error') each.result = namedFailure(each.result)
  },
]

// True once the server-rendered document is hydrated; later failures belong to other requests.
let isDocumentHydrated = false

/** Without a screen of its own, an address that leads nowhere says so. */
export const meta: Route.MetaFunction = ({ error }) => {
  if (isNotFound(error)) return notFoundHead()
  return error && !refusalIn(error) ? notArrivedHead(error) : head(null, SITE_DESCRIPTION)
}

export function Layout({ children }: { children: ReactNode }) {
  useEffect(() => {
    isDocumentHydrated = true
  }, [])
  useEarlyInput()
  const theme = useTheme()
  return (
    // The script of the theme may have set it before.
    <html lang="en" data-theme={theme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="dark light" />
        <meta name="theme-color" content="#081620" media="(prefers-color-scheme: dark)" />
        <meta name="theme-color" content="#EFE7D5" media="(prefers-color-scheme: light)" />
        <ThemeScript />
        <Meta />
        <EarlyInputScript />
        <FastStartScript />
        <Links />
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to content
        </a>
        {children}
        <JapaneseFonts />
        <ScrollRestoration />
        <DeferredScripts>
          <Scripts />
        </DeferredScripts>
      </body>
    </html>
  )
}

/**
 * The stylesheet of about 100 Japanese font slices is as large as all other styles, so it loads after the first paint.
 */
function JapaneseFonts() {
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  // Without a precedence: React would wait for it before it draws anything else, such as the effect of a press.
  if (isHydrated) return <link rel="stylesheet" href={japaneseFaces} />
  return (
    <noscript>
      <link rel="stylesheet" href={japaneseFaces} />
    </noscript>
  )
}

export default function App() {
  useNotePage()
  const failed = useFailedPage()
  const { isFramed = false } = (useMatches().at(-1)?.handle ?? {}) as RouteHandle
  return (
    <>
      {!isFramed && <AnnouncementBar />}
      {failed ? <ErrorPage {...failed} requestId={null} /> : <Outlet />}
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const root = useRouteLoaderData<RootData>('root')
  return (
    <>
      <AnnouncementBar />
      <ErrorPage error={error} requestId={isDocumentHydrated ? null : (root?.requestId ?? null)} />
    </>
  )
}
