// Which tests in a browser a change can reach. Imports cannot tell: every spec starts the whole application.

const rooms = ['identity', 'creators', 'video', 'catalog', 'engagement', 'demo', 'platform', 'server']

/** The folder of `src` that a file belongs to, below the screens; null for what is none of them. */
export function roomOf(file: string): string | null {
  const [top, folder = ''] = file.split('/')
  if (top === 'db') return 'platform'
  return top === 'src' && rooms.includes(folder) ? folder : null
}

export function isOfScreens(file: string): boolean {
  return file.startsWith('src/app/') || file.startsWith('public/')
}

/** Whatever of the app changes: every screen is opened once. */
export const specsOfApp: readonly string[] = ['every-screen']

const playing = ['playback-start', 'growing-film', 'seek-glimpse', 'iframe']
const uploading = ['upload', 'upload-queue', 'resumable-upload', 'same-file', 'waiting-line', 'sign-up-to-watching']
const replacing = ['dashboard-file', 'dashboard-file-plain', 'dashboard-picture']
const finding = ['explore-list', 'explore-filters', 'episodes', 'card-preview', 'warm-card', 'landing']
const entering = ['login', 'signup', 'reset-password', 'settings', 'dashboard-access']
const onDashboard = ['dashboard', 'dashboard-edit', 'dashboard-live', 'dashboard-plain', ...replacing]
const wholePaths = ['sign-up-to-watching', 'without-scripts', 'error-catalogue']

export const specsOfRoom: Readonly<Record<string, readonly string[]>> = {
  identity: [...entering, 'error-catalogue'],
  creators: ['signup', 'settings', 'episodes', 'episode-facts', 'heads'],
  video: [...uploading, ...replacing, 'hosted-video', 'playback-start', 'growing-film'],
  catalog: [...finding, 'episode-facts', 'heads', 'dashboard', 'dashboard-edit'],
  engagement: ['dashboard', 'dashboard-live', 'card-preview', 'episode-facts', 'episodes'],
  demo: [],
  platform: wholePaths,
  server: [...wholePaths, 'iframe', 'heads', 'fetching', 'first-visit', 'second-visit'],
}

/** By the screen's file in `src/app/screens`. */
export const specsOfScreen: Readonly<Record<string, readonly string[]>> = {
  landing: ['landing', 'constants', 'heads'],
  explore: [...finding, 'constants', 'fetching', 'without-scripts', 'first-visit', 'second-visit'],
  watch: [...playing, 'episodes', 'episode-facts', 'warm-card', 'hosted-video', 'keyboard', 'heads'],
  iframe: ['iframe', 'seek-glimpse'],
  'creator-profile': ['episodes', 'episode-facts', 'heads', 'card-preview'],
  dashboard: [...onDashboard, 'keyboard', 'constants'],
  upload: [...uploading, 'keyboard', 'hosted-video', 'error-catalogue', 'without-scripts'],
  login: ['login', 'fetching', 'without-scripts', 'error-catalogue'],
  signup: ['signup', 'fetching', 'without-scripts', 'error-catalogue'],
  'forgot-password': ['reset-password', 'fetching'],
  'reset-password': ['reset-password'],
  settings: ['settings'],
  layout: ['fetching', 'constants', 'static-pages', 'login'],
  logout: ['login', 'sign-up-to-watching'],
  about: ['static-pages'],
  contact: ['static-pages'],
  faq: ['static-pages'],
  terms: ['static-pages'],
  privacy: ['static-pages'],
  'not-found': ['static-pages'],
  robots: ['heads'],
  sitemap: ['heads'],
}
