import type { IconName } from '#app/ui/icon.tsx'

/** The links of the top navigation, in order. */
export const mainLinks = [
  { to: '/', name: 'Home' },
  { to: '/explore', name: 'Explore' },
  { to: '/upload', name: 'Upload' },
  { to: '/about', name: 'About' },
  { to: '/contact', name: 'Contact' },
] as const

export const footerLinks = [
  { to: '/about', name: 'About' },
  { to: '/contact', name: 'Contact' },
  { to: '/faq', name: 'FAQ' },
  { to: '/terms', name: 'Terms of Service' },
  { to: '/privacy', name: 'Privacy Policy' },
] as const

/** The bar at the bottom of small screens. */
export function bottomLinks(isSignedIn: boolean): { to: string; name: string; icon: IconName }[] {
  return [
    { to: '/', name: 'Home', icon: 'home' },
    { to: '/explore', name: 'Explore', icon: 'search' },
    { to: '/upload', name: 'Upload', icon: 'up' },
    isSignedIn ? { to: '/dashboard', name: 'Dashboard', icon: 'user' } : { to: '/login', name: 'Login', icon: 'user' },
  ]
}
