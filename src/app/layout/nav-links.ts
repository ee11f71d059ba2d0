import type { CurrentUser } from '#app/http/current-user.ts'
import type { IconName } from '#app/ui/icon.tsx'

interface NavLink {
  to: string
  name: string
}

/** The links of the top navigation, in order. */
export function mainLinks(isSignedIn: boolean): NavLink[] {
  return [
    { to: '/', name: 'Home' },
    { to: '/explore', name: 'Explore' },
    ...(isSignedIn ? ownLinks : []),
    { to: '/upload', name: 'Upload' },
    ...aboutLinks,
  ]
}

const libraryLink = { to: '/library', name: 'Library' }

const ownLinks = [{ to: '/following', name: 'Following' }, libraryLink]

const aboutLinks = [
  { to: '/about', name: 'About' },
  { to: '/contact', name: 'Contact' },
]

/** The pages of one's own account, in the menu below the avatar. */
export function accountLinks({ uid, isCreator, opensConsole }: CurrentUser): NavLink[] {
  return [
    { to: '/dashboard', name: 'Dashboard' },
    ...(isCreator ? [{ to: `/creator/${uid}`, name: 'My profile' }] : []),
    { to: '/settings', name: 'Settings' },
    ...(opensConsole ? [{ to: '/admin', name: 'Admin' }] : []),
  ]
}

/** The links of the menu of small screens: those that are not in the bar at the bottom. */
export function menuLinks(isSignedIn: boolean): NavLink[] {
  return [...(isSignedIn ? ownLinks : [libraryLink]), ...aboutLinks]
}

/** The links of the footer; without an account they include the library, which this device keeps. */
export function footerLinks(isSignedIn: boolean): NavLink[] {
  return [
    ...(isSignedIn ? [] : [libraryLink]),
    ...aboutLinks,
    { to: '/faq', name: 'FAQ' },
    { to: '/rules', name: 'Rules' },
    { to: '/transparency', name: 'Transparency' },
    { to: '/terms', name: 'Terms of Service' },
    { to: '/privacy', name: 'Privacy Policy' },
  ]
}

/** The bar at the bottom of small screens. */
export function bottomLinks(isSignedIn: boolean): { to: string; name: string; icon: IconName }[] {
  return [
    { to: '/', name: 'Home', icon: 'home' },
    { to: '/explore', name: 'Explore', icon: 'search' },
    { to: '/upload', name: 'Upload', icon: 'up' },
    isSignedIn ? { to: '/dashboard', name: 'Dashboard', icon: 'user' } : { to: '/login', name: 'Login', icon: 'user' },
  ]
}
