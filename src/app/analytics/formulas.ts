/** Names of the figures, and the formula in the tooltip of each. @see docs/product.md#analytics */
export const formulas = {
  views: {
    name: 'Views',
    formula: 'watches plus previews',
    note: 'The same view count shown across Hoshi.',
  },
  watchTime: {
    name: 'Watch time',
    formula: 'seconds played, summed over all watches',
    note: 'Reported by the player. Each watch counts up to the length of the episode.',
  },
  visitors: {
    name: 'Unique visitors',
    formula: 'daily visitors, summed',
    note: 'An exact count. Visitor IDs reset every night, so a visitor on two days counts twice.',
  },
  completion: {
    name: 'Watched to 95%',
    formula: 'watches that reached 95% ÷ all watches',
    note: 'Growth is in percentage points. A watch that ends before 25% reaches no point.',
  },
  followed: {
    name: 'Follows',
    formula: 'people who started following',
    note: 'At most one follow and one unfollow per person per day. Follows count for you, not for one episode.',
  },
  supportClicks: {
    name: 'Support-link clicks',
    formula: 'one per link, visitor and day, summed',
    note: 'Your own clicks are excluded. Hoshi takes no commission and does not see amounts.',
  },
  likes: {
    name: 'Likes',
    formula: 'likes in this period, minus likes taken back',
    note: 'Likes taken back are not counted.',
  },
  comments: {
    name: 'Comments',
    formula: 'public comments in this period',
    note: 'Deleted and hidden comments are not counted.',
  },
  sources: {
    name: 'Sources',
    formula: 'views by the page viewers came from',
    note: 'Other sites: links on other sites. Embed: the player on other sites. Each is listed by host if the browser shares it.',
  },
  retention: {
    name: 'Retention',
    formula: 'watches that included the second ÷ watches',
    note: 'Based on all watches to date, whatever range you choose.',
  },
} as const

export type FormulaName = keyof typeof formulas
