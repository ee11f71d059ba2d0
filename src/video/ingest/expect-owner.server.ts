import type { Identity } from '#identity/identity.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { mayUpload } from '../video-permissions.ts'
import type { VideoRow } from '../video-rows.server.ts'

/** Source of the current role of an upload's owner. */
export type Owners = Pick<Identity, 'find'>

/**
 * Checks that the owner of an upload may still upload. One without an owner belongs to the program that requested it.
 * @throws Refusal video.upload_not_found, as for an unknown URL
 */
export async function expectOwnerMayUpload(
  owners: Owners,
  { creator_id }: Pick<VideoRow, 'creator_id'>,
): Promise<void> {
  if (creator_id !== null && !mayUpload(await owners.find(creator_id))) throw new Refusal('video.upload_not_found')
}
