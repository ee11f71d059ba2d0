import type { Identity } from '#identity/identity.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { mayUpload } from '../video-permissions.ts'
import type { VideoRow } from '../video-rows.server.ts'

/** Where the role of an upload's owner is read, at each use. */
export type Owners = Pick<Identity, 'find'>

/**
 * An upload address is worth what its owner may do. One without an owner belongs to the program that asked for it.
 * @throws Refusal video.upload_not_found, as for an address that was never given
 */
export async function expectOwnerMayUpload(
  owners: Owners,
  { creator_id }: Pick<VideoRow, 'creator_id'>,
): Promise<void> {
  if (creator_id !== null && !mayUpload(await owners.find(creator_id))) throw new Refusal('video.upload_not_found')
}
