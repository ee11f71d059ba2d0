import { useEffect, useState, useSyncExternalStore } from 'react'
import { callApi } from '#app/api-client.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { noDevicePositions, onDevicePositions, readDevicePositions, removeDevicePositions } from './device-positions.ts'
import { FilmCard, TimeLeft } from './film.tsx'
import { NothingWatched } from './history.tsx'
import type { LibraryItem } from './library-item.ts'

/** Episodes that are shown; a browser remembers more. */
const SHOWN = 12

type DeviceFilm = Omit<LibraryItem, 'at' | 'creatorName' | 'positionSeconds'>

/** Continue Watching of this browser, for visitors without an account. */
export function DeviceLibrary() {
  const isHydrated = useHydrated()
  const positions = useSyncExternalStore(onDevicePositions, readDevicePositions, noDevicePositions).slice(0, SHOWN)
  const films = useFilms(positions.map(({ id }) => id))
  const isKnown = isHydrated && (positions.length === 0 || films !== null)
  const shown = positions.flatMap(({ id, seconds }) => {
    const film = films?.get(id)
    return film ? [{ ...film, positionSeconds: seconds }] : []
  })
  return (
    <div className="device-library">
      <section aria-labelledby="device-title">
        <div className="library-head">
          <h2 id="device-title">Continue Watching</h2>
          <span className="muted">On this device only</span>
        </div>
        {shown.length > 0 ? (
          <ul className="films">
            {shown.map((film) => (
              <li key={film.id}>
                <FilmCard film={film} remove={<RemoveButton film={film} />}>
                  <TimeLeft film={film} />
                </FilmCard>
              </li>
            ))}
          </ul>
        ) : (
          isKnown && <NothingWatched />
        )}
        <noscript>
          <p className="muted">
            Without an account, this list is kept by scripts in your browser.{' '}
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
      <h2>Keep it with an account</h2>
      <p className="muted">
        With an account, where you are, Watch Later, Liked and History follow you to every device.
      </p>
      <Link className="button" to="/login?next=%2Flibrary">
        Login
      </Link>
    </section>
  )
}

function RemoveButton({ film }: { film: DeviceFilm }) {
  return (
    <div className="film-remove">
      <button
        type="button"
        className="hole"
        aria-label={`Remove ${film.title} from Continue Watching`}
        onClick={() => removeDevicePositions([film.id])}
      >
        <Icon name="x" />
      </button>
    </div>
  )
}

/** The episodes by id, null until they are known. The positions of those that are gone are removed. */
function useFilms(ids: string[]): Map<string, DeviceFilm> | null {
  const [films, setFilms] = useState<Map<string, DeviceFilm> | null>(null)
  const key = ids.join(' ')
  useEffect(() => {
    const controller = new AbortController()
    const wanted = key === '' ? [] : key.split(' ')
    void Promise.all(wanted.map((id) => findFilm(id, controller.signal))).then((found) => {
      if (controller.signal.aborted) return
      setFilms(new Map(found.flatMap((film) => (film === null || film === 'gone' ? [] : [[film.id, film]]))))
      const gone = wanted.filter((_, at) => found[at] === 'gone')
      if (gone.length > 0) removeDevicePositions(gone)
    })
    return () => controller.abort()
  }, [key])
  return films
}

async function findFilm(id: string, signal: AbortSignal): Promise<DeviceFilm | 'gone' | null> {
  try {
    const path = `/api/v1/episodes/${encodeURIComponent(id)}`
    return await callApi<DeviceFilm>('GET', path, undefined, signal)
  } catch (error) {
    return (error as { status?: number }).status === 404 ? 'gone' : null
  }
}
