/** The same rows with one at another place; the same list where one of the places does not exist. */
export function moveRow<Row>(rows: Row[], from: number, to: number): Row[] {
  const row = rows[from]
  if (row === undefined || to < 0 || to >= rows.length) return rows
  return rows.toSpliced(from, 1).toSpliced(to, 0, row)
}
