import type { Plugin } from 'vite'

/**
 * Dependencies of JASSUB that no browser is sent: one that fetches fonts from another site, one under the GPL for calls of
 * JASSUB's that Hoshi does not make, and one that counts frames for debugging, in a format that development does not read.
 */
const leftOut: Readonly<Record<string, string>> = {
  'lfa-ponyfill': 'export const queryRemoteFonts = async () => []',
  'rvfc-polyfill': '',
  throughput: 'export default () => () => 0',
}

/** Bundles JASSUB, the renderer of ASS subtitles, and its worker of several modules. */
export function assRenderer(): Plugin {
  return {
    ...leaveOut(),
    name: 'ass-renderer',
    config: () => ({
      // Its worker and its WebAssembly are found beside its modules.
      optimizeDeps: { exclude: ['jassub'] },
      worker: {
        format: 'es',
        plugins: () => [leaveOut()],
        rolldownOptions: {
          output: {
            entryFileNames: ({ name }) =>
              name === 'worker' ? 'assets/captions-worker-[hash].js' : 'assets/[name]-[hash].js',
          },
        },
      },
    }),
  }
}

function leaveOut(): Plugin {
  return {
    name: 'leave-out-dependencies',
    enforce: 'pre',
    resolveId: (id) => (id in leftOut ? `\0${id}` : null),
    load: (id) => leftOut[id.slice(1)] ?? null,
  }
}
