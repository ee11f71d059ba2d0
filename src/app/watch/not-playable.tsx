import { EmptyState } from '#app/ui/empty-state.tsx'

/** Shown to the owner in place of the player. @param reason why the video failed; null while it is processed */
export function NotPlayable({ reason }: { reason: string | null }) {
  return (
    <div className="watch-waiting">
      {reason !== null ? (
        <EmptyState pose="oops" title="Failed">
          <p>{reason}</p>
        </EmptyState>
      ) : (
        <EmptyState pose="sleep" title="Processing">
          <p role="status">Only you can see this page until the episode is ready to play.</p>
        </EmptyState>
      )}
    </div>
  )
}
