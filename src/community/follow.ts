/** Whether a person follows a creator, and how many do. */
export interface FollowState {
  followers: number
  following: boolean
}
