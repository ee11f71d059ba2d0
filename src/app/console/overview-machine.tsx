import { isNearlyFull } from '#administration/overview.ts'
import { backupWords, formatBytes, formatPercent, fullWords } from '#app/messages/overview.ts'
import { formatCount } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import type { MachinePage } from './load-overview.server.ts'
import { jobsPath } from './places.ts'
import { RetryJob } from './retry-job.tsx'

interface Part {
  kind: 'originals' | 'renditions' | 'others' | 'free'
  name: string
  bytes: number
}

/** Least width of a part that has files, in percent of the bar: a few episodes on a large disk are seen, too. */
const LEAST_WIDTH = 1.5

/** The parts of the disk's contents, from the left. Files that no row knows of belong to the rest. */
function partsOf({ totalBytes, freeBytes, videos }: MachinePage['storage']): Part[] {
  const usedBytes = totalBytes - freeBytes
  const known = videos ?? { originals: 0, renditions: 0 }
  return [
    ...(videos
      ? [
          { kind: 'originals' as const, name: 'Original files', bytes: known.originals },
          { kind: 'renditions' as const, name: 'Streaming files', bytes: known.renditions },
        ]
      : []),
    { kind: 'others', name: 'Everything else', bytes: Math.max(0, usedBytes - known.originals - known.renditions) },
    { kind: 'free', name: 'Free', bytes: freeBytes },
  ]
}

export function StoragePanel({ storage, backups }: Pick<MachinePage, 'storage' | 'backups'>) {
  const { totalBytes, freeBytes, fullInDays } = storage
  const parts = partsOf(storage)
  const used = totalBytes === 0 ? 0 : 1 - freeBytes / totalBytes
  const full = isNearlyFull(storage)
  let x = 0
  const bars = parts.slice(0, -1).map(({ kind, bytes }) => {
    const share = totalBytes === 0 ? 0 : (bytes / totalBytes) * 100
    const width = Math.min(100 - x, bytes === 0 ? 0 : Math.max(LEAST_WIDTH, share))
    x += width
    return { kind, x: x - width, width }
  })
  return (
    <section className="panel" aria-labelledby="overview-storage">
      <div className="overview-head cluster spread">
        <h2 id="overview-storage">Storage</h2>
        <span className="muted">{`${formatBytes(freeBytes)} free of ${formatBytes(totalBytes)}`}</span>
      </div>
      <svg
        className={full ? 'overview-disk is-high' : 'overview-disk'}
        role="img"
        aria-label={`${formatPercent(used)} used`}
        viewBox="0 0 100 8"
        preserveAspectRatio="none"
      >
        {bars.map((bar) => (
          <rect key={bar.kind} className={`is-${bar.kind}`} x={bar.x} width={bar.width} height="8" />
        ))}
      </svg>
      <ul className="overview-parts">
        {parts.map(({ kind, name, bytes }) => (
          <li key={kind}>
            <span className={`overview-swatch is-${kind}`} aria-hidden="true" />
            {name}
            <b>{formatBytes(bytes)}</b>
          </li>
        ))}
      </ul>
      {full && <p className="overview-full">{`Almost full: ${formatPercent(used)} used.`}</p>}
      {fullInDays !== null && <p className="muted">{fullWords(fullInDays)}</p>}
      {backupWords(backups).map((text) => (
        <p key={text} className="muted">
          {text}
        </p>
      ))}
    </section>
  )
}

/** Running jobs with their progress, and the latest failures. */
export function JobsPanel({ jobs, failures }: Pick<MachinePage, 'jobs' | 'failures'>) {
  const { running, waiting, failed, current } = jobs
  const counts = `${formatCount(running)} running, ${formatCount(waiting)} waiting, ${formatCount(failed)} failed`
  return (
    <section className="panel" aria-labelledby="overview-jobs">
      <div className="overview-head cluster spread">
        <h2 id="overview-jobs">Jobs</h2>
        <span className="muted">{counts}</span>
      </div>
      {current.length + failures.length === 0 && (
        <p className="muted overview-idle">No jobs are running, and none have failed.</p>
      )}
      <ul className="overview-jobs">
        {current.map(({ name, about, startedAt, percent }) => (
          <li key={`${name} ${about} ${startedAt.toISOString()}`}>
            <JobWords name={name} detail={about} />
            {percent !== null && <Progress percent={percent} />}
          </li>
        ))}
        {failures.map(({ id, name, about, reason }) => (
          <li key={id} className="is-failed">
            <Icon name="warn" />
            <JobWords name={name} detail={about === '' ? reason : `${about}: ${reason}`} />
            <RetryJob id={id} name={name} about={about} />
          </li>
        ))}
      </ul>
      {failed > failures.length && (
        <Link className="link" to={jobsPath}>
          {`View All ${formatCount(failed)} Failed Jobs`}
        </Link>
      )}
    </section>
  )
}

function JobWords({ name, detail }: { name: string; detail: string }) {
  return (
    <p className="overview-job">
      <b>{name}</b>
      {detail !== '' && <small>{detail}</small>}
    </p>
  )
}

const CELLS = Array.from({ length: 24 }, (_, index) => index)

/** Filled cells, and the number beside them. */
function Progress({ percent }: { percent: number }) {
  return (
    <>
      <svg className="overview-cells" aria-hidden="true" viewBox="0 0 238 16" preserveAspectRatio="none">
        {CELLS.map((cell) => (
          <rect
            key={cell}
            className={cell < Math.round((percent / 100) * CELLS.length) ? 'is-on' : undefined}
            x={cell * 10}
            width="8"
            height="16"
            rx="2"
          />
        ))}
      </svg>
      <b className="overview-percent">{formatPercent(percent / 100)}</b>
    </>
  )
}
