import { useEffect, useState, useSyncExternalStore } from 'react'
import {
  noDevicePositions,
  onDevicePositions,
  readDevicePositions,
  removeDevicePositions,
} from '#app/episodes/device-positions.ts'
import { callApi } from '#app/http/api-client.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { NothingWatched } from './history.tsx'
import { LibraryCard, TimeLeft } from './library-episode.tsx'
import type { LibraryItem } from './library-item.ts'

/** Episodes that are shown; a browser remembers more. */
const SHOWN = 12

type DeviceEpisode = Omit<LibraryItem, 'at' | 'creatorName' | 'positionSeconds'>

/** Continue Watching of this browser, for visitors without an account. */
export function DeviceLibrary() {
  const isHydrated = useHydrated()
  const positions = useSyncExternalStore(onDevicePositions, readDevicePositions, noDevicePositions).slice(0, SHOWN)
  const episodes = useEpisodes(positions.map(({ id }) => id))
  const isKnown = isHydrated && (positions.length === 0 || episodes !== null)
  const shown = positions.flatMap(({ id, seconds }) => {
    const episode = episodes?.get(id)
    return episode ? [{ ...episode, positionSeconds: seconds }] : []
  })
  return (
    <div className="device-library">
      <section aria-labelledby="device-title">
        <div className="library-head">
          <h2 id="device-title">Continue Watching</h2>
          <span className="muted">On this device only</span>
        </div>
        {shown.length > 0 ? (
          <ul className="library-cards">
            {shown.map((episode) => (
              <li key={episode.id}>
                <LibraryCard episode={episode} remove={<RemoveButton episode={episode} />}>
                  <TimeLeft episode={episode} />
                </LibraryCard>
              </li>
            ))}
          </ul>
        ) : (
          isKnown && <NothingWatched />
        )}
        <noscript>
          <p className="muted">
            Without an account, this list is stored in your browser and requires JavaScript.{' '}
            <Link to="/login?next=%2Flibrary">Log in</Link> to see yours.
          </p>
        </noscript>
      </section>
      {isKnown && <LoginPanel />}
    </div>
  )
}

function LoginPanel() {
  return (
    <section className="panel library-login">
      <h2>Keep your library with an account</h2>
      <p className="muted">
        With an account, your progress, Watch Later, Liked and History are available on every device.
      </p>
      <Link className="button" to="/login?next=%2Flibrary">
        Login
      </Link>
    </section>
  )
}

function RemoveButton({ episode }: { episode: DeviceEpisode }) {
  return (
    <div className="library-remove">
      <button
        type="button"
        className="icon-button"
        aria-label={`Remove ${episode.title} from Continue Watching`}
        onClick={() => removeDevicePositions([episode.id])}
      >
        <Icon name="x" />
      </button>
    </div>
  )
}

/** The episodes by id, null until they are known. The positions of those that are gone are removed. */
function useEpisodes(ids: string[]): Map<string, DeviceEpisode> | null {
  const [episodes, setEpisodes] = useState<Map<string, DeviceEpisode> | null>(null)
  const key = ids.join(' ')
  useEffect(() => {
    const controller = new AbortController()
    const wanted = key === '' ? [] : key.split(' ')
    void Promise.all(wanted.map((id) => findEpisode(id, controller.signal))).then((found) => {
      if (controller.signal.aborted) return
      setEpisodes(
        new Map(found.flatMap((episode) => (episode === null || episode === 'gone' ? [] : [[episode.id, episode]]))),
      )
      const gone = wanted.filter((_, at) => found[at] === 'gone')
      if (gone.length > 0) removeDevicePositions(gone)
    })
    return () => controller.abort()
  }, [key])
  return episodes
}

async function findEpisode(id: string, signal: AbortSignal): Promise<DeviceEpisode | 'gone' | null> {
  try {
    return await callApi('GET', '/episodes/:id', { param: { id }, signal })
  } catch (error) {
    return (error as { status?: number }).status === 404 ? 'gone' : null
  }
}
