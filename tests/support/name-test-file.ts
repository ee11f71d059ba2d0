import { expect } from 'vitest'

// Read by what is used in and outside of tests, and so cannot ask Vitest.
process.env.HOSHI_TEST_FILE = expect.getState().testPath
