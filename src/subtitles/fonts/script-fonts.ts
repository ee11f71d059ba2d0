/** The fonts that an ASS script names, in its styles and within its lines, folded for comparison. */
export function fontsOfScript(script: string): Set<string> {
  const names = new Set<string>()
  let columns = 0
  for (const line of script.split('\n')) {
    // Names of styles have no commas, so that the place of a field is its column.
    const style = /^(Format|Style):\s*(.*)$/i.exec(line.slice(0, 4000))
    const fields = style?.[2]?.split(',').map((each) => each.trim()) ?? []
    if (style?.[1]?.toLowerCase() === 'format') {
      const at = fields.findIndex((each) => each.toLowerCase() === 'fontname')
      if (at !== -1) columns = at
    } else if (style) names.add(foldFontName(fields[columns || 1] ?? ''))
  }
  for (const [, name] of script.matchAll(/\\fn([^\\}\n]{1,100})/g)) names.add(foldFontName(name!))
  names.delete('')
  return names
}

/** Names are compared without case; a leading `@` turns letters for vertical text. */
export function foldFontName(name: string): string {
  return name.trim().replace(/^@/, '').toLowerCase()
}
