// The server's modules in one file, which Node loads in half the time that 1,500 take. scripts/build-server.ts makes it
// while a server starts; it is used as long as none of its sources has changed since.
import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the bundle is, and what says so. */
export const bundleFolder = fileURLToPath(new URL('../../../.cache/server/', import.meta.url))
export const manifestOfBundle = join(bundleFolder, 'manifest.json')

/** A file that the bundle was made from, with what changes when it does. */
export type BundleSource = readonly [path: string, modifiedMs: number, size: number]

export interface BundleManifest {
  /** The bundle's path from the folder of the manifest, like those of its sources: they move together. */
  readonly file: string
  readonly sources: readonly BundleSource[]
}

/** A source as it is now, by its path from this folder. Throws if there is no such file. */
export function bundleSource(path: string, folder = bundleFolder): BundleSource {
  const { mtimeMs, size } = statSync(join(folder, path))
  return [path, mtimeMs, size]
}

/** The path of the bundle that a manifest names, or undefined if there is none of the sources as they are now. */
export function currentBundle(manifest = manifestOfBundle): string | undefined {
  try {
    const { file, sources } = JSON.parse(readFileSync(manifest, 'utf8')) as BundleManifest
    const folder = dirname(manifest)
    const isCurrent = sources.every(([path, modifiedMs, size]) => {
      const now = statSync(join(folder, path), { throwIfNoEntry: false })
      return now?.mtimeMs === modifiedMs && now.size === size
    })
    const bundle = join(folder, file)
    return isCurrent && statSync(bundle).isFile() ? bundle : undefined
  } catch {
    // none was made, or another process is replacing it
    return undefined
  }
}
