import { Form, useNavigation } from 'react-router'
import { formatDate } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { FrameTime } from './frame-time.tsx'
import type { Chosen } from './load-subtitles.server.ts'

interface VersionsProps {
  episodeId: string
  text: Chosen
  framesPerSecond: number | null
}

/** Every version of a text, and the differences between one of them and the newest. */
export function Versions({ episodeId, text, framesPerSecond }: VersionsProps) {
  const isSaving = useNavigation().state !== 'idle'
  return (
    <section className="panel subtitles-versions">
      <h2>Versions</h2>
      <ol>
        {text.versions.map(({ number, author, added, removed, createdAt }) => (
          <li key={number} aria-current={number === text.version || undefined}>
            <div>
              <b>Version {number}</b>
              <span className="muted">{[...(author ? [author] : []), formatDate(createdAt)].join(', ')}</span>
              {number === text.approvedVersion && <span className="badge subtitles-state is-approved">Public</span>}
            </div>
            <span className="figures">
              <span className="visually-hidden">Lines added, removed: </span>+{added} −{removed}
            </span>
            {number !== text.version && (
              <Link to={`/subtitles/${episodeId}?text=${text.id}&against=${number}`} preventScrollReset>
                Compare<span className="visually-hidden"> with version {number}</span>
              </Link>
            )}
          </li>
        ))}
      </ol>
      {text.against !== null && (
        <div className="subtitles-diff">
          <h3>
            Version {text.version} compared with version {text.against}
          </h3>
          <Form method="post" encType="multipart/form-data">
            <input type="hidden" name="id" value={text.id} />
            <input type="hidden" name="version" value={text.against} />
            <button type="submit" name="intent" value="restore" className="button button-text" disabled={isSaving}>
              <Icon name="reply" />
              Restore Version {text.against}
            </button>
          </Form>
          {text.changes.length === 0 && <p className="muted">These versions are identical.</p>}
          <dl>
            {text.changes.map(({ was, is }) => (
              <div key={`${was?.from} ${is?.from} ${was?.text} ${is?.text}`}>
                <dt>
                  <FrameTime seconds={(is ?? was)?.from ?? 0} framesPerSecond={framesPerSecond} />
                </dt>
                <dd lang={text.language} dir="auto">
                  {was && <del>{was.text}</del>}
                  {is && <ins>{is.text}</ins>}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </section>
  )
}
