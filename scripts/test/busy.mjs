// Keeps every processor busy until it is killed.
import { availableParallelism } from 'node:os'
import { isMainThread, Worker } from 'node:worker_threads'

if (isMainThread) for (let n = 1; n < availableParallelism(); n++) new Worker(new URL(import.meta.url))
for (;;) Math.sqrt(Math.random())
