import { ApiProblem, callApi } from '#app/http/api-client.ts'
import type { FollowState } from '#community/follow.ts'

/** Follows a creator, or stops. @returns the state after it @throws ApiProblem when it is refused */
export function changeFollow(creatorUid: string, following: boolean): Promise<FollowState> {
  return callApi(following ? 'PUT' : 'DELETE', '/creators/:uid/follow', { param: { uid: creatorUid } })
}

/** The sentence about a follow that was refused or failed. */
export function followProblem(thrown: unknown): string {
  return (thrown instanceof ApiProblem && thrown.detail) || 'That did not work. Please try again in a moment.'
}
