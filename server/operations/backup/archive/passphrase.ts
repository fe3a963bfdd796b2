// The configured passphrase of backups.
import { readFile } from 'node:fs/promises'
import type { Config } from '../../../platform/settings/config.ts'

/** The passphrase from the settings; undefined if none is set. */
export async function configuredPassphrase({
  backupPassphrase,
  backupPassphraseFile,
}: Pick<Config, 'backupPassphrase' | 'backupPassphraseFile'>): Promise<string | undefined> {
  if (backupPassphraseFile === undefined) return backupPassphrase
  const text = await readFile(backupPassphraseFile, 'utf8').catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`CHANCERY_BACKUP_PASSPHRASE_FILE cannot be read: ${reason}`, { cause: error })
  })
  const [first = ''] = text.split(/\r?\n/, 1)
  if (first === '')
    throw new Error(`The first line of ${backupPassphraseFile} is empty: it must contain the passphrase.`)
  return first
}
