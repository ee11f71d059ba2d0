import type { ReactNode } from 'react'
import { verticalBars } from '#app/dashboard/chart-shapes.ts'
import { formatBytes, oldestFor } from '#app/messages/overview.ts'
import { queueUrl } from '#app/moderation/queue-url.ts'
import { formatCount } from '#app/ui/format.ts'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import type { OverviewPage } from './load-overview.server.ts'

/** Today in numerals, each above its last 30 days. */
export function OverviewCards({ data: { uploads, views, signUps, mail, reports, now } }: { data: OverviewPage }) {
  const [uploaded, viewed, sent] = [uploads.at(-1)!, views.at(-1)!, mail.days.at(-1)!]
  const joined = signUps.map(({ count }) => count)
  const inAll = joined.reduce((sum, count) => sum + count, 0)
  const failed = uploaded.failed > 0 ? `, ${formatCount(uploaded.failed)} failed` : ''
  return (
    <div className="overview-cards">
      <Card kind="uploads" name="Uploads today" icon="up" value={uploaded.count}>
        <p className="muted">{`${formatBytes(uploaded.bytes)}${failed}`}</p>
        <DayBars of="Uploads" values={uploads.map(({ count }) => count)} />
      </Card>
      <Card kind="views" name="Views today" icon="eye" value={viewed.views}>
        <p className="muted">{`${formatCount(viewed.previews)} from previews`}</p>
        <DayBars of="Views" values={views.map((each) => each.views)} />
      </Card>
      <Card kind="reports" name="Open reports" icon="flag" value={reports.open}>
        <p className="muted">{reports.oldestAt ? oldestFor(reports.oldestAt, now) : 'No open reports'}</p>
        <Link className="link" to={queueUrl({ kind: 'report' })}>
          View Reports
        </Link>
      </Card>
      <Card kind="accounts" name="New accounts" icon="people" value={joined.at(-1)!}>
        <p className="muted">{`${formatCount(inAll)} in 30 days`}</p>
        <DayBars of="New accounts" values={joined} />
      </Card>
      <Card kind="mail" name="Emails sent" icon="mail" value={sent.sent}>
        <p className="muted">{`${formatCount(mail.waiting)} waiting`}</p>
        <DayBars of="Emails sent" values={mail.days.map((each) => each.sent)} />
      </Card>
    </div>
  )
}

interface CardProps {
  kind: string
  name: string
  icon: IconName
  value: number
  children: ReactNode
}

function Card({ kind, name, icon, value, children }: CardProps) {
  return (
    <section className={`panel overview-card column overview-${kind}`} aria-label={name}>
      <h2>
        <Icon name={icon} />
        {name}
      </h2>
      <p className="overview-number">{formatCount(value)}</p>
      {children}
    </section>
  )
}

/** One bar a day, today at the right. */
function DayBars({ of, values }: { of: string; values: number[] }) {
  const label = `${of} over the last ${values.length} days, ending today: ${values.map(formatCount).join(', ')}`
  return (
    <div className="overview-bars">
      <svg role="img" aria-label={label}>
        {verticalBars(values).map(({ x, width, height }) => (
          <rect key={x} x={`${x}%`} y={`${100 - height}%`} width={`${width}%`} height={`${height}%`} />
        ))}
      </svg>
    </div>
  )
}
