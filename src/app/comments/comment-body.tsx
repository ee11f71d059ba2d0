import { FoldedText } from '#app/ui/folded-text.tsx'
import { splitComment } from './comment-text.ts'
import { TimeChip } from './time-chip.tsx'

/** Plain text with times of the episode as chips and links by their host. */
export function CommentBody({ text, durationSeconds }: { text: string; durationSeconds: number | null }) {
  return (
    <FoldedText className="comment-text" text={text}>
      {splitComment(text, durationSeconds).map((part, at) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
        if (part.kind === 'time') return <TimeChip key={at} {...part} />
        if (part.kind === 'text') return part.text
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <a key={at} className="link" href={part.url} rel="nofollow ugc noopener noreferrer" target="_blank">
            {part.text}
          </a>
        )
      })}
    </FoldedText>
  )
}
