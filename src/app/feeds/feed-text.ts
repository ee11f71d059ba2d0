import { escapeXml, xmlText } from '#platform/escape-xml.ts'

/** A text of several lines as HTML, for readers that know no other: a paragraph for each block, its lines broken. */
export function textAsHtml(text: string): string {
  return xmlText(text)
    .trim()
    .split(/\n{2,}/)
    .map((block) => `<p>${escapeXml(block).replaceAll('\n', '<br>')}</p>`)
    .join('\n')
}
