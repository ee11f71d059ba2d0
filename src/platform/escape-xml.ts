const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** What XML 1.0 has no way to write: control characters, lone surrogates and two code points that are no characters. */
const impossible = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** A text without the characters that make a document of XML unreadable, even escaped. @see https://www.w3.org/TR/xml/#charsets */
export function xmlText(text: string): string {
  return text.replaceAll(impossible, '')
}

/** A text as content or as a quoted attribute, in XML and HTML. Drops what XML cannot have. */
export function escapeXml(text: string): string {
  return xmlText(text).replaceAll(/[&<>"']/g, (found) => entities[found] ?? found)
}
