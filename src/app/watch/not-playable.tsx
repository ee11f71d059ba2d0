import { EmptyState } from '#app/ui/empty-state.tsx'

interface NotPlayableProps {
  /** Why the video failed; null while it is processed. */
  reason: string | null
  /** Whether only the viewer sees the page. */
  isPrivate: boolean
}

/** Shown in place of the player, to the owner and, while moderators are to decide about the episode, to them. */
export function NotPlayable({ reason, isPrivate }: NotPlayableProps) {
  return (
    <div className="watch-waiting middle">
      {reason !== null ? (
        <EmptyState pose="oops" title="Failed">
          <p>{reason}</p>
        </EmptyState>
      ) : (
        <EmptyState pose="sleep" title="Processing">
          <p role="status">
            {isPrivate
              ? 'Only you can see this page until the episode is ready to play.'
              : 'This episode is still processing. Please check back soon.'}
          </p>
        </EmptyState>
      )}
    </div>
  )
}
