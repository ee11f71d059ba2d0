import { ApiProblem, callApi } from '#app/http/api-client.ts'
import type { FollowState } from '#community/follow.ts'

/** Follows a creator, or stops. @returns the state after it @throws ApiProblem when it is refused */
export function changeFollow(creatorUid: string, following: boolean): Promise<FollowState> {
  const path = `/api/v1/creators/${encodeURIComponent(creatorUid)}/follow`
  return callApi<FollowState>(following ? 'PUT' : 'DELETE', path, undefined, new AbortController().signal)
}

/** The sentence about a follow that was refused or failed. */
export function followProblem(thrown: unknown): string {
  return (thrown instanceof ApiProblem && thrown.detail) || 'That did not work. Please try again in a moment.'
}
