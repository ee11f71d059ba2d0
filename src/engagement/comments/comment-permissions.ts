import type { Account } from '#identity/account.ts'

/** Its author, the episode's creator and admins may remove a comment. @see docs/product.md#comments */
export function mayRemoveComment(
  comment: { authorUid: string; creatorId: string | undefined },
  account: Pick<Account, 'uid' | 'role'> | null,
): boolean {
  if (!account) return false
  return account.uid === comment.authorUid || account.uid === comment.creatorId || account.role === 'admin'
}
