/**
 * The grams by which an index over `search_grams` finds every text that contains this one: runs of three characters, or
 * an entire shorter part between spaces. Both texts must be folded the same way. Grams only find candidates, since
 * they carry no positions. A single ASCII letter or digit has none: it is in nearly every text.
 */
export function gramsOf(folded: string): string[] {
  return [...new Set(folded.split(/[ \n]/).flatMap(gramsOfPart))]
}

function gramsOfPart(part: string): string[] {
  const letters = [...part]
  if (letters.length === 0 || /^[a-z0-9]$/.test(part)) return []
  if (letters.length < 3) return [part]
  return letters.slice(2).map((_, at) => letters.slice(at, at + 3).join(''))
}
