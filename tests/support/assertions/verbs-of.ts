/** The verbs of a room in alphabetical order, those of a group by its name as well: `accounts.change`. */
export function verbsOf(room: object): string[] {
  const verbs = Object.entries(room).flatMap(([name, value]) =>
    typeof value === 'function' ? [name] : Object.keys(value).map((verb) => `${name}.${verb}`),
  )
  return verbs.sort()
}
