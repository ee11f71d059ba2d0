import { expect } from 'vitest'

// Read by code that also runs outside of tests and cannot ask Vitest.
process.env.HOSHI_TEST_FILE = expect.getState().testPath
