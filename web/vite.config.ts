// How the web app is bundled. `scripts/build-web.ts` runs this; `vite web` serves it with reloading during development.
import { readFileSync } from 'node:fs'
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
import { chunksWith, groupsOfModules, modulesOfMostPages } from './chunks.ts'
import { pdfFiles } from './pdf-files.ts'

// The development server forwards everything that is not part of the app to a running `npm start`.
const server = process.env['CHANCERY_PUBLIC_URL'] ?? 'http://localhost:8080'
const serverPaths = '^/(session|oauth|v2|[a-z]+-apis|docs|openapi\\.json|\\.well-known|healthz)(/|$|\\?)'

// The server has assets with one dot in their name only.
const plainly = ({ name }: { name: string }) => `assets/${name.replaceAll(/[^\w-]+/g, '-')}-[hash].js`

const componentOf = (id: string) => /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs(?:\?|$)/.exec(id)?.[1]
/** The components of Mantine among the modules, in the order in which Mantine's styles build on one another. */
function componentsOf(ids: readonly string[]): ReadonlySet<string> {
  const names = new Set(ids.flatMap((id) => componentOf(id) ?? []))
  const all = stylesOf('styles.css')
  const place = (name: string) => {
    const [rule = ''] = /\.m_\w+/.exec(stylesOf(`styles/${name}.css`)) ?? []
    return all.indexOf(rule)
  }
  return new Set([...names].toSorted((a, b) => place(a) - place(b)))
}

const stylesOf = (file: string): string =>
  readFileSync(fileURLToPath(import.meta.resolve(`@mantine/core/${file}`)), 'utf8')

const importsOfStyles = (names: Iterable<string>) =>
  [...names].map((name) => `import '@mantine/core/styles/${name}.layer.css'\n`).join('')

/**
 * The styles of Mantine's components are in a layer: whatever order they arrive in, the app's own style is stronger.
 * Each comes with its component, those of `atStart` with the start: a browser lays the whole page out, with its fonts,
 * whenever a file with a layer arrives.
 */
function styleOfComponents(atStart: ReadonlySet<string> = new Set()): Plugin {
  return {
    name: 'style-of-components',
    transform(code, id) {
      if (id.endsWith('/src/app/start.tsx')) return importsOfStyles(atStart) + code
      const name = componentOf(id)
      return name === undefined || atStart.has(name) ? undefined : importsOfStyles([name]) + code
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
  const plugins = (components?: ReadonlySet<string>) => [
    react(),
    pdfFiles(),
    styleOfComponents(components),
    ...added,
  ]
  const base = { root: fileURLToPath(new URL('./', import.meta.url)) }
  const output = { chunkFileNames: plainly, entryFileNames: plainly }
  const alone = command === 'build' ? await leftAlone({ ...base, plugins: plugins() }) : undefined
  return {
    ...base,
    plugins: [...plugins(alone && componentsOf(modulesOfMostPages(alone))), filesOfTheStart()],
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
        output: alone
          ? {
              ...output,
              codeSplitting: {
                // each module is where its own users need it
                includeDependenciesRecursively: false,
                groups: [{ name: groupsOfModules(alone) }],
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
