import type { Catalog } from '#catalog/catalog.server.ts'
import type { Account } from '#identity/account.ts'
import type { BlockedAccount } from './comment.ts'
import { blocksBy } from './comment-block-rows.server.ts'
import { type CommentViewParts, toAuthor } from './comment-view.server.ts'

export interface BlockedAccounts {
  /** The accounts that this creator has blocked from commenting, the last one first; for that creator only. */
  blocked(account: Account): Promise<BlockedAccount[]>
}

export interface BlockedAccountsParts extends CommentViewParts {
  catalog: Pick<Catalog, 'ownTitles'>
}

/** The list of a creator's blocks. */
export function createBlockedAccounts({ db, catalog, creators }: BlockedAccountsParts): BlockedAccounts {
  return {
    async blocked({ uid }) {
      const own = await catalog.ownTitles(uid)
      const blocks = await blocksBy(
        db,
        uid,
        own.map(({ id }) => id),
      )
      const profiles = await creators.findMany(blocks.map((block) => block.uid))
      return blocks.map((block) => ({ ...block, ...toAuthor(block.uid, profiles.get(block.uid)) }))
    },
  }
}
