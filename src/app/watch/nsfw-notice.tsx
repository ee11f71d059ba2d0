import { useEffect, useRef, useState } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'

const SHOWN_MS = 5000

/** Says for five seconds that an adult episode is shown by a setting, or for as long as the focus is on its link. */
export function NsfwNotice() {
  const [isShown, setIsShown] = useState(true)
  const notice = useRef<HTMLParagraphElement>(null)
  const isOver = useRef(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      isOver.current = true
      if (!notice.current?.contains(document.activeElement)) setIsShown(false)
    }, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isShown) return null
  return (
    <div className="nsfw-notice-place">
      <p
        ref={notice}
        className="nsfw-notice row"
        data-theme="dark"
        role="status"
        onBlur={() => isOver.current && setIsShown(false)}
      >
        <Icon name="eye" />
        NSFW is shown because of your settings
        <Link className="nsfw-link" to="/settings/watching#nsfw">
          Settings
        </Link>
      </p>
    </div>
  )
}
