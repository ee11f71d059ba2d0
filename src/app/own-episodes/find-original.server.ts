import type { Account } from '#identity/account.ts'
import type { VideoHost } from '#video/video-host.ts'

/** Where its creator gets the uploaded file back; null where it is not stored. */
export async function findOriginal(
  video: Pick<VideoHost, 'originalOf'>,
  account: Account,
  uid: string,
): Promise<string | null> {
  return (await video.originalOf(account, uid)) ? `/api/v1/videos/${uid}/original` : null
}
