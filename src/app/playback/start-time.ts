/**
 * Reads where an episode is to start: seconds (`161`, `161s`), a time (`2:41`) or `2m41s`.
 * @returns seconds; null for anything else
 */
export function readStartTime(text: string): number | null {
  const trimmed = text.trim()
  if (/^\d{1,5}(\.\d+)?s?$/.test(trimmed)) return Number.parseFloat(trimmed)
  const match =
    /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]?\d)$/.exec(trimmed) ??
    /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,5})s)?$/.exec(trimmed)
  if (!match || trimmed === '') return null
  const [hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0))
  return (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0)
}
