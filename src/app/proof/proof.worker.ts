import type { ProofChallenge } from '#platform/proof-challenge.ts'
import { solveProof } from './solve-proof.ts'

// Away from the page, which stays responsive.
addEventListener('message', ({ data }: MessageEvent<ProofChallenge>) => postMessage(solveProof(data)))
