const START = '<noscript id="deferred">'
const END = '</noscript>'

/** Moves everything after the page's deferred scripts into their `noscript`: later inline scripts depend on them. */
export function deferRest(page: string): string {
  const start = page.indexOf(START)
  const end = start < 0 ? -1 : page.indexOf(END, start)
  return end < 0 ? page : page.slice(0, end) + page.slice(end + END.length) + END
}
