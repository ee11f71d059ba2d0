import type { Hoshi } from '#app/http/context.ts'
import { mayPublish } from '#catalog/episode-permissions.ts'
import { mayHaveProfile } from '#creators/creator-permissions.ts'
import type { Account } from '#identity/account.ts'
import { Refusal, type RefusalCode } from '#platform/refusal.ts'
import { mayUpload } from '#video/video-permissions.ts'
import { ensureSignedIn } from './router.ts'

/** A request to a route, before its body counts. */
export interface GuardedRequest {
  account: Account | null
  /** The ids in its path, by their names there. */
  param(name: string): string
  cookie: string | undefined
}

/**
 * Checks whether this person may send a body here at all. A refusal with 401, 403 or 404 takes precedence over faults
 * of the body; any other refusal counts as a yes. Nothing is changed.
 */
export type RouteGuard = (request: GuardedRequest) => Promise<unknown>

type GuardedRooms = Pick<
  Hoshi,
  'catalog' | 'creators' | 'engagement' | 'administration' | 'moderation' | 'series' | 'subtitles' | 'video'
>

/** A text that is never stored: the verb refuses it after all its other checks. */
const NO_TEXT = ''

/**
 * The guards of the routes with a body, by method and pattern as in `routeRules`. They are asked only when the body is
 * refused: for any other body, the verbs of the rooms check the same. Routes for everybody with an account, and those whose
 * body names its subject, have none.
 */
export function routeGuards(rooms: GuardedRooms): ReadonlyMap<string, RouteGuard> {
  const { catalog, creators, engagement, administration, moderation, series, subtitles, video } = rooms
  const only = (may: (account: Account) => boolean, code: RefusalCode): RouteGuard => {
    return async ({ account }) => {
      if (!may(ensureSignedIn(account))) throw new Refusal(code)
    }
  }
  const ofOwner = (ask: (account: Account, id: string) => Promise<unknown>, name = 'id'): RouteGuard => {
    return async ({ account, param }) => await ask(ensureSignedIn(account), param(name))
  }
  const seesEpisode: RouteGuard = async ({ account, param, cookie }) =>
    await catalog.find(param('id'), account, catalog.shownEpisodes(cookie))
  const hasDecision = async (account: Account, id: string) => {
    const own = await moderation.appeals.ownDecisions(account)
    if (!own.some((decision) => decision.id === id)) throw new Refusal('moderation.decision_not_found')
  }

  return new Map<string, RouteGuard>([
    ['PATCH /api/v1/creators/me', only(mayHaveProfile, 'creators.creators_only')],
    ['PUT /api/v1/creators/me/avatar', only(mayHaveProfile, 'creators.creators_only')],
    [
      'POST /api/v1/creators/:uid/support-clicks',
      async ({ param }) => {
        if (!(await creators.find(param('uid')))) throw new Refusal('creators.not_found')
      },
    ],
    ['POST /api/v1/videos', only(mayUpload, 'video.creators_only')],
    ['PUT /api/v1/videos/:uid/poster', ofOwner(video.get, 'uid')],
    ['POST /api/v1/episodes', only(mayPublish, 'catalog.creators_only')],
    ['PATCH /api/v1/episodes/:id', ofOwner((account, id) => catalog.edit(account, id, {}))],
    ['POST /api/v1/episodes/:id/views', seesEpisode],
    ['POST /api/v1/episodes/:id/watching', seesEpisode],
    ['PUT /api/v1/episodes/:id/progress', seesEpisode],
    ['POST /api/v1/episodes/:id/comments', ofOwner((account, id) => engagement.comments.write(account, id, NO_TEXT))],
    ['PATCH /api/v1/comments/:id', ofOwner((account, id) => engagement.comments.edit(account, id, NO_TEXT))],
    [
      'POST /api/v1/episodes/:id/notes',
      ofOwner((account, id) => engagement.notes.write(account, id, { text: NO_TEXT, frame: 0 })),
    ],
    ['POST /api/v1/series', only(mayPublish, 'series.creators_only')],
    ['PATCH /api/v1/series/:id', ofOwner(series.ensureOwn)],
    ['PUT /api/v1/series/:id/episodes', ofOwner(series.ensureOwn)],
    ['PUT /api/v1/series/:id/poster', ofOwner(series.ensureOwn)],
    ['POST /api/v1/episodes/:id/subtitles', ofOwner(subtitles.expectMayAdd)],
    ['PUT /api/v1/subtitles/:id', ofOwner(subtitles.expectMayChange)],
    ['POST /api/v1/subtitles/:id/review', ofOwner(subtitles.expectMayReview)],
    ['POST /api/v1/subtitles/:id/fonts', ofOwner(subtitles.expectMayChange)],
    ['PUT /api/v1/subtitles/:id/fonts/licence', ofOwner(subtitles.expectMayChange)],
    ['PATCH /api/v1/me/reports/:id', ofOwner(moderation.reports.expectOwn)],
    ['POST /api/v1/me/decisions/:id/appeal', ofOwner(hasDecision)],
    [
      'POST /api/v1/moderation/appeals/:id',
      ofOwner((account, id) => moderation.appeals.decide(account, id, { outcome: 'upheld', reason: NO_TEXT })),
    ],
    ['POST /api/v1/moderation/items/:id/second-opinion', async ({ param }) => await moderation.queue.find(param('id'))],
    ['PATCH /api/v1/admin/accounts/:uid', async ({ param }) => await administration.accounts.find(param('uid'))],
  ])
}
