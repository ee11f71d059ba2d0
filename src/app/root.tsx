import { type ReactNode, useContext, useEffect, useState } from 'react'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useRouteLoaderData,
} from 'react-router'
import { hoshiContext, visitContext } from '#app/context.ts'
import { isWarm } from '#app/episodes/warm-films.ts'
import { Deferred, FastStart, useBeginning } from '#app/fast-start/fast-start.tsx'
import { PageFailure } from '#app/frame/page-failure.tsx'
import { head } from '#app/head.ts'
import { ModulesContext } from '#app/modules.ts'
import { NonceContext } from '#app/nonce.ts'
import type { Route } from './+types/root'
import japaneseFaces from './styles/japanese.css?url'
import './styles/index.css'

export const links: Route.LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

/** Who is here, and where the site is known to the world; the request id stands on failure screens, so that a report finds its log line. */
export function loader({ context }: Route.LoaderArgs) {
  const { account, requestId } = context.get(visitContext)
  const { publicUrl } = context.get(hoshiContext)
  return { account: account && { uid: account.uid, email: account.email, role: account.role }, requestId, publicUrl }
}

/**
 * Who is here does not change by looking at another part of the same page. Where a film is warm nothing is waited for: its
 * screen asks for everything anew when it stands.
 */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isReading = formMethod === undefined || formMethod === 'GET'
  const isSamePage = currentUrl.pathname === nextUrl.pathname
  if (isReading && (isSamePage ? currentUrl.search !== nextUrl.search : isWarm(nextUrl.pathname))) return false
  return defaultShouldRevalidate
}

/**
 * A page that cannot be fetched is answered by its own screen, and who is here stays as it was known: the root comes in
 * the same answer as the screen, and its error would stand in place of everything.
 */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async (_, next) => {
    const results = await next()
    const { root } = results
    if (root?.type === 'error' && !(root.result instanceof Response)) delete results.root
  },
]

// True once the document that the server sent has come alive; later failures belong to other requests.
let documentIsAlive = false

export const meta: Route.MetaFunction = () =>
  head(null, 'Watch short-form anime from independent creators. Every episode is 10 minutes or shorter.')

export function Layout({ children }: { children: ReactNode }) {
  useEffect(() => {
    documentIsAlive = true
  }, [])
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="dark light" />
        <meta name="theme-color" content="#081620" media="(prefers-color-scheme: dark)" />
        <meta name="theme-color" content="#EFE7D5" media="(prefers-color-scheme: light)" />
        <Meta />
        <FastStart />
        <Links />
        <LatePreloads />
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to content
        </a>
        {children}
        <JapaneseFaces />
        <ScrollRestoration />
        <Deferred>
          <Scripts />
        </Deferred>
      </body>
    </html>
  )
}

/**
 * Preloads the scripts behind everything that the first paint waits for. The router's own preloads of the same files, which
 * take no priority, come after these and find them on their way.
 */
function LatePreloads() {
  const paths = useContext(ModulesContext)
  const nonce = useContext(NonceContext)
  // Where a film begins, scripts are not asked for before it shows.
  if (useBeginning() !== null) return null
  return paths.map((path) => <link key={path} rel="modulepreload" href={path} fetchPriority="low" nonce={nonce} />)
}

/** The list of a hundred slices of Japanese type is as long as all other styles, so it comes after the first paint. */
function JapaneseFaces() {
  const [isAlive, setAlive] = useState(false)
  useEffect(() => setAlive(true), [])
  if (isAlive) return <link rel="stylesheet" href={japaneseFaces} precedence="japanese" />
  return (
    <noscript>
      <link rel="stylesheet" href={japaneseFaces} />
    </noscript>
  )
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const root = useRouteLoaderData<typeof loader>('root')
  return <PageFailure error={error} requestId={documentIsAlive ? null : (root?.requestId ?? null)} />
}
