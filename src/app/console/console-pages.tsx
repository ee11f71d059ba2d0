import { Link } from '#app/ui/link.tsx'

interface ConsolePagesProps {
  /** Address of the first page; null on it. */
  first: string | null
  /** Address of the next page; null on the last one. */
  next: string | null
  isOldestFirst?: boolean
}

/** The links below a table of the console, the latest first unless it says otherwise. */
export function ConsolePages({ first, next, isOldestFirst = false }: ConsolePagesProps) {
  return (
    <nav className="console-pages" aria-label="Pages">
      {first !== null && (
        <Link className="button button-small" to={first}>
          {isOldestFirst ? 'Oldest' : 'Newest'}
        </Link>
      )}
      {next !== null && (
        <Link className="button button-small" to={next}>
          {isOldestFirst ? 'Newer' : 'Older'}
        </Link>
      )}
    </nav>
  )
}
