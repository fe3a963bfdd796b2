// Opens a place for the backups of this installation.
import type { App } from '../platform/app.ts'
import { configuredPassphrase } from './archive/passphrase.ts'
import { openPlace } from './places/open-place.ts'
import { openOrMakeRepository, type Passphrase, type Repository } from './archive/repository.ts'

/** The place, made ready when it is new. `ask` is for a passphrase that is not set. */
export async function openRepositoryFor(
  app: Pick<App, 'db' | 'config'>,
  address: string,
  ask: Passphrase = async () => undefined,
): Promise<{ readonly opened: Repository; close(): Promise<void> }> {
  const { lineage_id: lineage } = await app.db
    .selectFrom('storage_claims')
    .select('lineage_id')
    .executeTakeFirstOrThrow()
  const passphrase: Passphrase = async (why) => (await configuredPassphrase(app.config)) ?? ask(why)
  const place = await openPlace(address, app.config)
  try {
    return { opened: await openOrMakeRepository(place, passphrase, lineage), close: () => place.close() }
  } catch (error) {
    await place.close()
    throw error
  }
}
