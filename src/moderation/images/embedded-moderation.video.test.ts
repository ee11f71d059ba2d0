import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createClassifierModeration, INSTALL_COMMAND, isClassifierInstalled } from './embedded-moderation.server.ts'

const classifierDir = join(import.meta.dirname, '../../../classifier')

test('the installed classifier gives a picture scores that add up to 1', async ({ skip }) => {
  skip(!isClassifierInstalled(classifierDir), `the classifier is not installed: ${INSTALL_COMMAND}`)
  const card = ['-f', 'lavfi', '-i', 'testsrc=s=448x252', '-frames:v', '1', '-pix_fmt', 'yuvj420p', '-f', 'mjpeg', '-']
  const { stdout } = await promisify(execFile)('ffmpeg', ['-v', 'error', ...card], { encoding: 'buffer' })
  const moderation = createClassifierModeration(classifierDir)
  try {
    const picture = { bytes: new Uint8Array(stdout), type: 'image/jpeg' }
    const scores = await moderation.classify(picture, new AbortController().signal)
    expect(Object.keys(scores).sort()).toEqual(['Drawing', 'Hentai', 'Neutral', 'Porn', 'Sexy'])
    expect(Object.values(scores).reduce((sum, score) => sum + score, 0)).toBeCloseTo(1, 3)
  } finally {
    moderation.close()
  }
})
