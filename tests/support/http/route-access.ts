/** Statuses of one path for a stranger, a viewer, another creator, and the creator who owns the resource. */
export type Statuses = [stranger: number, viewer: number, other: number, owner: number]
/**
 * Method, path, statuses, body. `{video}`, `{ready}`, `{draft}`, `{episode}`, `{series}`, `{outline}` (a series without
 * episodes), `{comment}`, `{note}` and `{upload}` are the owner's, new for each route.
 */
export type Call = [
  method: string,
  path: string,
  statuses: Statuses,
  body?: (who: string, params: PathParams) => unknown,
]
export type PathParams = Record<
  'video' | 'ready' | 'draft' | 'episode' | 'series' | 'outline' | 'comment' | 'note' | 'upload' | 'uid',
  string
>

/** The calls of each route, by its method and pattern. */
export type RouteAccess = Record<string, Call[]>

export const all = (status: number): Statuses => [status, status, status, status]
