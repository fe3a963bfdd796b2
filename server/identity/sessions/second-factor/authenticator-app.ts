// The authenticator app of a person: setting one up, and accepting each of its codes once.
import type { App } from '../../../platform/app.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { type AppSetUp, beginSetUp, endSetUp, stepOfCode } from '../../../platform/secrets/app-codes.ts'

/** The sealing purpose of a person's secret. */
export const appSecretPurpose = (userId: string): string => `authenticator_apps ${userId}`
const setUpPurpose = (userId: string): string => `authenticator app set-up ${userId}`

interface Owner {
  readonly userId: string
  readonly email: string
}

type Parts = Pick<App, 'vault' | 'clock'>

/** Makes a secret for somebody's app. Nothing is stored until `confirmApp` gets its first code. */
export const startApp = (parts: Parts, { userId, email }: Owner): Promise<AppSetUp> =>
  beginSetUp(parts, { label: email, purpose: setUpPurpose(userId) })

/**
 * Stores the app whose first code this is, in place of an earlier one. Throws bad_request for a wrong code, and for a
 * set-up that is over or was begun for somebody else.
 */
export async function confirmApp(
  parts: Parts,
  tx: Tx,
  { userId, setUp, code }: { readonly userId: string; readonly setUp: string; readonly code: string },
): Promise<void> {
  const { vault, clock } = parts
  const { secret, step } = await endSetUp(parts, { purpose: setUpPurpose(userId), setUp, code })
  const values = {
    secret_sealed: await vault.sealIn(tx, secret, appSecretPurpose(userId)),
    last_step: step,
    created_at: clock.now(),
  }
  await tx
    .insertInto('authenticator_apps')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

/** Whether this is a code of the person's app that was not used before; uses it up. */
export async function useAppCode(
  { vault, clock }: Parts,
  tx: Tx,
  { userId, code }: { readonly userId: string; readonly code: string },
): Promise<boolean> {
  // locked, so that of two who send the same code one is refused
  const row = await tx
    .selectFrom('authenticator_apps')
    .where('user_id', '=', userId)
    .select(['secret_sealed', 'last_step'])
    .forUpdate()
    .executeTakeFirst()
  if (!row) return false
  const step = stepOfCode(clock, await vault.open(row.secret_sealed, appSecretPurpose(userId)), code)
  if (step === undefined || step <= row.last_step) return false
  await tx.updateTable('authenticator_apps').set({ last_step: step }).where('user_id', '=', userId).execute()
  return true
}
