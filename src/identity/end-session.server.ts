import type { Auth } from './auth.server.ts'

/** Ends the session of these cookies; without one nothing changes. @returns better-auth's response, which removes the cookie */
export function endSession(auth: Auth, headers: Headers): Promise<Response> {
  return auth.send({ method: 'POST', path: '/sign-out', cookie: headers.get('cookie') })
}

/** The headers that a browser sends after receiving these cookies. */
export function cookieHeaders(setCookies: string[]): Headers {
  return new Headers({ cookie: setCookies.map((line) => line.split(';')[0]).join('; ') })
}
