/**
 * The file name of a new migration: the next number in four digits, then the title in kebab-case. Null when the title
 * has no letter or digit.
 */
export function nextMigrationName(existing: readonly string[], title: string): string | null {
  const words = title.toLowerCase().match(/[a-z0-9]+/g)
  if (!words) return null
  const numbers = existing.map((name) => Number(/^(\d{4})_.*\.sql$/.exec(name)?.[1] ?? 0))
  const next = Math.max(0, ...numbers) + 1
  return `${String(next).padStart(4, '0')}_${words.join('-')}.sql`
}
