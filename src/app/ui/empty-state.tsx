import { type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react'
import oops from '../art/mascot-oops.svg?no-inline'
import search from '../art/mascot-search.svg?no-inline'
// Shown without a network, so it is part of the code, which is there already.
import sleep from '../art/mascot-sleep.svg?inline'

const poses = { oops, search, sleep }

/** An empty, missing or waiting state: the mascot, a title, a text and an action. */
export function EmptyState(props: {
  pose: keyof typeof poses
  title: string
  /** 1 when this is the page's only content. */
  level?: 1 | 2
  /** Whether its title has the focus, since it takes the place of something else. */
  takesFocus?: boolean
  children: ReactNode
  action?: ReactNode
}) {
  const Heading = props.level === 1 ? 'h1' : 'h2'
  const title = useRef<HTMLHeadingElement>(null)
  const { takesFocus = false } = props
  useEffect(() => {
    if (takesFocus) title.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <div className="empty-state column panel">
      <img src={poses[props.pose]} alt="" width="162" height="190" onError={hide} />
      <Heading ref={title} tabIndex={takesFocus ? -1 : undefined}>
        {props.title}
      </Heading>
      <div className="muted">{props.children}</div>
      {props.action}
    </div>
  )
}

/** Without a network, a picture that the browser does not have yet is left out. */
function hide({ currentTarget }: SyntheticEvent<HTMLImageElement>): void {
  currentTarget.hidden = true
}
