import type { ReactNode } from 'react'
import oops from '../art/mascot-oops.svg?no-inline'
import search from '../art/mascot-search.svg?no-inline'
import sleep from '../art/mascot-sleep.svg?no-inline'

const poses = { oops, search, sleep }

/** An empty, missing or waiting state: the mascot, a title, a text and an action. */
export function EmptyState(props: {
  pose: keyof typeof poses
  title: string
  /** 1 when this is the page's only content. */
  level?: 1 | 2
  children: ReactNode
  action?: ReactNode
}) {
  const Heading = props.level === 1 ? 'h1' : 'h2'
  return (
    <div className="empty-state panel">
      <img src={poses[props.pose]} alt="" width="162" height="190" />
      <Heading>{props.title}</Heading>
      <div className="muted">{props.children}</div>
      {props.action}
    </div>
  )
}
