import { afterAll, beforeAll, describe } from 'vitest'
import { describeObjectParts } from '#tests/support/data/object-parts-contract.ts'
import { describeObjectStorage } from '#tests/support/data/object-storage-contract.ts'
import { openS3Double, type S3Double } from '#tests/support/storage/s3-double.ts'
import { newId } from './ids.server.ts'
import { createS3Storage } from './s3-storage.server.ts'

describe('on a double', () => {
  let store: S3Double
  beforeAll(async () => {
    store = await openS3Double()
  })
  afterAll(() => store.close())

  const open = () => createS3Storage({ ...store.settings, prefix: newId() })
  describeObjectStorage('S3', open)
  describeObjectParts('S3', open)
})
