import { createMemoryStorage } from '#tests/support/data/memory-storage.ts'
import { describeObjectParts } from '#tests/support/data/object-parts-contract.ts'
import { describeObjectStorage } from '#tests/support/data/object-storage-contract.ts'
import { createDiskStorage } from './disk-storage.server.ts'

describeObjectStorage('the disk', createDiskStorage)
describeObjectStorage('a storage without folders and paths', createMemoryStorage)
describeObjectParts('a storage without folders and paths', createMemoryStorage)
