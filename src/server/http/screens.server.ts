import { randomBytes } from 'node:crypto'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { type Hoshi, hoshiContext, visitContext } from '#app/context.ts'
import type { VideoHost } from '#video/video-host.ts'
import { faultPage, faultStyleSource } from './fault-page.ts'
import { type Answered, answerFor } from './problem.ts'
import type { RequestFacts } from './request-facts.ts'

/** What people see: React Router behind one fetch, with the rooms in its context. */
export interface Screens {
  answer(request: Request, facts: RequestFacts): Promise<Response>
  /** A plain page for what failed before any screen could: no rooms, no scripts, nothing to break. */
  answerFault(request: Request, facts: RequestFacts, answered: Answered): Response
}

export interface ScreensOptions {
  /** The build to serve; called at each request, so that development sees each change. */
  loadBuild: () => Promise<ServerBuild>
  rooms: Hoshi
  isDevelopment: boolean
  /** Which sites may put a video into a frame, as `allowedOrigins` names them; none named: all. */
  framersOf?: (uid: string) => Promise<readonly string[]>
}

export function createScreens({ loadBuild, rooms, isDevelopment, framersOf }: ScreensOptions): Screens {
  return {
    async answer(request, facts) {
      const nonce = isDevelopment ? null : randomBytes(16).toString('base64')
      const context = new RouterContextProvider()
      const faults: unknown[] = []
      context.set(hoshiContext, rooms)
      context.set(visitContext, {
        requestId: facts.requestId,
        nonce,
        address: facts.address,
        isSubmission: request.method === 'POST',
        account: facts.account,
        onFault: (thrown) => void faults.push(thrown),
      })
      const handle = createRequestHandler(await loadBuild(), isDevelopment ? 'development' : 'production')
      const answer = await handle(request, context)
      const headers = new Headers(answer.headers)
      // The screen shows its fallback; what it means over HTTP is said in one place.
      const fault = answer.status === 500 && faults.length > 0 ? answerFor(faults[0], facts.requestId) : null
      for (const [name, value] of Object.entries(fault?.headers ?? {})) headers.set(name, value)
      const [, framed] = (answer.ok && framedPath.exec(new URL(request.url).pathname)) || []
      const framers = framed === undefined ? null : ((await framersOf?.(framed)) ?? [])
      for (const [name, value] of pageHeaders({ nonce, framers, origins: rooms.video.origins }))
        headers.set(name, value)
      if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
      const { status = answer.status, title = answer.statusText } = fault?.problem ?? {}
      return new Response(answer.body, { status, statusText: title, headers })
    },
    answerFault(_request, _facts, { problem, headers: ofProblem }) {
      const page = faultPage(problem)
      const headers = new Headers({
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-store',
        ...ofProblem,
      })
      for (const [name, value] of pageHeaders({
        nonce: noScripts,
        style: faultStyleSource,
        origins: rooms.video.origins,
      }))
        headers.set(name, value)
      return new Response(page, { status: problem.status, headers })
    },
  }
}

/** A nonce that no page carries. */
const noScripts = 'none'

/** The player for pages of other sites. */
const framedPath = /^\/([\w-]+)\/iframe$/

interface PagePolicy {
  /** Null while developing, when Vite puts scripts and styles of its own into the page. */
  nonce: string | null
  /** The one style that the page carries itself. */
  style?: string
  /** Sites that may frame it; none named: all, null: none. */
  framers?: readonly string[] | null
  /** What the video host needs besides our own origin. */
  origins?: VideoHost['origins']
}

function pageHeaders({ nonce, framers = null, style, origins }: PagePolicy): [string, string][] {
  const media = origins?.media ?? []
  const self = (...others: readonly string[]) => [`'self'`, ...others].join(' ')
  const policy = [
    `default-src 'self'`,
    nonce === null ? `script-src 'self' 'unsafe-inline'` : `script-src 'nonce-${nonce}' 'strict-dynamic' 'self'`,
    nonce === null ? `style-src 'self' 'unsafe-inline'` : `style-src ${self(...(style ? [style] : []))}`,
    `img-src ${self(...media)} data: blob:`,
    `media-src ${self(...media)} blob:`,
    `connect-src ${self(...media, ...(origins?.uploads ?? []), ...(nonce === null ? ['ws:'] : []))}`,
    `worker-src 'self' blob:`,
    `font-src 'self'`,
    `form-action 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `frame-ancestors ${framers === null ? `'none'` : framers.length === 0 ? '*' : self(...framers.flatMap(withScheme))}`,
  ]
  return [
    ['Content-Security-Policy', policy.join('; ')],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
  ]
}

/** A host without a scheme would be read as of ours alone. */
function withScheme(entry: string): string[] {
  return entry.includes('://') ? [entry] : [`https://${entry}`, `http://${entry}`]
}
