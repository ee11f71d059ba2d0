import pencil1 from '../art/pencil-1.svg?no-inline'
import pencil2 from '../art/pencil-2.svg?no-inline'
import pencil3 from '../art/pencil-3.svg?no-inline'

const scenes = [pencil1, pencil2, pencil3] as const

/** The pencil scene that replaces a missing poster; an episode always gets the same one. */
export function placeholderPoster(id: string): string {
  const sum = [...id].reduce((total, character) => total + character.charCodeAt(0), 0)
  return scenes[sum % scenes.length] ?? pencil1
}
