import { escapeXml } from '#platform/escape-xml.ts'

/** What no document in XML 1.0 may contain, not even escaped. @see https://www.w3.org/TR/xml/#charsets */
const notXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** A text without the characters that make a document of XML unreadable. */
export function xmlText(text: string): string {
  return text.replaceAll(notXml, '')
}

/** A text of several lines as HTML, for readers that know no other: a paragraph for each block, its lines broken. */
export function textAsHtml(text: string): string {
  return xmlText(text)
    .trim()
    .split(/\n{2,}/)
    .map((block) => `<p>${escapeXml(block).replaceAll('\n', '<br>')}</p>`)
    .join('\n')
}
