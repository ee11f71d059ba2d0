import { openWithoutNetwork, searchWithoutNetwork } from './network-states.ts'
import {
  openKeyboard,
  openQualities,
  openSettings,
  openSpeeds,
  openTheatre,
  pointAtChapter,
  stopPicture,
  waitForMedia,
} from './player-states.ts'
import type { Fixtures, Shot } from './shot.ts'
import {
  bringAccount,
  chooseErasure,
  chooseSeries,
  endPreview,
  endVideo,
  endVideoCounting,
  failShare,
  openAccount,
  openBell,
  openDelete,
  openEdit,
  openGenres,
  openMenu,
  openOwnReport,
  openPosterChoice,
  openReport,
  openSchedule,
  openShare,
  pauseVideo,
  playPreview,
  refuseLogin,
  refuseSignup,
  refuseSupportLink,
  selectTwo,
  sendReset,
  setUpTwoStep,
  showLoading,
} from './states.ts'
import { uploadDamagedFile } from './subtitle-states.ts'
import { uploadShots } from './upload-screens.ts'

/** Every screen, and every state of it that looks different. */
export function shotsOf(fixtures: Fixtures): Shot[] {
  return [
    ...openShots(fixtures),
    ...playerShots(fixtures),
    ...entryShots,
    ...cardShots,
    ...networkShots,
    ...readingShots,
    ...creatorShots,
    ...creditShots(fixtures),
    ...consoleShots(fixtures),
    ...uploadShots(fixtures),
  ]
}

function openShots({ people, episodeId, adultId, seriesId }: Fixtures): Shot[] {
  const profile = `/creator/${people.creator.account.uid}`
  return [
    { name: 'landing', path: '/' },
    { name: 'landing-signed-in', path: '/', as: 'creator', isWindow: true },
    { name: 'landing-viewer', path: '/', as: 'viewer' },
    { name: 'landing-account', path: '/', as: 'creator', isWindow: true, isWidthBound: true, prepare: openAccount },
    { name: 'landing-menu', path: '/', isWindow: true, isWidthBound: true, prepare: openMenu },
    { name: 'explore', path: '/explore' },
    { name: 'explore-narrowed', path: '/explore?genre=Fantasy&search=e' },
    { name: 'explore-empty', path: '/explore?search=nothing+like+this' },
    { name: 'creator', path: profile },
    { name: 'creator-own', path: profile, as: 'creator' },
    { name: 'creator-worked-on', path: `/creator/${people.uploader.account.uid}` },
    { name: 'creator-empty', path: `/creator/${people.newcomer.account.uid}` },
    { name: 'creator-not-found', path: '/creator/nobody' },
    { name: 'watch', path: `/watch/${episodeId}`, prepare: pauseVideo },
    { name: 'watch-ended', path: `/watch/${episodeId}`, isWindow: true, isWidthBound: true, prepare: endVideo },
    {
      name: 'watch-counting',
      path: `/watch/${episodeId}`,
      isWindow: true,
      isWidthBound: true,
      prepare: endVideoCounting,
    },
    { name: 'watch-share', path: `/watch/${episodeId}`, isWindow: true, isWidthBound: true, prepare: openShare },
    { name: 'watch-share-failed', path: `/watch/${episodeId}`, prepare: failShare },
    { name: 'watch-report', path: `/watch/${episodeId}`, as: 'admin', isWindow: true, prepare: openReport },
    { name: 'watch-reported', path: `/watch/${episodeId}`, as: 'viewer', isWindow: true, prepare: openOwnReport },
    { name: 'report', path: `/report?kind=episode&id=${episodeId}` },
    { name: 'report-profile', path: `/report?kind=creator&id=${people.creator.account.uid}` },
    { name: 'report-sent', path: `/report?kind=episode&id=${episodeId}&sent=2417&answer=email` },
    { name: 'watch-signed-in', path: `/watch/${episodeId}`, as: 'viewer', prepare: pauseVideo },
    { name: 'watch-own', path: `/watch/${episodeId}`, as: 'creator', prepare: pauseVideo },
    { name: 'watch-nsfw', path: `/watch/${adultId}` },
    { name: 'watch-nsfw-signed-in', path: `/watch/${adultId}`, as: 'viewer' },
    { name: 'watch-not-found', path: '/watch/nothing' },
    { name: 'embed', path: `/embed/${episodeId}`, isWindow: true },
    { name: 'embed-nsfw', path: `/embed/${adultId}`, isWindow: true },
    { name: 'library', path: '/library', as: 'viewer' },
    { name: 'series', path: `/series/${seriesId}`, as: 'viewer' },
    { name: 'series-edit', path: `/series/${seriesId}/edit`, as: 'creator' },
    { name: 'series-new', path: '/series/new', as: 'creator' },
    { name: 'series-not-found', path: '/series/none' },
    { name: 'library-empty', path: '/library', as: 'newcomer' },
    { name: 'library-device', path: '/library' },
    { name: 'not-found', path: '/nowhere' },
  ]
}

/** States of the player that differ in each width: its menu, sheets and messages. */
function playerShots({ episodeId }: Fixtures): Shot[] {
  const states: [name: string, prepare: Shot['prepare']][] = [
    ['settings', openSettings],
    ['quality', openQualities],
    ['speed', openSpeeds],
    ['keyboard', openKeyboard],
    ['theatre', openTheatre],
    ['chapter', pointAtChapter],
    ['waiting', waitForMedia],
    ['stopped', stopPicture],
  ]
  return states.map(([name, prepare]) => ({
    name: `player-${name}`,
    path: `/watch/${episodeId}`,
    isWindow: true,
    isWidthBound: true,
    prepare,
  }))
}

function consoleShots({ people }: Fixtures): Shot[] {
  const sheet = (name: string) => `/admin/accounts?sheet=${name}&of=${people.uploader.account.uid}`
  return [
    { name: 'admin-overview', path: '/admin', as: 'admin' },
    { name: 'admin-overview-moderator', path: '/admin', as: 'viewer' },
    { name: 'admin-queue', path: '/admin/queue', as: 'admin' },
    {
      name: 'admin-queue-keys',
      path: '/admin/queue',
      as: 'admin',
      isWindow: true,
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Keyboard' }).click()
        await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
      },
    },
    { name: 'admin-queue-empty', path: '/admin/queue?kind=appeal', as: 'admin' },
    { name: 'admin-accounts', path: '/admin/accounts', as: 'admin' },
    { name: 'admin-accounts-role', path: sheet('role'), as: 'admin', isWindow: true },
    { name: 'admin-accounts-quota', path: sheet('quota'), as: 'admin', isWindow: true },
    { name: 'admin-accounts-suspend', path: sheet('suspend'), as: 'admin', isWindow: true },
    { name: 'admin-accounts-empty', path: '/admin/accounts?search=nobody+at+all', as: 'admin' },
    { name: 'admin-accounts-moderator', path: '/admin/accounts', as: 'viewer' },
    { name: 'admin-episodes', path: '/admin/episodes', as: 'admin' },
    { name: 'admin-audit', path: '/admin/audit', as: 'admin' },
    { name: 'admin-jobs-empty', path: '/admin/jobs', as: 'admin' },
    { name: 'admin-integrity-empty', path: '/admin/integrity', as: 'admin' },
    { name: 'admin-settings', path: '/admin/settings', as: 'admin' },
    { name: 'admin-words', path: '/admin/words', as: 'admin' },
    { name: 'explore-suspended', path: '/explore', as: 'suspended' },
    { name: 'first-admin-used', path: '/first-admin?token=used' },
  ]
}

const cardShots: Shot[] = [
  { name: 'explore-menu', path: '/explore', isWindow: true, isWidthBound: true, prepare: openGenres },
  { name: 'explore-waiting', path: '/explore', prepare: showLoading },
  { name: 'explore-preview', path: '/explore', isWindow: true, isWidthBound: true, prepare: playPreview },
  { name: 'explore-preview-ended', path: '/explore', isWindow: true, isWidthBound: true, prepare: endPreview },
]

const networkShots: Shot[] = [
  { name: 'offline', path: '/', prepare: openWithoutNetwork },
  { name: 'explore-offline', path: '/explore', prepare: searchWithoutNetwork },
]

const entryShots: Shot[] = [
  { name: 'login', path: '/login' },
  { name: 'login-refused', path: '/login', prepare: refuseLogin },
  { name: 'signup', path: '/signup' },
  { name: 'signup-creator', path: '/signup', prepare: refuseSignup },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'forgot-password-sent', path: '/forgot-password', prepare: sendReset },
  { name: 'reset-password', path: '/reset-password?token=none' },
  { name: 'verify-email-refused', path: '/verify-email?token=none' },
]

const readingShots: Shot[] = [
  { name: 'about', path: '/about' },
  { name: 'about-signed-in', path: '/about', as: 'creator' },
  { name: 'contact', path: '/contact' },
  { name: 'faq', path: '/faq' },
  { name: 'terms', path: '/terms' },
  { name: 'rules', path: '/rules' },
  { name: 'transparency', path: '/transparency' },
  { name: 'privacy', path: '/privacy' },
]

const creatorShots: Shot[] = [
  { name: 'dashboard', path: '/dashboard', as: 'creator' },
  { name: 'dashboard-content', path: '/dashboard?tab=content', as: 'creator' },
  { name: 'dashboard-selected', path: '/dashboard?tab=content', as: 'creator', isWindow: true, prepare: selectTwo },
  { name: 'dashboard-analytics', path: '/dashboard?tab=analytics', as: 'creator' },
  { name: 'dashboard-content-narrowed', path: '/dashboard?tab=content', as: 'creator', prepare: chooseSeries },
  { name: 'dashboard-edit', path: '/dashboard?tab=content', as: 'creator', isWindow: true, prepare: openEdit },
  {
    name: 'dashboard-edit-scheduled',
    path: '/dashboard?tab=content',
    as: 'creator',
    isWindow: true,
    isWidthBound: true,
    prepare: openSchedule,
  },
  {
    name: 'dashboard-edit-picture',
    path: '/dashboard?tab=content',
    as: 'creator',
    isWindow: true,
    isWidthBound: true,
    prepare: openPosterChoice,
  },
  { name: 'dashboard-delete', path: '/dashboard?tab=content', as: 'creator', isWindow: true, prepare: openDelete },
  { name: 'dashboard-empty', path: '/dashboard', as: 'newcomer' },
  { name: 'dashboard-content-empty', path: '/dashboard?tab=content', as: 'newcomer' },
  { name: 'dashboard-analytics-empty', path: '/dashboard?tab=analytics', as: 'newcomer' },
  { name: 'following', path: '/following', as: 'viewer' },
  { name: 'following-empty', path: '/following', as: 'newcomer' },
  { name: 'notifications', path: '/notifications', as: 'creator' },
  {
    name: 'notifications-panel',
    path: '/explore',
    as: 'creator',
    isWindow: true,
    isWidthBound: true,
    prepare: openBell,
  },
  { name: 'notifications-empty', path: '/notifications', as: 'newcomer' },
  { name: 'settings', path: '/settings', as: 'creator' },
  { name: 'settings-links-refused', path: '/settings', as: 'creator', prepare: refuseSupportLink },
  { name: 'settings-watching', path: '/settings/watching', as: 'creator' },
  { name: 'settings-notifications', path: '/settings/notifications', as: 'creator' },
  { name: 'settings-security', path: '/settings/security', as: 'creator' },
  { name: 'settings-data', path: '/settings/data', as: 'creator' },
  { name: 'settings-viewer', path: '/settings', as: 'viewer' },
  { name: 'sign-in-again', path: '/sign-in-again', as: 'viewer' },
  { name: 'settings-two-step', path: '/settings/security', as: 'viewer', prepare: setUpTwoStep },
  { name: 'settings-import', path: '/settings/data', as: 'viewer', isWindow: true, prepare: bringAccount },
  { name: 'settings-delete', path: '/settings/data', as: 'creator', isWindow: true, prepare: chooseErasure },
]

function creditShots({ episodeId }: Fixtures): Shot[] {
  return [
    { name: 'credits', path: '/dashboard/credits', as: 'uploader' },
    { name: 'credits-empty', path: '/dashboard/credits', as: 'newcomer' },
    { name: 'credits-edit', path: `/dashboard/credits/${episodeId}`, as: 'creator' },
    { name: 'flash-check', path: `/dashboard/flashes/${episodeId}`, as: 'creator' },
    { name: 'subtitles', path: `/subtitles/${episodeId}`, as: 'creator' },
    { name: 'subtitles-warned', path: `/subtitles/${episodeId}`, as: 'creator', prepare: uploadDamagedFile },
    { name: 'dashboard-credits', path: '/dashboard', as: 'uploader' },
  ]
}
