import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** The routes of all screens. @see docs/product.md#screens */
export default [
  layout('screens/layout.tsx', [
    index('screens/landing.tsx'),
    route('explore', 'screens/explore.tsx'),
    route('login', 'screens/login.tsx'),
    route('signup', 'screens/signup.tsx'),
    route('forgot-password', 'screens/forgot-password.tsx'),
    route('reset-password', 'screens/reset-password.tsx'),
    route('dashboard', 'screens/dashboard.tsx'),
    route('following', 'screens/following.tsx'),
    route('notifications', 'screens/notifications.tsx'),
    route('creator/:creatorId', 'screens/creator-profile.tsx'),
    route('unsubscribe', 'screens/unsubscribe.tsx'),
    route('library', 'screens/library.tsx'),
    route('settings', 'screens/settings.tsx'),
    route('upload', 'screens/upload.tsx'),
    route('faq', 'screens/faq.tsx'),
    route('*', 'screens/not-found.tsx'),
  ]),
  route('watch/:episodeId', 'screens/watch.tsx'),
  route(':videoId/iframe', 'screens/iframe.tsx'),
  route('terms', 'screens/terms.tsx'),
  route('privacy', 'screens/privacy.tsx'),
  route('about', 'screens/about.tsx'),
  route('contact', 'screens/contact.tsx'),
  route('robots.txt', 'screens/robots.ts'),
  route('sitemap.xml', 'screens/sitemap.ts'),
  route('creator/:creatorId/follow', 'screens/follow.ts'),
  route('logout', 'screens/logout.ts'),
] satisfies RouteConfig
