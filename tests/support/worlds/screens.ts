import { seedEpisode } from '#tests/support/data/publishing.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import type { TestHoshi } from './test-hoshi.ts'

/** Longer than any column of a phone is wide. */
const longWord = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'

/** Ids of the things that the screens show. */
export interface ScreenIds {
  creator: string
  episode: string
  processing: string
  failed: string
  series: string
}

export interface Screen {
  name: string
  path: (ids: ScreenIds) => string
  status?: number
  /** Bytes of script that a first visit may take; `SMALL` where it is left out. */
  scripts?: number
  /** Its layout, with what only one width shows, is audited for all screens that share it. */
  isFirstOfLayout?: boolean
  /** The sites that may show it in a frame; none unless given. */
  framedBy?: string
}

export const SMALL = 160_000
/** The watch screen where nothing plays: with the code of the player, and without hls.js. */
const WITHOUT_VIDEO = 191_500
/** For creators, who come back: with the filters and cards of all that they have. */
const DASHBOARD = 170_500
/** The embedded player, before anything plays. */
const EMBED = 173_500
/** For creators at work: with the form of an upload, or the list of subtitles. */
const WORKPLACE = 169_000
/** The page of an episode, with the forms of all its tabs. */
const EDITING = 176_000
export const WITH_PLAYER = 300_000

/** Screens that show nothing of anybody. */
export const siteScreens: Screen[] = [
  { name: 'login', path: () => '/login' },
  { name: 'signup', path: () => '/signup' },
  { name: 'forgot-password', path: () => '/forgot-password' },
  { name: 'reset-password', path: () => '/reset-password?token=some' },
  { name: 'verify email', path: () => '/verify-email?token=some', status: 422 },
  { name: 'confirm-email', path: () => '/confirm-email?token=some', status: 422 },
  { name: 'about', path: () => '/about', isFirstOfLayout: true },
  { name: 'contact', path: () => '/contact' },
  { name: 'faq', path: () => '/faq' },
  { name: 'terms', path: () => '/terms' },
  { name: 'rules', path: () => '/rules' },
  { name: 'transparency', path: () => '/transparency' },
  { name: 'privacy', path: () => '/privacy' },
  { name: 'nothing', path: () => '/no/such/page', status: 404 },
  { name: 'no creator', path: () => '/creator/nobody', status: 404 },
  { name: 'no episode', path: () => '/watch/nothing', status: 404, scripts: WITHOUT_VIDEO },
  { name: 'no embed', path: () => '/embed/nothing', status: 404, scripts: EMBED, framedBy: '*' },
  { name: 'no series', path: () => '/series/nothing', status: 404 },
]

/** Screens that show everybody what creators published. */
export const publicScreens: Screen[] = [
  { name: 'landing', path: () => '/' },
  { name: 'explore', path: () => '/explore', isFirstOfLayout: true },
  { name: 'creator profile', path: ({ creator }) => `/creator/${creator}` },
  { name: 'watch', path: ({ episode }) => `/watch/${episode}`, scripts: WITH_PLAYER, isFirstOfLayout: true },
  { name: 'embed', path: ({ episode }) => `/embed/${episode}`, scripts: EMBED, framedBy: '*', isFirstOfLayout: true },
  { name: 'library', path: () => '/library' },
  { name: 'series', path: ({ series }) => `/series/${series}` },
  { name: 'report', path: ({ episode }) => `/report?kind=episode&id=${episode}` },
]

/** Screens of the creator who signed in. */
export const ownScreens: Screen[] = [
  { name: 'dashboard', path: () => '/dashboard', scripts: DASHBOARD, isFirstOfLayout: true },
  { name: 'analytics', path: () => '/dashboard?tab=analytics', scripts: DASHBOARD },
  { name: 'upload', path: () => '/upload', scripts: WORKPLACE },
  { name: 'settings', path: () => '/settings' },
  { name: 'watching settings', path: () => '/settings/watching' },
  { name: 'notification settings', path: () => '/settings/notifications' },
  { name: 'security settings', path: () => '/settings/security' },
  { name: 'own data', path: () => '/settings/data' },
  { name: 'sign in again', path: () => '/sign-in-again?next=/settings' },
  { name: 'own reports', path: () => '/settings/reports' },
  { name: 'own library', path: () => '/library' },
  { name: 'following', path: () => '/following' },
  { name: 'new series', path: () => '/series/new' },
  { name: 'edit series', path: ({ series }) => `/series/${series}/edit` },
  { name: 'notifications', path: () => '/notifications' },
  { name: 'own credits', path: () => '/dashboard/credits' },
  { name: 'credits of an episode', path: ({ episode }) => `/dashboard/credits/${episode}` },
  { name: 'edit episode', path: ({ episode }) => `/dashboard/episodes/${episode}`, scripts: EDITING },
  { name: 'file of an episode', path: ({ episode }) => `/dashboard/episodes/${episode}/file`, scripts: EDITING },
  { name: 'flash check', path: ({ episode }) => `/dashboard/flashes/${episode}` },
  { name: 'subtitles', path: ({ episode }) => `/subtitles/${episode}`, scripts: WORKPLACE },
  { name: 'watch while processing', path: ({ processing }) => `/watch/${processing}`, scripts: WITHOUT_VIDEO },
  { name: 'watch after failing', path: ({ failed }) => `/watch/${failed}`, scripts: WITHOUT_VIDEO },
  { name: 'own profile', path: ({ creator }) => `/creator/${creator}` },
]

type Publish = (creator: Person, fields: { title: string; genre: string; description: string }) => Promise<string>

/** A creator with long names, who has one of everything. @param publish makes their first episode, and returns its id */
export async function fillScreens(site: TestHoshi, publish: Publish): Promise<{ creator: Person; ids: ScreenIds }> {
  const creator = await createPerson(site.url, 'creator', longWord.slice(0, 40))
  const { connectionString } = site
  await queryDatabase(connectionString, 'update creators set founder_badge = true')
  await creator.call('PATCH', '/api/v1/creators/me', { patreonUrl: 'https://example.com' })
  const fields = { title: longWord, genre: 'Slice of Life', description: longWord }
  const episode = await publish(creator, fields)
  await nameEachOther(site, creator, episode)
  const processing = await seedEpisode(connectionString, creator, { title: 'On its way', nsfw: true }, 'inprogress')
  const failed = await seedEpisode(connectionString, creator, { title: 'Torn film' }, 'error')
  const made = await creator.call('POST', '/api/v1/series', { title: longWord, description: longWord })
  const { id: series } = (await made.json()) as { id: string }
  const arcs = [{ title: longWord, from: 1, to: 2 }]
  await creator.call('PUT', `/api/v1/series/${series}/episodes`, { episodeIds: [episode, processing], arcs })
  for (let n = 0; n < 24; n++) await seedEpisode(connectionString, creator, { title: `星の夜 ${n}`, genre: 'Mecha' })
  return { creator, ids: { creator: creator.account.uid, episode, processing, failed, series } }
}

/** The creator and another one credit each other; both names are long. */
async function nameEachOther({ url, connectionString }: TestHoshi, creator: Person, episode: string): Promise<void> {
  const other = await createPerson(url, 'creator', 'Someone else')
  const credits = [creator, other].map(({ account: { uid } }) => ({ name: longWord, role: longWord.slice(0, 40), uid }))
  await creator.call('PATCH', `/api/v1/episodes/${episode}`, { credits })
  const work = await seedEpisode(connectionString, other, { title: 'Work for others' })
  await other.call('PATCH', `/api/v1/episodes/${work}`, { credits: [...credits, { ...credits[0]!, role: 'Music' }] })
  const list = (await (await creator.call('GET', '/api/v1/me/credits')).json()) as { credits: { id: string }[] }
  await creator.call('PUT', `/api/v1/me/credits/${list.credits[0]!.id}`)
}
