/** A route of the screens, as React Router's build lists it. */
export interface ScreenRoute {
  id: string
  parentId?: string | undefined
  path?: string | undefined
}

/** The pattern of paths without a screen. */
const UNKNOWN = '*'

/**
 * Names the pattern of a page's path, `/watch/:episodeId`: there are as many as routes, however many paths people ask for.
 *
 * @param routes of the build, by id
 * @returns a function of a path, which may end in `.data`
 */
export function screenPatterns(routes: Readonly<Record<string, ScreenRoute | undefined>>): (path: string) => string {
  const patterns = Object.values(routes).flatMap((route) => (route ? [patternOf(routes, route)] : []))
  const fixed = new Set(patterns.filter((pattern) => !/[:*]/.test(pattern)))
  const others = [...new Set(patterns)].filter((pattern) => pattern.includes(':') && !pattern.includes('*'))
  const matchers = others.map((pattern) => ({ pattern, regex: regexOf(pattern) }))
  return (path) => {
    const page = pageOf(path)
    if (fixed.has(page)) return page
    return matchers.find(({ regex }) => regex.test(page))?.pattern ?? UNKNOWN
  }
}

/** The path of a page whose data may be asked for, as React Router does. */
function pageOf(path: string): string {
  const page = path.replace(/\.data$/, '')
  if (page === '/_root') return '/'
  return page.replace(/(?<=.)\/$/, '')
}

function patternOf(routes: Readonly<Record<string, ScreenRoute | undefined>>, route: ScreenRoute): string {
  const parts: string[] = []
  for (let at: ScreenRoute | undefined = route; at; at = at.parentId ? routes[at.parentId] : undefined)
    if (at.path) parts.unshift(at.path)
  return `/${parts.join('/')}`
}

function regexOf(pattern: string): RegExp {
  const source = pattern
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replaceAll('.', '\\.')))
    .join('/')
  return new RegExp(`^${source}$`)
}
