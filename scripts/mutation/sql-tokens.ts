export interface SqlToken {
  /** In lower case. */
  text: string
  start: number
  end: number
  /** Of parentheses around it; the parentheses themselves belong to what is around them. */
  depth: number
  /** The keyword that says what `=` and `and` mean here. */
  clause: string
}

const oneToken = /--[^\n]*|'(?:[^']|'')*'|"[^"]*"|\$+|[a-z_][\w.]*|\d+(?:\.\d+)?|[<>=!@#%^&|~+\-*/?:]+|\S/gi
const clauses = /^(select|set|where|on|having|filter|when|then|else|values|from|returning|using|between)$/

/** The words and signs of an SQL text, without comments. */
export function sqlTokens(sql: string): SqlToken[] {
  const tokens: SqlToken[] = []
  const around: string[] = []
  const cases: string[] = []
  let clause = ''
  for (const { 0: raw, index } of sql.matchAll(oneToken)) {
    if (raw.startsWith('--')) continue
    const text = raw.toLowerCase()
    if (text === ')') clause = around.pop() ?? ''
    if (clauses.test(text)) clause = text
    tokens.push({ text, start: index, end: index + raw.length, depth: around.length, clause })
    if (text === '(') around.push(clause)
    if (text === 'case') cases.push(clause)
    if (text === 'end') clause = cases.pop() ?? clause
    // The one `and` that belongs to `between` is behind us.
    if (text === 'and' && clause === 'between') clause = 'where'
  }
  return tokens
}
