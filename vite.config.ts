import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  build: {
    // Files stay files: the Content-Security-Policy allows fonts and pictures from this origin, not from data: addresses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      onLog(level, log, next) {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') next(level, log)
      },
    },
  },
})
