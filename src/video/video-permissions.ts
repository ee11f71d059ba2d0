import type { Account } from '#identity/account.ts'

/** Whether this person may upload. The page checks the same before it sends; the server decides. */
export function mayUpload(account: Pick<Account, 'role'> | null): boolean {
  return account?.role === 'creator'
}

/** Whether this person may see and change the video; for everyone else it does not exist. */
export function mayOwn(account: Pick<Account, 'uid'> | null, video: { creator_id: string | null }): boolean {
  return account !== null && account.uid === video.creator_id
}
