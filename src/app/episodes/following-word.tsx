/** Under the pointer, it says what a press would do. */
export function FollowingWord() {
  return (
    <span className="follow-text">
      <span className="follow-state">Following</span>
      <span className="follow-undo" aria-hidden="true">
        Unfollow
      </span>
    </span>
  )
}
