import { createContext } from 'react'

/** What inline scripts of this answer must carry; undefined in browsers and while developing. */
export const NonceContext = createContext<string | undefined>(undefined)
