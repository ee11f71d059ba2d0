/** Marks a form in which a missing `nsfw` means that it is off. */
export const ASKS_NSFW = 'asksNsfw'
