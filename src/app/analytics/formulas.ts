/** Names of the figures, and the formula in the tooltip of each. @see docs/product.md#analytics */
export const formulas = {
  views: {
    name: 'Views',
    formula: 'watches plus previews',
    note: 'Counted views, the same number as on every page.',
  },
  watchTime: {
    name: 'Watch time',
    formula: 'seconds shown, added up over the watches',
    note: 'As players report it, at most the length of the episode for each watch.',
  },
  visitors: {
    name: 'Unique visitors',
    formula: 'visitors of each day, added up',
    note: 'Counted exactly. Their marks change every night, so two days count twice.',
  },
  completion: {
    name: 'Watched to 95 %',
    formula: 'watches that reached 95 % ÷ watches',
    note: 'Growth is in points. A watch that ends before a quarter reaches no mark.',
  },
  followed: {
    name: 'Follows',
    formula: 'people who began to follow',
    note: 'One gain and one loss per person and day. Follows belong to the channel.',
  },
  supportClicks: {
    name: 'Support-link clicks',
    formula: 'one per link, visitor and day, added up',
    note: 'Your own are left out. Hoshi takes no commission and sees no amounts.',
  },
  likes: {
    name: 'Likes',
    formula: 'likes of these days that still stand',
    note: 'A like taken back is gone here too.',
  },
  comments: {
    name: 'Comments',
    formula: 'comments of these days that everybody sees',
    note: 'Deleted and hidden ones are not counted.',
  },
  sources: {
    name: 'Sources',
    formula: 'views by the page before',
    note: 'Outside is a link on any other site, Embed the player there, each by its host where the browser tells it.',
  },
  retention: {
    name: 'Second by second',
    formula: 'watches that included the second ÷ watches',
    note: 'Of all watches so far, whatever days are chosen.',
  },
} as const

export type FormulaName = keyof typeof formulas
