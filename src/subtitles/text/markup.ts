/** Tags of WebVTT and of the HTML in SubRip files that only have classes. */
const plainTag = String.raw`(?:c|i|b|u|s|ruby|rt|em|strong|br)(?:\.[^\s<>]{0,100})?[ \t]{0,4}\/?`
/** Tags with a name, a language or attributes. */
const namedTag = String.raw`(?:v|lang|font|span)(?:[.\s][^<>]{0,1000})?`
const timestamp = String.raw`(?:\d{2,4}:)?\d{2}:\d{2}\.\d{3}`
const tag = new RegExp(String.raw`<(?:\/?(?:${plainTag}|${namedTag})|${timestamp})>`, 'gi')
const breakTag = /<br[ \t]{0,4}\/?>/gi

/**
 * Removes the tags of WebVTT and SubRip; any other `<` is text, as in 'I <3 you'.
 *
 * @param read called with each text between two tags
 */
export function withoutTags(text: string, read = (between: string) => between): string {
  return withBreaks(text).split(tag).map(read).join('')
}

/** Line breaks that are written as those of HTML. */
export function withBreaks(text: string): string {
  return text.replaceAll(breakTag, '\n')
}

/** Changes the text between tags, and keeps the tags. @param onText gets everything outside of tags */
export function outsideTags(text: string, onText: (text: string) => string): string {
  let written = ''
  let at = 0
  for (const found of text.matchAll(tag)) {
    written += onText(text.slice(at, found.index)) + found[0]
    at = found.index + found[0].length
  }
  return written + onText(text.slice(at))
}
