/** 'Following'; under the pointer 'Unfollow', the effect of a press. */
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
