import type { ReactNode } from 'react'

/** The peg holes of a sheet of animation paper. */
export function PegHoles() {
  return (
    <svg className="pegs" viewBox="0 0 196 18" width="196" height="18" aria-hidden="true">
      <rect x="0" y="3" width="46" height="12" rx="6" />
      <circle cx="98" cy="9" r="8" />
      <rect x="150" y="3" width="46" height="12" rx="6" />
    </svg>
  )
}

/** A card with the colours of paper in both themes. */
export function PaperCard({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <div className={`paper ${className}`}>
      <PegHoles />
      {children}
    </div>
  )
}
