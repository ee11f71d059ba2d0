import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import type { EntryContext, HandleErrorFunction, RouterContextProvider } from 'react-router'
import { isRouteErrorResponse, ServerRouter } from 'react-router'
import { deferRest } from '#app/deferred-scripts/defer-rest.server.ts'
import { nameJapaneseFaces } from '#app/japanese/name-faces.server.ts'
import { isRefusal } from '#platform/refusal.ts'
import { hoshiContext, pageRequestContext } from './http/context.ts'
import { NonceContext } from './http/nonce.ts'

/**
 * Time limit for rendering a page; rendering is aborted after it. Only a part that suspends for ever takes so long: a
 * machine that stood still for a few seconds must not turn a page into an error.
 */
const RENDER_LIMIT_MS = 30_000

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> | Response {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  copyRetryAfter(headers, entry)
  preloadStyles(headers, entry)
  if (request.method === 'HEAD') return new Response(null, { status, headers })

  const pageRequest = context.get(pageRequestContext)
  const nonce = pageRequest.nonce ?? undefined

  return new Promise((resolve, reject) => {
    let isShellReady = false
    const timeout = setTimeout(() => abort(), RENDER_LIMIT_MS)
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={entry} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        // Renders every part in place; none is sent later with a script that moves it.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onShellReady() {
          isShellReady = true
        },
        // All loaders have finished, so no part suspends, and sending the complete page is cheaper than streaming it.
        onAllReady() {
          clearTimeout(timeout)
          const chunks: Uint8Array[] = []
          const sink = new Writable({
            write(chunk: Uint8Array, _, done) {
              chunks.push(chunk)
              done()
            },
            final(done) {
              try {
                const page = nameJapaneseFaces(deferRest(Buffer.concat(chunks)), pageRequest.allowStyle)
                resolve(new Response(pageRequest.encode(page, headers), { status, headers }))
              } catch (error) {
                reject(error)
              }
              done()
            },
          })
          pipe(sink)
        },
        onShellError(error) {
          clearTimeout(timeout)
          reject(error)
        },
        onError(error) {
          // Before the shell is ready, onShellError receives the same error.
          if (isShellReady && !request.signal.aborted) logFailure(context, request, error)
        },
      },
    )
  })
}

/** Copies Retry-After from any loader or action of the page to the response. */
function copyRetryAfter(headers: Headers, { staticHandlerContext }: EntryContext): void {
  const { loaderHeaders, actionHeaders } = staticHandlerContext
  for (const source of [...Object.values(loaderHeaders), ...Object.values(actionHeaders)]) {
    const seconds = source.get('Retry-After')
    if (seconds !== null) headers.set('Retry-After', seconds)
  }
}

/** Styles block the first paint, so preload headers request them before anything else in the page. */
function preloadStyles(headers: Headers, { manifest, staticHandlerContext }: EntryContext): void {
  const stylesheets = staticHandlerContext.matches.flatMap(({ route }) => manifest.routes[route.id]?.css ?? [])
  for (const path of new Set(stylesheets)) headers.append('Link', `<${path}>; rel=preload; as=style`)
}

/** Logs errors of loaders and actions. Refusals, 4xx and aborted requests appear in the request log only. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  context.get(pageRequestContext).onFault(error)
  const isExpected = isRefusal(error) || (isRouteErrorResponse(error) && error.status < 500)
  if (!isExpected && !request.signal.aborted) logFailure(context, request, error)
}

function logFailure(context: Readonly<RouterContextProvider>, request: Request, error: unknown): void {
  const { requestId } = context.get(pageRequestContext)
  const { pathname } = new URL(request.url)
  context.get(hoshiContext).log.error({ err: error, requestId, path: pathname }, 'a screen failed')
}
