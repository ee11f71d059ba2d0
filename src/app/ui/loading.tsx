/** A loading message with the spinner before it. */
export function LoadingMessage({ children }: { children: string }) {
  return (
    <p className="flip-line row gap-5 pencil" role="status">
      <Spinner />
      {children}
    </p>
  )
}

/** Three drawings shown in turn; for text that is already a live region, or for a busy control. */
export function Spinner() {
  return (
    <span className="flip" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  )
}
