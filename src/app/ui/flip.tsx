/** The waiting line: three drawings flipped on twos beside one line of pencil. */
export function Flip({ children }: { children: string }) {
  return (
    <p className="flip-line pencil" role="status">
      <FlipDrawings />
      {children}
    </p>
  )
}

/** The three drawings alone, for a line that is a live region already, or a control that is busy. */
export function FlipDrawings() {
  return (
    <span className="flip" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  )
}
