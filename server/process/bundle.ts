// The server's modules in one file, which Node loads in half the time that 1,500 take. scripts/build-server.ts makes it while a
// server starts; it is used as long as none of its sources has changed since.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the bundle is, and what says so. */
export const bundleFolder = fileURLToPath(new URL('../../.cache/server/', import.meta.url))
export const manifestOfBundle = join(bundleFolder, 'manifest.json')

/** A file that the bundle was made from, with what changes when it does. */
export type BundleSource = readonly [path: string, modifiedMs: number, size: number]

export interface BundleManifest {
  /** The bundle's path; absolute, like those of its sources: a copy of the clone makes a bundle of its own. */
  readonly file: string
  readonly sources: readonly BundleSource[]
}

/** A source as it is now. Throws if there is no such file. */
export function bundleSource(path: string): BundleSource {
  const { mtimeMs, size } = statSync(path)
  return [path, mtimeMs, size]
}

/** The path of the bundle that a manifest names, or undefined if there is none of the sources as they are now. */
export function currentBundle(manifest = manifestOfBundle): string | undefined {
  try {
    const { file, sources } = JSON.parse(readFileSync(manifest, 'utf8')) as BundleManifest
    const isCurrent = sources.every(([path, modifiedMs, size]) => {
      const now = statSync(path, { throwIfNoEntry: false })
      return now?.mtimeMs === modifiedMs && now.size === size
    })
    return isCurrent && statSync(file).isFile() ? file : undefined
  } catch {
    // none was made, or another process is replacing it
    return undefined
  }
}
