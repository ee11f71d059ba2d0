/** What the inline script that is running was given. */
export function given<T>(): T {
  return JSON.parse(document.currentScript?.dataset.given ?? 'null')
}
