import { formatCount } from '#app/ui/format.ts'

/** The number of characters left from which they are counted down. */
const FEW_CHARACTERS = 20

interface CharacterCountProps {
  id: string
  length: number
  /** Characters at most. */
  limit: number
}

/** How much of the paper is used: a ring that fills, and the number. Screen readers hear when little is left. */
export function CharacterCount({ id, length, limit }: CharacterCountProps) {
  const left = limit - length
  const share = Math.min(1, length / limit)
  return (
    <>
      <span className={`comment-count inline-row muted figures ${left <= FEW_CHARACTERS ? 'is-few' : ''}`} id={id}>
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
          <circle cx="10" cy="10" r="8" />
          <circle cx="10" cy="10" r="8" pathLength={1} strokeDasharray={`${share} 2`} transform="rotate(-90 10 10)" />
        </svg>
        {shownCount(left, length, limit)}
      </span>
      <span className="visually-hidden" role="status">
        {spokenCount(left)}
      </span>
    </>
  )
}

function shownCount(left: number, length: number, limit: number): string {
  if (left < 0) return `${formatCount(-left)} ${-left === 1 ? 'character' : 'characters'} over the limit`
  if (left <= FEW_CHARACTERS) return `${left} ${left === 1 ? 'character' : 'characters'} left`
  return `${formatCount(length)} of ${formatCount(limit)}`
}

/** The same for a range of numbers, so that it is not said again with each key. */
function spokenCount(left: number): string {
  if (left > FEW_CHARACTERS) return ''
  return left > 0 ? `${FEW_CHARACTERS} characters left or fewer` : 'No characters left'
}
