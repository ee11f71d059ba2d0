/** What people add to a file's name, and not to a title: 'v12', 'final', 'copy', '(2)'. */
const trailing = /(?:^|\s)(?:v\d+|final|copy|\(\d+\)|\[\d+\])$/i
/** Words that stay small within an English title. */
const smallWords = new Set(['a', 'an', 'and', 'at', 'but', 'by', 'for', 'in', 'of', 'on', 'or', 'the', 'to', 'with'])

/** 'last_local_to_altair_v12_final.mp4' → 'Last Local to Altair'. Letters are capitalised only if all were small. */
export function titleFromName(fileName: string): string {
  let title = fileName
    .replace(/\.[^.]+$/, '')
    .replace(/[\s_\-.]+/g, ' ')
    .trim()
  for (let rest = withoutAddition(title); rest !== title && rest !== ''; rest = withoutAddition(title)) title = rest
  return title === title.toLowerCase() ? titleCase(title) : title
}

function withoutAddition(title: string): string {
  return title.replace(trailing, '').trim()
}

function titleCase(title: string): string {
  return title
    .split(' ')
    .map((word, index) => (index > 0 && smallWords.has(word) ? word : capitalised(word)))
    .join(' ')
}

function capitalised(word: string): string {
  const first = [...word][0] ?? ''
  return first.toUpperCase() + word.slice(first.length)
}
