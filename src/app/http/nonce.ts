import { createContext } from 'react'

/** Nonce of this response's inline scripts; undefined in browsers and in development. */
export const NonceContext = createContext<string | undefined>(undefined)
