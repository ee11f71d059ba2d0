import type { ReactNode } from 'react'
import { titleOf } from '#app/own-episodes/own-row.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import type { SameFile } from '#catalog/episode.ts'

/** Notice of an earlier file with the same name and size, which are no proof that the files are the same. */
export function SimilarFileNotice({ file }: { file: SameFile }) {
  return (
    <Notice>
      You may have already uploaded this file as <EarlierUpload file={file} opensNewTab />. You can still continue.
    </Notice>
  )
}

/** Notice of an earlier upload with the same bytes. Nothing is forbidden: the creator decides. */
export function DuplicateFileNotice({ file }: { file: SameFile }) {
  return (
    <Notice>
      You have already uploaded this file as <EarlierUpload file={file} />. If this is a mistake, delete one of the two
      on your <Link to="/dashboard?tab=content">dashboard</Link>.
    </Notice>
  )
}

/** The earlier upload, by the title of its episode as a link, or by its file name when it has none. */
export function EarlierUpload({ file, opensNewTab = false }: { file: SameFile; opensNewTab?: boolean }) {
  if (file.episodeId === undefined) return <b>{file.name}</b>
  // Beside a form it opens in a new tab, so that nothing typed is lost.
  const linkProps = opensNewTab ? { target: '_blank', rel: 'noopener' } : {}
  return (
    <Link to={`/watch/${file.episodeId}`} {...linkProps}>
      {titleOf({ title: file.title ?? '' })}
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
