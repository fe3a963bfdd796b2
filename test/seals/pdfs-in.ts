// Real documents that tests try, where there are some.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The paths of all PDFs below a folder; none if there is no such folder. */
export function pdfsIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.toLowerCase().endsWith('.pdf'))
      .map((path) => join(folder, path))
  } catch {
    return []
  }
}
