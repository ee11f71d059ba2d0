export interface SqlToken {
  /** In lower case. */
  text: string
  start: number
  end: number
  /** Number of parentheses around it; the parentheses themselves belong to the outer level. */
  depth: number
  /** The keyword that determines the meaning of `=` and `and` here. */
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
    // The `and` of `between` has passed.
    if (text === 'and' && clause === 'between') clause = 'where'
  }
  return tokens
}
