// Which browser tests a change can reach. Imports do not show it: every spec starts the whole application.

const rooms = [
  'identity',
  'creators',
  'video',
  'catalog',
  'subtitles',
  'series',
  'engagement',
  'library',
  'community',
  'moderation',
  'demo',
  'platform',
  'server',
]

/** The room of a file, outside the screens; null when it belongs to none. */
export function roomOf(file: string): string | null {
  const [top, folder = ''] = file.split('/')
  if (top === 'db') return 'platform'
  return top === 'src' && rooms.includes(folder) ? folder : null
}

export function isOfScreens(file: string): boolean {
  return file.startsWith('src/app/') || file.startsWith('public/')
}

/** For any change in the app: they open every screen once. */
export const specsOfApp: readonly string[] = ['every-site-screen', 'every-public-screen', 'every-own-screen']

const playing = [
  'playback-start',
  'library',
  'growing-video',
  'seek-preview',
  'iframe',
  'embed',
  'player-menu',
  'player-keys',
  'player-chapters',
  'player-touch',
  'player-device',
  'flashes',
  'study-mode',
  'study-save',
  'study-steps',
  'study-timesheet',
  'study-zoom',
  'captions',
  'frame-loop',
  'notes',
  'notes-on-picture',
  'side-panel',
]
const uploading = ['upload', 'resumable-upload', 'same-file', 'sign-up-to-watching']
const replacing = ['dashboard-file', 'dashboard-poster']
const finding = ['explore-list', 'explore-filters', 'episodes', 'card-prefetch', 'landing']
const entering = [
  'login',
  'sign-in-forms',
  'passkeys',
  'provider-sign-in',
  'two-step',
  'signup',
  'reset-password',
  'settings',
  'settings-import',
]
const dashboardSpecs = [
  'analytics',
  'dashboard',
  'dashboard-access',
  'dashboard-edit',
  'dashboard-live',
  'visibility',
  'my-content',
  ...replacing,
]
const endToEnd = ['sign-up-to-watching', 'side-by-side', 'no-script']

export const specsOfRoom: Readonly<Record<string, readonly string[]>> = {
  identity: [...entering, 'busy-sign-up', 'nsfw-gate'],
  creators: ['signup', 'settings', 'support-links', 'episodes', 'episode-details'],
  video: [...uploading, ...replacing, 'hosted-video', 'playback-start', 'growing-video'],
  catalog: [...finding, 'nsfw-gate', 'credits', 'episode-details', 'dashboard', 'dashboard-edit', 'visibility'],
  engagement: [
    'watch-comments',
    'watch-comments-basic',
    'side-by-side',
    'support-links',
    'dashboard',
    'analytics',
    'dashboard-live',
    'episode-details',
    'episodes',
  ],
  community: ['following', 'following-cards', 'subtitle-notifications', 'settings', 'side-by-side'],
  library: ['library'],
  moderation: [
    ...['admin', 'admin-episodes', 'admin-jobs', 'admin-overview', 'admin-settings'],
    ...['held-episode', 'moderation', 'note-moderation', 'transparency'],
  ],
  subtitles: ['captions', 'subtitles', 'subtitle-fonts', 'subtitle-studio', 'subtitle-notifications'],
  series: ['series', 'series-editor'],
  demo: [],
  platform: endToEnd,
  server: [...endToEnd, 'iframe', 'embed', 'data-loading', 'first-visit', 'second-visit', 'shared-pages'],
}

/** By the screen's file in `src/app/screens`. */
export const specsOfScreen: Readonly<Record<string, readonly string[]>> = {
  landing: ['landing'],
  explore: [...finding, 'data-loading', 'no-script', 'first-visit', 'second-visit'],
  watch: [
    ...playing,
    'episodes',
    'episode-details',
    'watch-comments',
    'watch-comments-basic',
    'side-by-side',
    'nsfw-gate',
    'flashes',
    'study-mode',
    'study-timesheet',
    'study-zoom',
    'captions',
    'frame-loop',
    'notes',
    'notes-on-picture',
    'note-moderation',
    'share',
    'series',
    'card-prefetch',
    'hosted-video',
    'keyboard',
    'credits',
  ],
  subtitles: ['subtitles', 'subtitle-fonts', 'subtitle-studio'],
  iframe: ['iframe', 'seek-preview', 'flashes'],
  embed: ['embed', 'flashes', 'notes-on-picture'],
  'creator-profile': ['support-links', 'share', 'episodes', 'episode-details', 'credits'],
  dashboard: [...dashboardSpecs, 'no-script', 'keyboard', 'credits'],
  credits: ['credits'],
  'episode-credits': ['credits'],
  'episode-flashes': ['flashes'],
  upload: [...uploading, 'sign-in-forms', 'keyboard', 'hosted-video', 'no-script'],
  login: ['login', 'sign-in-forms', 'passkeys', 'provider-sign-in', 'data-loading', 'no-script'],
  'verify-email': ['every-site-screen'],
  'sign-in-again': ['login', 'passkeys'],
  'login-code': ['two-step'],
  'login-provider': ['provider-sign-in'],
  signup: ['signup', 'sign-in-forms', 'provider-sign-in', 'data-loading', 'no-script'],
  'forgot-password': ['reset-password', 'sign-in-forms', 'data-loading'],
  'reset-password': ['reset-password', 'sign-in-forms'],
  'confirm-email': ['settings'],
  library: ['library'],
  series: ['series'],
  'new-series': ['series-editor'],
  'edit-series': ['series-editor'],
  'series-picture': ['series-editor'],
  settings: ['settings', 'settings-import', 'passkeys', 'provider-sign-in', 'support-links'],
  'settings-import': ['settings-import'],
  layout: ['account-menu', 'data-loading', 'page-in-parts', 'static-pages', 'login'],
  logout: ['login', 'sign-up-to-watching'],
  unsubscribe: ['settings'],
  following: ['following', 'following-cards'],
  notifications: ['following', 'subtitle-notifications'],
  follow: ['following', 'following-cards'],
  about: ['static-pages'],
  contact: ['static-pages'],
  faq: ['static-pages'],
  terms: ['static-pages'],
  rules: ['static-pages'],
  transparency: ['transparency'],
  report: ['report', 'note-moderation'],
  'own-reports': ['report'],
  'own-decisions': ['moderation'],
  'admin-queue': ['moderation', 'note-moderation', 'held-episode'],
  privacy: ['static-pages'],
  'not-found': ['static-pages'],
  ai: [],
  admin: ['admin', 'admin-jobs'],
  'admin-index': ['admin-overview'],
  'admin-accounts': ['admin'],
  'admin-audit': ['admin'],
  'admin-jobs': ['admin-jobs'],
  'admin-settings': ['admin-settings'],
  'admin-episodes': ['admin-episodes'],
  'admin-words': ['admin-settings'],
  announcement: ['admin-settings'],
  'first-admin': ['admin'],
  robots: [],
  sitemap: [],
}
