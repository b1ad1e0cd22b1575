import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** The same pages as one script and one style sheet, which `sage report` puts into the files it writes. */
export default defineConfig({
  logLevel: 'warn',
  plugins: [tailwindcss()],
  build: {
    outDir: '../dist/report-page',
    emptyOutDir: true,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    modulePreload: false,
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      input: 'src/report-main.tsx',
      // A page on a disk can load no module: one plain script, with what the studio loads later already in it.
      output: {
        format: 'iife',
        codeSplitting: false,
        entryFileNames: 'page.js',
        assetFileNames: 'page[extname]',
      },
      // The first: files for servers that render React. The second: addresses of chunks, of which there are none here.
      onLog: (level, log, say) =>
        log.code !== 'MODULE_LEVEL_DIRECTIVE' && log.code !== 'EMPTY_IMPORT_META' && say(level, log),
    },
  },
})
