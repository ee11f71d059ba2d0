import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { assertBuilt } from './screens-build.ts'

let projectDir: string

beforeEach(async () => {
  projectDir = await mkdtemp(join(tmpdir(), 'hoshi-build-'))
})

afterEach(() => rm(projectDir, { recursive: true, force: true }))

describe('a start in production', () => {
  test('says what to do where nothing is built', () => {
    expect(() => assertBuilt(projectDir)).toThrow('Run npm run build')
  })

  test('takes a finished build', async () => {
    await mkdir(join(projectDir, 'build/server'), { recursive: true })
    await writeFile(join(projectDir, 'build/server/index.js'), '')
    expect(() => assertBuilt(projectDir)).not.toThrow()
  })
})
