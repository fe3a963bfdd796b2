// The file list of a backup.
import type { StoredContents } from './contents.ts'
import type { Manifest } from './manifest.ts'
import { readPart } from './parts.ts'
import type { Repository } from './repository.ts'

/** The files of a backup; throws DamagedBackup if the list was altered. */
export async function* readFileList(
  repository: Repository,
  manifest: Manifest,
): AsyncGenerator<StoredContents> {
  for (const part of manifest.files.parts) {
    const lines = (await readPart(repository, part)).toString('utf8').split('\n')
    for (const line of lines) {
      const [key, sha256, size] = line.split(' ')
      if (key && sha256 && size) yield { key, sha256, size: Number(size) }
    }
  }
}
