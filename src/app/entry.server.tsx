import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import type { EntryContext, HandleErrorFunction, RouterContextProvider } from 'react-router'
import { isRouteErrorResponse, ServerRouter } from 'react-router'
import { hoshiContext, visitContext } from '#app/context.ts'
import { deferRest } from '#app/fast-start/defer-rest.server.ts'
import { beginningAmong } from '#app/fast-start/fast-start.tsx'
import { ModulesContext } from '#app/modules.ts'
import { NonceContext } from '#app/nonce.ts'
import { isRefusal } from '#platform/refusal.ts'

/** How long a page may take to finish before its open parts are given up. */
const RENDER_LIMIT_MS = 5_000

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> | Response {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  keepRetryAfter(headers, entry)
  preloadStyles(headers, entry)
  if (request.method === 'HEAD') return new Response(null, { status, headers })

  const nonce = context.get(visitContext).nonce ?? undefined
  // Programs that read the page once get it whole; people get the shell as soon as it stands.
  const ready = isbot(request.headers.get('user-agent')) ? 'onAllReady' : 'onShellReady'

  return new Promise((resolve, reject) => {
    let shellStands = false
    const limit = setTimeout(() => abort(), RENDER_LIMIT_MS)
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ModulesContext value={modulesOf(entry)}>
          <ServerRouter context={entry} url={request.url} nonce={nonce} />
        </ModulesContext>
      </NonceContext>,
      {
        nonce,
        [ready]() {
          shellStands = true
          const body = new PassThrough({
            final(done) {
              clearTimeout(limit)
              done()
            },
          })
          pipe(hasFastStart(entry) ? deferredInto(body) : body)
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
        },
        onShellError(error) {
          clearTimeout(limit)
          reject(error)
        },
        onError(error) {
          // Before the shell stands the same error arrives through onShellError.
          if (shellStands && !request.signal.aborted) logFailure(context, request, error)
        },
      },
    )
  })
}

/** A page that begins its video before its scripts run. */
function hasFastStart({ staticHandlerContext }: EntryContext): boolean {
  return beginningAmong(Object.values(staticHandlerContext.loaderData)) !== null
}

function deferredInto(body: PassThrough) {
  const deferring = deferRest()
  deferring.pipe(body)
  return deferring
}

/** A refusal that says when to try again says so over HTTP, whichever of the page's loaders it comes from. */
function keepRetryAfter(headers: Headers, { staticHandlerContext }: EntryContext): void {
  const { loaderHeaders, actionHeaders } = staticHandlerContext
  for (const each of [...Object.values(loaderHeaders), ...Object.values(actionHeaders)]) {
    const seconds = each.get('Retry-After')
    if (seconds !== null) headers.set('Retry-After', seconds)
  }
}

/** Styles hold back the first paint, so they are asked for before whatever the page names above them. */
function preloadStyles(headers: Headers, { manifest, staticHandlerContext }: EntryContext): void {
  const sheets = staticHandlerContext.matches.flatMap(({ route }) => manifest.routes[route.id]?.css ?? [])
  for (const path of new Set(sheets)) headers.append('Link', `<${path}>; rel=preload; as=style`)
}

/** Of the page's routes as they were built: each is one file, or several of which some run in browsers alone. */
function modulesOf({ manifest, staticHandlerContext }: EntryContext): string[] {
  const { entry, routes, url } = manifest
  const ofRoutes = staticHandlerContext.matches.flatMap(({ route }) => {
    const built = routes[route.id]
    if (!built) return []
    const { module, clientLoaderModule, clientActionModule, clientMiddlewareModule, imports = [] } = built
    return [module, clientLoaderModule, clientActionModule, clientMiddlewareModule, ...imports]
  })
  const paths = [url, entry.module, ...entry.imports, ...ofRoutes].filter((path) => path !== undefined)
  return [...new Set(paths)]
}

/** Errors of loaders and actions. Refusals, wrong addresses and visitors who left stand in the line of their request. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  context.get(visitContext).onFault(error)
  const isAnswer = isRefusal(error) || (isRouteErrorResponse(error) && error.status < 500)
  if (!isAnswer && !request.signal.aborted) logFailure(context, request, error)
}

function logFailure(context: Readonly<RouterContextProvider>, request: Request, error: unknown): void {
  const { requestId } = context.get(visitContext)
  const { pathname } = new URL(request.url)
  context.get(hoshiContext).log.error({ err: error, requestId, path: pathname }, 'a screen failed')
}
