import { EmptyState } from '#app/ui/empty-state.tsx'

/** Shown to the owner in place of the player. */
export function NotPlayable({ failed, reason }: { failed: boolean; reason: string | null }) {
  return (
    <div className="watch-waiting">
      {failed ? (
        <EmptyState pose="oops" title="Failed">
          <p>{reason ?? 'This video could not be processed.'}</p>
        </EmptyState>
      ) : (
        <EmptyState pose="sleep" title="Processing">
          <p role="status">Only you can see this page until the episode is ready to play.</p>
        </EmptyState>
      )}
    </div>
  )
}
