import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '#app/ui/icon.tsx'
import type { SameFile } from '#catalog/episode.ts'

/** A file like one that is here already: by its name and size only, so it says no more than that. */
export function LikeFile({ file }: { file: SameFile }) {
  return (
    <Notice>
      This looks like the file of <Earlier file={file} isApart />, which you have uploaded before. You can still go on.
    </Notice>
  )
}

/** The same bytes as an earlier upload. Nothing is forbidden: the creator decides. */
export function SameFileNotice({ file }: { file: SameFile }) {
  return (
    <Notice>
      This is the same file as <Earlier file={file} />, which you have uploaded before. If you did not mean to, delete
      one of the two on your <Link to="/dashboard?tab=content">dashboard</Link>.
    </Notice>
  )
}

/** The earlier one by the name that its creator knows, as a link where there is something to see. */
export function Earlier({ file, isApart = false }: { file: SameFile; isApart?: boolean }) {
  if (file.episodeId === undefined) return <b>{file.name}</b>
  const name = file.title?.trim() || 'Untitled Episode'
  // Beside a form that is filled in, it opens apart, so that nothing typed is lost.
  const apart = isApart ? { target: '_blank', rel: 'noopener' } : {}
  return (
    <Link to={`/watch/${file.episodeId}`} {...apart}>
      {name}
    </Link>
  )
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="same-file" role="status">
      <Icon name="film" />
      <span>{children}</span>
    </p>
  )
}
