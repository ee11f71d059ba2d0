import type { Subtitle } from '#subtitles/subtitle.ts'

/** Whether this reader can save versions of a text. */
export function mayEdit({ mayWrite, state }: Pick<Subtitle, 'mayWrite' | 'state'>, isCreator: boolean): boolean {
  return mayWrite && (state !== 'declined' || isCreator)
}
