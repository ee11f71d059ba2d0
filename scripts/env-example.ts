// Writes .env.example from the settings. Run it after a change of src/server/settings.ts.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { envExample } from '#server/env-example.ts'

writeFileSync(join(import.meta.dirname, '../.env.example'), envExample())
