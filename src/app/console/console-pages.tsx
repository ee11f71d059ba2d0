import { Link } from '#app/ui/link.tsx'

interface ConsolePagesProps {
  /** Address of the first page; null on it. */
  newest: string | null
  /** Address of the next page; null on the last one. */
  older: string | null
}

/** The links below a table of the console, the latest first. */
export function ConsolePages({ newest, older }: ConsolePagesProps) {
  return (
    <nav className="console-pages" aria-label="Pages">
      {newest !== null && (
        <Link className="button button-small" to={newest}>
          Newest
        </Link>
      )}
      {older !== null && (
        <Link className="button button-small" to={older}>
          Older
        </Link>
      )}
    </nav>
  )
}
