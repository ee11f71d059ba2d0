import type { MouseEvent, ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { loginPath } from '#app/http/login-path.ts'
import { currentSeconds } from '#app/playback/watch-video.ts'
import { Link } from '#app/ui/link.tsx'

interface LoginLinkProps {
  /** The page to come back to. */
  path: string
  className: string
  children: ReactNode
}

/** A link to the login and back to this page; with scripts, to the second at which its episode is. */
export function LoginLink({ path, className, children }: LoginLinkProps) {
  const navigate = useNavigate()
  const leave = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void navigate(loginPath(path, currentSeconds()))
  }
  return (
    <Link className={className} to={loginPath(path)} onClick={leave}>
      {children}
    </Link>
  )
}
