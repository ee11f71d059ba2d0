import { useId, useState } from 'react'
import { frameWords, readFrame, type VideoFrames } from './video-frames.ts'

interface TimeFieldProps {
  label: string
  videoFrames: VideoFrames
  frame: number
  /** A remark about the moment, such as 'on the cut'. */
  note: string
  onChange(frame: number): void
}

/** A moment of a line: typed, or moved by frames with the arrow keys. */
export function TimeField({ label, videoFrames, frame, note, onChange }: TimeFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [isWrong, setWrong] = useState(false)
  const change = (next: number) => {
    setTyped(null)
    setWrong(false)
    if (next !== frame) onChange(next)
  }
  const finish = () => {
    if (typed === null) return
    const read = readFrame(videoFrames, typed)
    if (read === null) setWrong(true)
    else change(read)
  }
  const about = isWrong ? 'Enter a time within the episode, such as 3:17 +18.' : note
  return (
    <div className={isWrong ? 'studio-time is-wrong' : 'studio-time'}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="figures"
        value={typed ?? frameWords(videoFrames, frame)}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={isWrong || undefined}
        aria-describedby={`${id}-note`}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={finish}
        onKeyDown={(event) => {
          if (event.altKey || event.ctrlKey || event.metaKey) return
          const by = { ArrowUp: 1, ArrowDown: -1 }[event.key]
          if (by !== undefined) change(Math.max(0, frame + by))
          else if (event.key === 'Enter') finish()
          else if (event.key === 'Escape') change(frame)
          else return
          event.preventDefault()
        }}
      />
      <small id={`${id}-note`}>{about}</small>
    </div>
  )
}
