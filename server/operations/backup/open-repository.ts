// Opens a place for the backups of this installation.
import type { App } from '../../platform/app.ts'
import { configuredPassphrase } from './archive/passphrase.ts'
import { openPlace } from './places/open-place.ts'
import { openOrCreateRepository, type Passphrase, type Repository } from './archive/repository.ts'

/** The repository in the place, initialised if it is new. `ask` provides a passphrase if none is configured. */
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
    return { opened: await openOrCreateRepository(place, passphrase, lineage), close: () => place.close() }
  } catch (error) {
    await place.close()
    throw error
  }
}
