import type { ObjectParts } from './object-parts.ts'
import { ObjectMissing, type ObjectStorage } from './storage.server.ts'

/** Calls of an operation of the storage by this process, and those of them that failed. */
export interface OperationCount {
  operation: string
  calls: number
  errors: number
}

export interface StorageCounts {
  /** In no particular order. */
  operations(): OperationCount[]
}

type Operation = (...given: never[]) => unknown

/**
 * Wraps a storage to count its operations. An absent object is no error. Bytes that are read count as one more
 * operation, `readInto`, for each piece.
 */
export function countStorage<Storage extends ObjectStorage>(storage: Storage): Storage & StorageCounts {
  const counts = new Map<string, OperationCount>()

  function counted<Run extends Operation>(operation: string, run: Run): Run {
    const count = counts.get(operation) ?? { operation, calls: 0, errors: 0 }
    counts.set(operation, count)
    const call = (...given: Parameters<Run>) => {
      count.calls += 1
      const result = run(...given)
      if (result instanceof Promise)
        result.catch((error) => {
          if (!(error instanceof ObjectMissing)) count.errors += 1
        })
      return result
    }
    return call as Run
  }

  const countParts = (parts: ObjectParts): ObjectParts => ({
    partBytes: parts.partBytes,
    begin: counted('beginParts', parts.begin),
    put: counted('putPart', parts.put),
    complete: counted('completeParts', parts.complete),
    abort: counted('abortParts', parts.abort),
    putAlone: counted('putAlone', parts.putAlone),
  })

  return {
    ...storage,
    putFile: counted('putFile', storage.putFile),
    putFolder: counted('putFolder', storage.putFolder),
    putText: counted('putText', storage.putText),
    createText: counted('createText', storage.createText),
    fetchToFile: counted('fetchToFile', storage.fetchToFile),
    read: counted('read', storage.read),
    open: counted('open', async (key) => {
      const object = await storage.open(key)
      if (!object) return null
      const { sizeBytes, version } = object
      const readInto = counted('readInto', (buffer, length, position) => object.readInto(buffer, length, position))
      return { sizeBytes, version, readInto, close: () => object.close() }
    }),
    stat: counted('stat', storage.stat),
    children: counted('children', storage.children),
    remove: counted('remove', storage.remove),
    removeFolder: counted('removeFolder', storage.removeFolder),
    changedAt: counted('changedAt', storage.changedAt),
    discard: counted('discard', storage.discard),
    emptyTrash: counted('emptyTrash', storage.emptyTrash),
    cleanUp: counted('cleanUp', storage.cleanUp),
    check: counted('check', storage.check),
    parts: storage.parts && countParts(storage.parts),
    operations: () => [...counts.values()],
  }
}
