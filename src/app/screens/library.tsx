import { data } from 'react-router'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { head } from '#app/http/head.ts'
import { submitOr } from '#app/http/no-response.ts'
import { type Refused, refusedFrom } from '#app/http/refused.server.ts'
import type { RouteHandle } from '#app/layout/route-handle.ts'
import { changeLibrary } from '#app/library/change-library.server.ts'
import { DeviceLibrary } from '#app/library/device-library.tsx'
import { History } from '#app/library/history.tsx'
import type { LibraryResult } from '#app/library/library-forms.ts'
import { type LibraryList, libraryListOf } from '#app/library/library-item.ts'
import { FullList, ListSection, PartHeading } from '#app/library/library-list.tsx'
import { type LibraryPart, type ListPart, libraryParts, listParts, partOf, partUrl } from '#app/library/parts.ts'
import { sendPositions } from '#app/library/position-requests.ts'
import { RemovedToast } from '#app/library/toast.tsx'
import { ErrorMessage } from '#app/ui/field.tsx'
import { Link } from '#app/ui/link.tsx'
import type { Route } from './+types/library'
import '../styles/library.css'
import '../styles/history.css'

export const handle: RouteHandle = { backdrop: 'plain' }

export const meta: Route.MetaFunction = () =>
  head('Library', 'Episodes you are watching, saved for later and liked on Hoshi.')

/** The lists of the parts that are shown. */
type Lists = Partial<Record<ListPart, LibraryList>>

/** Episodes of each part on the page that shows everything. */
const EXTRACT = 4

export async function loader({ context, url }: Route.LoaderArgs) {
  const { library } = context.get(hoshiContext)
  const { account } = context.get(pageRequestContext)
  const part = partOf(url.searchParams)
  const search = url.searchParams.get('search') ?? ''
  const isClearing = url.searchParams.has('clear')
  const cursor = url.searchParams.get('cursor') ?? undefined
  const none = {
    isSignedIn: false,
    part,
    search,
    isClearing,
    lists: {} as Lists,
    list: null as LibraryList | null,
    pausedAt: null as Date | null,
    now: new Date(),
    refused: null as Refused | null,
  }
  if (!account) return data(none)
  const read = {
    continue: library.continueWatching,
    later: library.watchLater,
    liked: library.likes,
    history: library.history,
  }
  const readPart = async (id: ListPart) => {
    const isShort = part === 'everything' && id !== 'history'
    const query = { cursor, ...(isShort && { limit: EXTRACT }), ...(id === 'history' && { search }) }
    return [id, libraryListOf(await read[id](account, query))] as const
  }
  try {
    const [pausedAt, ...found] = await Promise.all([
      library.historyPausedAt(account),
      ...(part === 'everything' ? listParts : [part]).map(readPart),
    ])
    const lists: Lists = Object.fromEntries(found)
    const list = part === 'everything' ? (lists.history ?? null) : (lists[part] ?? null)
    return data({ ...none, isSignedIn: true, lists, list, pausedAt })
  } catch (thrown) {
    const { refused, init } = refusedFrom(thrown)
    return data({ ...none, isSignedIn: true, refused }, init)
  }
}

/** Sends the position of a video that is being left first, so that the lists know it. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  await sendPositions()
  return serverLoader()
}

export async function action({ request, context, url }: Route.ActionArgs) {
  return await changeLibrary(context, request, url)
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOr(serverAction, (refused): LibraryResult => ({ removed: null, refused }))
}

export default function Library({ loaderData, actionData }: Route.ComponentProps) {
  const result = actionData as LibraryResult | undefined
  const refused = result?.refused ?? loaderData.refused
  return (
    <div className="wrap page library">
      <h1>Library</h1>
      {loaderData.isSignedIn && <PartLinks chosen={loaderData.part} />}
      {refused && <ErrorMessage>{refused.message}</ErrorMessage>}
      {loaderData.isSignedIn ? <Parts {...loaderData} /> : <DeviceLibrary />}
      {result?.removed && <RemovedToast key={JSON.stringify(result.removed)} removed={result.removed} />}
    </div>
  )
}

function PartLinks({ chosen }: { chosen: LibraryPart }) {
  return (
    <nav className="library-parts" aria-label="Library">
      {libraryParts.map(({ id, name }) => (
        <Link key={id} to={partUrl(id)} aria-current={id === chosen ? 'page' : undefined} preventScrollReset>
          {name}
        </Link>
      ))}
    </nav>
  )
}

function Parts({ part, lists, search, pausedAt, now, isClearing }: Route.ComponentProps['loaderData']) {
  const shown = listParts.filter((id) => part === 'everything' || id === part)
  return shown.map((id) => {
    const list = lists[id]
    if (!list) return null
    if (id === 'history') {
      return (
        <section key={id} aria-labelledby="part-history">
          <PartHeading part="history" total={list.total} hasMore={false} />
          <History list={list} search={search} pausedAt={pausedAt} now={now} isClearing={isClearing} />
        </section>
      )
    }
    if (part === 'everything') return <ListSection key={id} part={id} list={list} />
    return (
      <section key={id} aria-labelledby={`part-${id}`}>
        <PartHeading part={id} total={list.total} hasMore={false} />
        <FullList part={id} list={list} />
      </section>
    )
  })
}
