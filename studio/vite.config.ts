import { defineConfig } from 'vite'

export default defineConfig({
  // Served from any path, opened from any folder: no address may start at the root.
  base: './',
  logLevel: 'warn',
  build: { outDir: '../dist/studio', emptyOutDir: true },
})
