/** `00:01:02.003`. */
export function clock(seconds: number, mark: '.' | ','): string {
  const { hours, minutes, whole, rest } = parts(seconds, 1000)
  return `${two(hours)}:${two(minutes)}:${two(whole)}${mark}${String(rest).padStart(3, '0')}`
}

/** `0:01:02.03`. */
export function assClock(seconds: number): string {
  const { hours, minutes, whole, rest } = parts(seconds, 100)
  return `${hours}:${two(minutes)}:${two(whole)}.${two(rest)}`
}

function parts(seconds: number, unit: number) {
  const units = Math.round(seconds * unit)
  const all = Math.floor(units / unit)
  return { hours: Math.floor(all / 3600), minutes: Math.floor(all / 60) % 60, whole: all % 60, rest: units % unit }
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
