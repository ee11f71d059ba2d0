import { randomBytes } from 'node:crypto'
import { createRequestHandler, type RequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { type Hoshi, hoshiContext, type PageRequest, pageRequestContext } from '#app/http/context.ts'
import { cookieHeaderOf } from '#app/layout/announcement-cookie.server.ts'
import { closedNow } from '#app/layout/load-announcement.server.ts'
import { TDM_RESERVATION, tdmReservation } from '#creators/training-reservation.ts'
import type { VideoHost } from '#video/video-host.ts'
import { faultPage, faultStyleSource } from './fault-page.ts'
import type { PageCache } from './page-cache.server.ts'
import { encodeResponse, type PageCoding, pageBody, pageCodingFor } from './page-encoding.server.ts'
import { type ErrorResponse, errorResponseFor } from './problem.ts'
import type { RequestContext } from './request-context.ts'
import { screenPatterns } from './screen-patterns.ts'
import { isForEmbed, sharedPageKey, sharedRequest, shareScripts } from './shared-page.ts'

/** The pages: React Router behind one fetch, with the rooms in its context. */
export interface Screens {
  /**
   * A page that is the same for everyone without an account, from memory where it is fresh; null for any other request,
   * which `handle` answers.
   */
  handleShared(request: Request, requestContext: Omit<RequestContext, 'account'>): Promise<Response> | null
  handle(request: Request, requestContext: RequestContext): Promise<Response>
  /** The pattern of a path's screen, `/watch/:episodeId`; `*` where there is none, and before the first page. */
  patternOf(path: string): string
  /** Responds to a failure before any screen with a plain page: no rooms, no scripts, nothing to break. */
  handleFault(request: Request, requestContext: RequestContext, errorResponse: ErrorResponse): Response
}

export interface ScreensOptions {
  /** Loads the build to serve; called for each request, so that development sees each change. */
  loadBuild: () => Promise<ServerBuild>
  rooms: Hoshi
  isDevelopment: boolean
  /** Without it, each page is rendered for its caller. */
  pageCache?: PageCache
  /** Sites that may frame a video, as `allowedOrigins` names them; none named: all. */
  frameAncestorsOf?: (uid: string) => Promise<readonly string[]>
}

export function createScreens(options: ScreensOptions): Screens {
  const { loadBuild, rooms, isDevelopment, pageCache, frameAncestorsOf } = options
  let loaded: { build: ServerBuild; handle: RequestHandler; patternOf: Screens['patternOf'] } | null = null
  /** Creates the handler once per build, since it reads all routes. */
  async function loadHandler(): Promise<RequestHandler> {
    const build = await loadBuild()
    if (loaded?.build !== build)
      loaded = {
        build,
        handle: createRequestHandler(build, isDevelopment ? 'development' : 'production'),
        patternOf: screenPatterns(build.routes),
      }
    return loaded.handle
  }

  async function render(
    request: Request,
    requestContext: RequestContext,
    allowedBy: ScriptPolicy,
    encode: PageRequest['encode'],
  ): Promise<Response> {
    const nonce = allowedBy === 'development' ? null : randomBytes(16).toString('base64')
    const context = new RouterContextProvider()
    const faults: unknown[] = []
    let isTrainingReserved = true
    let frameAncestors = NO_SITE
    let style: string | undefined
    context.set(hoshiContext, rooms)
    context.set(pageRequestContext, {
      requestId: requestContext.requestId,
      nonce,
      ip: requestContext.ip,
      isSubmission: request.method === 'POST',
      account: requestContext.account,
      encode,
      allowTraining: () => {
        isTrainingReserved = false
      },
      allowFraming: (sites) => {
        frameAncestors = sites === null ? '*' : sites.length === 0 ? NO_SITE : sites.join(' ')
      },
      allowStyle: (source) => {
        style = source
      },
      onFault: (thrown) => void faults.push(thrown),
    })
    const handle = await loadHandler()
    const response = await handle(request, context)
    const { headers } = response
    // The screen shows its fallback; `errorResponseFor` decides the status and headers.
    const fault =
      response.status === 500 && faults.length > 0 ? errorResponseFor(faults[0], requestContext.requestId) : null
    for (const [name, value] of Object.entries(fault?.headers ?? {})) headers.set(name, value)
    const [, framedUid] = (response.ok && iframePath.exec(new URL(request.url).pathname)) || []
    if (framedUid !== undefined) frameAncestors = ancestorsAmong((await frameAncestorsOf?.(framedUid)) ?? [])
    const shared = allowedBy === 'hashes' && nonce !== null ? shareScripts(await response.text(), nonce) : null
    const scripts = shared?.hashes ?? (nonce === null ? null : [`'nonce-${nonce}'`, `'strict-dynamic'`])
    const { origins } = rooms.video
    const formOrigins = rooms.identity.providerOrigins()
    for (const [name, value] of pageHeaders({ scripts, style, frameAncestors, origins, formOrigins }))
      headers.set(name, value)
    headers.set(TDM_RESERVATION, tdmReservation(isTrainingReserved))
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
    if (shared === null && fault === null) return response
    const { status = response.status, title = response.statusText } = fault?.problem ?? {}
    return new Response(shared?.page ?? response.body, { status, statusText: title, headers })
  }

  /** People who have closed the announcement share a page without it. */
  async function answerShared(
    cache: PageCache,
    key: string,
    request: Request,
    requestContext: Omit<RequestContext, 'account'>,
  ): Promise<Response> {
    const closed = await closedNow(rooms.administration.settings, request.headers.get('cookie'))
    const shared = sharedRequest(request, closed && cookieHeaderOf(closed))
    return await cache.answer(closed === null ? key : `${key} closed`, codingFor(request), () =>
      render(shared, { ...requestContext, account: null }, 'hashes', (page) => page),
    )
  }

  return {
    handleShared(request, requestContext) {
      const key = pageCache ? sharedPageKey(request) : null
      return pageCache && key !== null ? answerShared(pageCache, key, request, requestContext) : null
    },
    async handle(request, requestContext) {
      const coding = codingFor(request)
      const encode: PageRequest['encode'] = (page, headers) => pageBody(page, headers, coding)
      const policy = isDevelopment ? 'development' : 'nonce'
      const response = isForEmbed(request)
        ? await render(sharedRequest(request), { ...requestContext, account: null }, policy, encode)
        : await render(request, requestContext, policy, encode)
      return encodeResponse(response, coding)
    },
    patternOf: (path) => loaded?.patternOf(path) ?? '*',
    handleFault(_request, _requestContext, { problem, headers: problemHeaders }) {
      const page = faultPage(problem)
      const headers = new Headers({
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-store',
        ...problemHeaders,
      })
      for (const [name, value] of pageHeaders({
        scripts: [],
        style: faultStyleSource,
        origins: rooms.video.origins,
      }))
        headers.set(name, value)
      return new Response(page, { status: problem.status, headers })
    },
  }
}

function codingFor(request: Request): PageCoding | null {
  return pageCodingFor(request.headers.get('Accept-Encoding'))
}

/**
 * How a page's inline scripts are allowed: by a nonce of this response, or by their hashes in a page that many share. In
 * development, Vite adds its own scripts and styles.
 */
type ScriptPolicy = 'nonce' | 'hashes' | 'development'

/** The player of the compatible API for pages of other sites. */
const iframePath = /^\/([\w-]+)\/iframe$/

/** Forbids embedding in `frame-ancestors`. */
const NO_SITE = `'none'`

interface PagePolicy {
  /** Sources of the inline scripts; null for any, in development. */
  scripts: readonly string[] | null
  /** The source of the page's inline style. */
  style?: string | undefined
  /** Sources of the sites that may frame it; none unless given. */
  frameAncestors?: string
  /** Origins that the video host needs besides our own. */
  origins?: VideoHost['origins']
  /** Origins to which forms lead besides our own: browsers refuse a redirect of a form to any other. */
  formOrigins?: readonly string[]
}

function pageHeaders(page: PagePolicy): [string, string][] {
  const { scripts, frameAncestors = NO_SITE, style, origins, formOrigins = [] } = page
  const media = origins?.media ?? []
  const policy = [
    `default-src 'self'`,
    `script-src ${[...(scripts ?? [`'unsafe-inline'`]), `'self'`].join(' ')}`,
    scripts === null ? `style-src 'self' 'unsafe-inline'` : `style-src ${self(...(style ? [style] : []))}`,
    `img-src ${self(...media)} data: blob:`,
    `media-src ${self(...media)} blob:`,
    `connect-src ${self(...media, ...(origins?.uploads ?? []), ...(scripts === null ? ['ws:'] : []))}`,
    `worker-src 'self' blob:`,
    `font-src 'self'`,
    `form-action ${self(...formOrigins)}`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `frame-ancestors ${frameAncestors}`,
  ]
  return [
    ['Content-Security-Policy', policy.join('; ')],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
  ]
}

function self(...others: readonly string[]): string {
  return [`'self'`, ...others].join(' ')
}

/** @param sites as `allowedOrigins` names them; none named: all */
function ancestorsAmong(sites: readonly string[]): string {
  return sites.length === 0 ? '*' : self(...sites.flatMap(withScheme))
}

/** Browsers would read a host without a scheme as having our own scheme only. */
function withScheme(entry: string): string[] {
  return entry.includes('://') ? [entry] : [`https://${entry}`, `http://${entry}`]
}
