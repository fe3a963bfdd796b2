// How the web app is bundled. `scripts/build-web.ts` runs this; `vite web` serves it with reloading during development.
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import {
  build,
  defineConfig,
  type HtmlTagDescriptor,
  type Plugin,
  type Rolldown,
  type UserConfig,
} from 'vite'
import { chunksWith, groupsOfModules } from './chunks.ts'
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

/** Asks for the files that the start loads in the page itself, and not when its first file has arrived. */
function filesOfTheStart(): Plugin {
  return {
    name: 'files-of-the-start',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        // the development server makes no files
        if (!bundle) return []
        const { scripts, styles } = filesOf(bundle, '/src/app/start.tsx')
        const isNew = (file: string) => !html.includes(file)
        const tag = (attrs: Record<string, string | boolean>): HtmlTagDescriptor => ({
          tag: 'link',
          attrs,
          injectTo: 'head',
        })
        return [
          ...scripts
            .filter(isNew)
            .map((file) => tag({ rel: 'modulepreload', crossorigin: true, href: `/${file}` })),
          ...styles
            .filter(isNew)
            .map((file) => tag({ rel: 'stylesheet', crossorigin: true, href: `/${file}` })),
        ]
      },
    },
  }
}

/** The scripts and styles that come with the module whose path ends like this. */
function filesOf(bundle: Rolldown.OutputBundle, module: string) {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
  const start = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
  if (!start) throw new Error(`No file of the web app has ${module}`)
  const loaded = [...chunksWith(start.fileName, (file) => chunks.find(({ fileName }) => fileName === file))]
  return {
    scripts: loaded.map(({ fileName }) => fileName),
    styles: [...new Set(loaded.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))],
  }
}

// The content security policy allows no inline scripts and no data: URLs; assets must not be inlined.
const files = { assetsInlineLimit: 0, modulePreload: { polyfill: false } }

/** How the app is built, with these plugins in addition. Building asks for what each page needs first. */
export async function webConfig(
  command: 'build' | 'serve',
  added: readonly Plugin[] = [],
): Promise<UserConfig> {
  const plugins = () => [react(), pdfFiles(), styleOfComponents(), ...added]
  const base = { root: fileURLToPath(new URL('./', import.meta.url)) }
  const output = { chunkFileNames: plainly, entryFileNames: plainly }
  return {
    ...base,
    plugins: [...plugins(), filesOfTheStart()],
    // the development server would put the packages together before the plugin sees them
    optimizeDeps: { exclude: ['@mantine/core'] },
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      ...files,
      reportCompressedSize: false,
      // test/house/web-size.test.ts sums what each page loads
      manifest: true,
      rolldownOptions: {
        output:
          command === 'build'
            ? {
                ...output,
                codeSplitting: {
                  // each module is where its own users need it
                  includeDependenciesRecursively: false,
                  groups: [{ name: groupsOfModules(await leftAlone({ ...base, plugins: plugins() })) }],
                },
              }
            : output,
      },
    },
    worker: { format: 'es', rolldownOptions: { output } },
    server: { proxy: { [serverPaths]: { target: server, changeOrigin: false } } },
  }
}

/** What the bundler makes when it chooses the files itself; nothing is written. */
async function leftAlone(config: UserConfig) {
  const made = await build({
    ...config,
    configFile: false,
    logLevel: 'warn',
    build: { ...files, write: false, minify: false },
    worker: { format: 'es' },
  })
  if (!('output' in made)) throw new Error('The build of the web app has no output of its own')
  return made.output
}

export default defineConfig(({ command }) => webConfig(command))
