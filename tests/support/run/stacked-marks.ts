/** A letter with marks in the wrong order, some of which decompose. */
export function stackedMarks(characters: number): string {
  return `a${'\u0301\u0323\u0344'.repeat(characters).slice(0, characters - 1)}`
}
