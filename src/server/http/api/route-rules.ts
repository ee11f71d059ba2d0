import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'
import { isWriteOfAccount } from '#identity/may-write.ts'
import { FIELDS_MAX_BYTES } from '#platform/form-file.server.ts'
import { IMAGE_MAX_BYTES } from '#platform/image-upload.ts'
import { FONT_MAX_BYTES } from '#subtitles/fonts/font.ts'
import { BODY_MAX_BYTES } from '../request-body.server.ts'
import type { HttpEnv } from '../request-context.ts'
import { type ApiRegistry, FORM_TYPE, pathId, RECENT_SIGN_IN } from './router.ts'

/** The conditions of a request that are checked before its body is read. */
export interface RouteRule {
  needsAccount: boolean
  /** Whether it changes something other than the account itself, which is for accounts that may write. */
  isWrite: boolean
  /** Whether the sign-in of the session must be recent. */
  needsRecentSignIn: boolean
  takesJson: boolean
  takesImages: boolean
  takesArchives: boolean
  /** Forms with a file of subtitles. */
  takesForms: boolean
  maxBytes: number
}

const defaultRule: RouteRule = {
  needsAccount: false,
  isWrite: false,
  needsRecentSignIn: false,
  takesJson: true,
  takesImages: false,
  takesArchives: false,
  takesForms: false,
  maxBytes: BODY_MAX_BYTES,
}

/**
 * The rules of routes, from their descriptions: `security` says who may call a route; the content types of its body say
 * what it takes, and so how much.
 * @returns rules by method and pattern, `PUT /api/v1/videos/:uid/poster`
 */
export function routeRules({ definitions }: ApiRegistry): ReadonlyMap<string, RouteRule> {
  return new Map(
    definitions.flatMap((definition) => {
      if (definition.type !== 'route') return []
      const { method, path, security, request } = definition.route
      const types = Object.keys(request?.body?.content ?? {})
      const takesArchives = types.includes('application/x-tar')
      const takesForms = types.includes(FORM_TYPE)
      const takesImages = types.some((type) => type.startsWith('image/'))
      const key = `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`
      const needsAccount = security?.every((scheme) => 'session' in scheme) ?? false
      const rule: RouteRule = {
        needsAccount,
        isWrite: needsAccount && method !== 'get' && !isWriteOfAccount(key),
        needsRecentSignIn: definition.route[RECENT_SIGN_IN] === true,
        takesJson: (!takesImages && !takesArchives && !takesForms) || types.includes('application/json'),
        takesImages,
        takesArchives,
        takesForms,
        maxBytes: maxBytesOf({ takesImages, takesArchives, takesForms }),
      }
      return [[key, rule] as const]
    }),
  )
}

type Takes = Pick<RouteRule, 'takesImages' | 'takesArchives' | 'takesForms'>

/** Archives are counted as they are stored, against the limit of the account. */
function maxBytesOf({ takesImages, takesArchives, takesForms }: Takes): number {
  if (takesArchives) return Number.POSITIVE_INFINITY
  // The larger of the two files; each route has its own limit besides.
  if (takesForms) return FONT_MAX_BYTES + 2 * FIELDS_MAX_BYTES
  return takesImages ? IMAGE_MAX_BYTES : BODY_MAX_BYTES
}

/** The route that answers a request. */
export function routeOf(c: Context<HttpEnv>): { method: string; path: string } | undefined {
  return matchedRoutes(c).find(({ method }) => method === c.req.method)
}

/** An id in the path of a request, by its name in the pattern of its route. */
export function paramOf(pattern: string, path: string, name: string): string {
  const segment = path.split('/')[pattern.split('/').indexOf(`:${name}`)] ?? ''
  return pathId.parse(decode(segment).slice(0, 200))
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The rule of the route that answers a request; where none does, that of any other body. */
export function ruleOf(rules: ReadonlyMap<string, RouteRule>, c: Context<HttpEnv>): RouteRule {
  const route = routeOf(c)
  return (route && rules.get(`${route.method} ${route.path}`)) ?? defaultRule
}
