/** The waiting line: three drawings flipped on twos beside one line of pencil. */
export function Flip({ children }: { children: string }) {
  return (
    <p className="flip-line pencil" role="status">
      <span className="flip" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {children}
    </p>
  )
}
