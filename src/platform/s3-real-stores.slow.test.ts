import { afterAll, beforeAll, describe } from 'vitest'
import { describeObjectParts } from '#tests/support/data/object-parts-contract.ts'
import { describeObjectStorage } from '#tests/support/data/object-storage-contract.ts'
import { hasRadosgw, type RealStore, startRadosgw } from '#tests/support/storage/radosgw.server.ts'
import { hasSwift, startSwift } from '#tests/support/storage/swift.server.ts'
import { newId } from './ids.server.ts'
import { createS3Storage } from './s3-storage.server.ts'

const stores = [
  { name: 'Ceph radosgw', start: startRadosgw, isInstalled: hasRadosgw, isCreationAtomic: true },
  { name: 'Swift', start: startSwift, isInstalled: hasSwift, isCreationAtomic: false },
]

for (const { name, start, isInstalled, isCreationAtomic } of stores)
  describe.runIf(isInstalled())(`on ${name}`, () => {
    let store: RealStore
    beforeAll(async () => {
      store = await start()
    })
    afterAll(() => store?.stop())

    const open = () => createS3Storage({ ...store.settings, prefix: newId() })
    describeObjectStorage('S3', open, isCreationAtomic)
    describeObjectParts('S3', open)
  })
