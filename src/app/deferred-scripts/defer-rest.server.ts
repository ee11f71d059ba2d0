const START = '<noscript id="deferred">'
const END = '</noscript>'

/** Moves everything after the page's deferred scripts into their `noscript`: later inline scripts depend on them. */
export function deferRest(page: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const start = page.indexOf(START)
  const end = start < 0 ? -1 : page.indexOf(END, start)
  if (end < 0) return page
  return Buffer.concat([page.subarray(0, end), page.subarray(end + END.length), page.subarray(end, end + END.length)])
}
