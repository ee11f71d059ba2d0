/**
 * The grams by which an index over `search_grams` finds every text that contains this one: runs of three characters, or
 * the whole of a shorter part between spaces. Both are folded the same way before. They only find candidates, since
 * they say nothing about where in a text they stand; and there are none for a single ASCII letter or digit, which is
 * nearly everywhere.
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
