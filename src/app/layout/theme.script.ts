import { themeInCookies } from '#app/http/theme-cookie.ts'

// Guests share finished pages, so their theme is set here, before anything is drawn.
const theme = themeInCookies(document.cookie)
if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme
