import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { assRenderer } from './scripts/build/ass-renderer.ts'
import { inlineScripts } from './scripts/build/inline-scripts.ts'
import { refuseChunkCycles } from './scripts/build/refuse-chunk-cycles.ts'

/** Bytes of source: modules that nearly the same screens share are merged into one file up to this size. */
const SHARED_FILE_BYTES = 440_000

/** What the players, or the screens of one area, share is nothing for the others. */
const ofManyAreas =
  /[\\/]src[\\/](?!(app[\\/](dashboard|edit-episode|settings|player|episode-player|flashes|notes|captions|study)|subtitles)[\\/]|app[\\/]playback[\\/](attach-source|codec-selection|frame-|hand-off|hls|start-time|wait-for-analysis)).*\.(tsx?|svg)(\?|$)/

export default defineConfig({
  plugins: [reactRouter(), inlineScripts(), assRenderer(), refuseChunkCycles()],
  css: {
    postcss: {
      plugins: [
        {
          // The font packages' styles name each font as WOFF 1 as well, which no supported browser needs.
          postcssPlugin: 'fonts-of-packages',
          Once(root) {
            // Boxes would stand in for Japanese text where the system has no font for it: it stays invisible for a moment.
            root.walkDecls('font-display', (display) => {
              if (/M PLUS 2/.test(display.parent?.toString() ?? '')) display.value = 'block'
            })
            root.walkDecls('src', (src) => {
              src.value = src.value.replace(/,\s*url\([^)]*\.woff\)\s*format\(["']woff["']\)/g, '')
            })
          },
        },
      ],
    },
  },
  build: {
    // Files stay files: the Content-Security-Policy allows fonts and pictures from this origin, not from data: addresses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      onLog(level, log, next) {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') next(level, log)
      },
    },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
            // A page that starts with thirty files waits for thirty answers.
            codeSplitting: {
              groups: [
                { name: 'framework', test: /[\\/]node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/ },
                // Matched first, so that the groups below do not take in what most screens load.
                { name: 'common', test: ofManyAreas, minShareCount: 4 },
                // Cards play previews without a player.
                {
                  name: 'playback',
                  test: /[\\/]app[\\/](playback[\\/](attach-source|start-time)|player[\\/]position-reports)\.ts$/,
                  minShareCount: 2,
                },
                // Kept out of what other screens load.
                {
                  name: 'captions',
                  test: /[\\/]src[\\/](app[\\/](captions|subtitles|subtitle-lines)|subtitles)[\\/]/,
                  minShareCount: 2,
                },
                {
                  name: 'player',
                  test: /[\\/]app[\\/]((player|episode-player|flashes|notes)[\\/]|playback[\\/](codec-selection|frame-times|hand-off|hls)\.ts$|study[\\/](drawings|load-frames)\.ts$)/,
                  minShareCount: 2,
                },
                {
                  name: 'shared',
                  test: /[\\/]src[\\/].*\.(tsx?|svg)(\?|$)/,
                  minShareCount: 2,
                  entriesAware: true,
                  entriesAwareMergeThreshold: SHARED_FILE_BYTES,
                },
              ],
            },
          },
        },
      },
    },
  },
})
