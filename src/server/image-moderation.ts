import { join } from 'node:path'
import {
  createClassifierModeration,
  INSTALL_COMMAND,
  isClassifierInstalled,
} from '#moderation/images/embedded-moderation.server.ts'
import { createHttpModeration } from '#moderation/images/http-moderation.server.ts'
import { type ImageModeration, noImageModeration } from '#moderation/images/image-moderation.ts'
import type { Config } from './config.ts'

const bundledClassifier = join(import.meta.dirname, '../../classifier')

/**
 * The image moderation that the configuration names.
 * @param classifierDir folder of the optional program; another one only in tests
 * @throws Error, for the operator, when it is not installed
 */
export function imageModerationOf(
  { imageModeration, role }: Pick<Config, 'imageModeration' | 'role'>,
  classifierDir = bundledClassifier,
): ImageModeration {
  if (imageModeration.kind === 'off') return noImageModeration
  if (imageModeration.kind !== 'http') {
    // A process that runs no jobs only queues the checks.
    if (role === 'web' || isClassifierInstalled(classifierDir)) return createClassifierModeration(classifierDir)
    if (imageModeration.kind === 'when_installed') return noImageModeration
    throw new Error(`IMAGE_MODERATION is embedded, but the classifier is not installed. Install it: ${INSTALL_COMMAND}`)
  }
  const { url, secret, timeoutMs, map } = imageModeration
  return createHttpModeration({ url: url.reveal(), secret: secret?.reveal() ?? null, timeoutMs, map })
}
