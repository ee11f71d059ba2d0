/** How new comments are taken, as decided for the whole site. @see docs/product.md#the-site */
export const commentPolicies = ['open', 'hold_links', 'hold_all', 'closed'] as const
export type CommentPolicy = (typeof commentPolicies)[number]

/** The decision about new comments, which is made and stored above this room. */
export interface CommentGate {
  commentPolicy(): Promise<CommentPolicy>
}

/** Everyone may comment. */
export const openComments: CommentGate = { commentPolicy: async () => 'open' }
