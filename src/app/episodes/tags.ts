/** Tags as text for their field: 'trains, night'. */
export function joinTags(tags: readonly string[]): string {
  return tags.join(', ')
}

/** Split at commas, trimmed, without empty ones. @see docs/product.md#dashboard */
export function splitTags(field: string): string[] {
  return field
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
}
