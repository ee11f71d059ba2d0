/** @throws Error for a key that leads out of a storage without folders of its own */
export function expectInside(key: string): void {
  const names = key.split('/')
  if (key.includes('\0') || names.some((name) => name === '' || name === '.' || name === '..'))
    throw new Error('A storage key leads out of the storage.')
}
