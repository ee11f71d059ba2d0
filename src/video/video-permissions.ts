import type { Account } from '#identity/account.ts'

/** Whether this person may upload, or go on with it. The page checks the same before it sends; the server decides. */
export function mayUpload(account: Pick<Account, 'isCreator' | 'suspension'> | null): boolean {
  return account?.isCreator === true && account.suspension === null
}

/** Whether this person may see and change the video; for everyone else it does not exist. */
export function mayOwn(account: Pick<Account, 'uid'> | null, video: { creator_id: string | null }): boolean {
  return account !== null && account.uid === video.creator_id
}
