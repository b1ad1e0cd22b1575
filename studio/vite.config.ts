import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  // Served from any path, opened from any folder: no address may start at the root.
  base: './',
  logLevel: 'warn',
  plugins: [tailwindcss()],
  build: {
    outDir: '../dist/studio',
    emptyOutDir: true,
    // An inlined picture would be a data: address in a style sheet; the page allows files of its own only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // Libraries mark files for servers that render React; there is none here.
      onLog: (level, log, say) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && say(level, log),
    },
  },
})
