// What pdf.js loads while it draws: character maps, fonts, colour profiles, and decoders for scanned pages. They are
// files of the package under names of their own, in a folder that is named after its version, because browsers keep
// them for a year.
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const pdfjs = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))

/**
 * Folder of the package and the name it is served under. The decoders are those without WebAssembly, which our content
 * policy stops.
 */
const folders = [
  { from: 'cmaps', to: 'cmaps', wanted: /\.bcmap$/ },
  { from: 'standard_fonts', to: 'fonts', wanted: /\.(?:pfb|ttf)$/ },
  { from: 'iccs', to: 'colours', wanted: /\.icc$/ },
  { from: 'wasm', to: 'decoders', wanted: /_nowasm_fallback\.js$/ },
]

async function served(): Promise<ReadonlyMap<string, string>> {
  const { version } = JSON.parse(await readFile(join(pdfjs, 'package.json'), 'utf8')) as { version: string }
  const files = new Map<string, string>()
  for (const { from, to, wanted } of folders) {
    for (const name of await readdir(join(pdfjs, from))) {
      if (wanted.test(name))
        files.set(`assets/pdf-${version.replaceAll('.', '-')}/${to}/${name}`, join(pdfjs, from, name))
    }
  }
  return files
}

/** Adds them to what is built, and serves them during development. */
export const pdfFiles = (): Plugin => ({
  name: 'pdf-files',
  async generateBundle() {
    // a worker is bundled on its own, without them
    for (const [fileName, path] of await served()) {
      this.emitFile({ type: 'asset', fileName, source: await readFile(path) })
    }
  },
  async configureServer(server) {
    const files = await served()
    server.middlewares.use((request, response, next) => {
      const path = files.get((request.url ?? '').slice(1))
      if (path === undefined) return next()
      readFile(path).then((content) => {
        if (path.endsWith('.js')) response.setHeader('content-type', 'text/javascript')
        response.end(content)
      }, next)
    })
  },
})
