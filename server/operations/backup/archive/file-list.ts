// The file list of a backup.
import type { StoredContents } from './contents.ts'
import { isKey } from '../../../platform/storage/storage-keys.ts'
import { DamagedBackup, type Manifest } from './manifest.ts'
import { readPart } from './parts.ts'
import type { Repository } from './repository.ts'

/** The files of a backup; throws DamagedBackup if the list was altered. */
export async function* readFileList(
  repository: Repository,
  manifest: Manifest,
): AsyncGenerator<StoredContents> {
  for (const part of manifest.files.parts) {
    const lines = (await readPart(repository, part)).toString('utf8').split('\n')
    if (lines.pop() !== '') throw wrongLine(part.name)
    for (const line of lines) {
      const [, key = '', sha256 = '', size] = /^(\S+) ([0-9a-f]{64}) (\d{1,15})$/.exec(line) ?? []
      // both become parts of paths
      if (!isKey(key)) throw wrongLine(part.name)
      yield { key, sha256, size: Number(size) }
    }
  }
}

const wrongLine = (name: string) => new DamagedBackup(`The backup is damaged: ${name} is no list of files.`)
