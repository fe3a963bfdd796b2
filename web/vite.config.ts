// How the web app is bundled. `scripts/build-web.ts` runs this; `vite web` serves it with reloading during development.
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { pdfFiles } from './pdf-files.ts'

// The development server forwards everything that is not part of the app to a running `npm start`.
const server = process.env['CHANCERY_PUBLIC_URL'] ?? 'http://localhost:8080'
const serverPaths = '^/(session|oauth|v2|[a-z]+-apis|docs|openapi\\.json|\\.well-known|healthz)(/|$|\\?)'

// The server has assets with one dot in their name only.
const plainly = ({ name }: { name: string }) => `assets/${name.replaceAll(/[^\w-]+/g, '-')}-[hash].js`

/**
 * The style of each component of Mantine comes with the component, so that a page loads those it has. They are in a
 * layer: whatever order they arrive in, the app's own style is stronger.
 */
function styleOfComponents(): Plugin {
  return {
    name: 'style-of-components',
    transform(code, id) {
      const [, name] = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs(?:\?|$)/.exec(id) ?? []
      return name === undefined ? undefined : `import '@mantine/core/styles/${name}.layer.css'\n${code}`
    },
  }
}

export default defineConfig({
  root: fileURLToPath(new URL('./', import.meta.url)),
  plugins: [react(), pdfFiles(), styleOfComponents()],
  // the development server would put the packages together before the plugin sees them
  optimizeDeps: { exclude: ['@mantine/core'] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The content security policy allows no inline scripts and no data: URLs; assets must not be inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // test/house/web-size.test.ts sums what each page loads
    manifest: true,
    rolldownOptions: { output: { chunkFileNames: plainly, entryFileNames: plainly } },
  },
  worker: { format: 'es', rolldownOptions: { output: { chunkFileNames: plainly, entryFileNames: plainly } } },
  server: { proxy: { [serverPaths]: { target: server, changeOrigin: false } } },
})
