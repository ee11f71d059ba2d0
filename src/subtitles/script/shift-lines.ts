import { storedTime } from './script.ts'
import type { Script } from './script-parts.ts'

/** The script with all its lines some seconds earlier; a line that would begin before the video begins with it. */
export function shiftEarlier(script: Script, seconds: number): Script {
  const moved = (time: number) => storedTime(script.format, time - seconds)
  const parts = script.parts.map((part) =>
    typeof part === 'string' ? part : { ...part, from: moved(part.from), to: moved(part.to) },
  )
  return { ...script, parts }
}
