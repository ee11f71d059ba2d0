import { createContext } from 'react'

/** URLs of the script modules that this page runs; empty in browsers. */
export const ModulesContext = createContext<readonly string[]>([])
