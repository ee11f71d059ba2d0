import { createContext } from 'react'

/** Addresses of the script modules that the page of this answer runs; empty in browsers. */
export const ModulesContext = createContext<readonly string[]>([])
