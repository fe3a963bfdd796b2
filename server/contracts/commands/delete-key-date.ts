// Deleting a key date of a contract.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { noteContractActivity } from '../access.ts'
import { keyDateDeleted } from '../events.ts'
import { checkNoLegalHold } from '../../records/legal-hold.ts'
import { contractKind } from '../contract-kind.ts'
import { getKeyDateToChange } from '../find-key-dates.ts'
import type { KeyDatePlace } from '../key-date.ts'
import { checkIsNoNotice } from '../key-dates/notice-period.ts'
import { checkNotLocked } from '../signing/executed-lock.ts'

/** Deletes the key date; the history records what it was. Throws conflict under a legal hold. */
export function deleteKeyDate(
  app: App,
  actor: Actor,
  place: KeyDatePlace,
  checkVersion: (version: number) => void = () => undefined,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { contract, keyDate, version } = await getKeyDateToChange(tx, actor, place)
    checkVersion(version)
    await checkNoLegalHold(contractKind, tx, contract)
    await checkIsNoNotice(tx, contract, keyDate)
    if (keyDate.category === 'Start') await checkNotLocked(tx, contract, 'The effective date')
    await tx
      .deleteFrom('contract_key_dates')
      .where('organisation_id', '=', contract.organisationId)
      .where('id', '=', keyDate.id)
      .execute()
    await noteContractActivity(tx, contract, now)
    return { result: undefined, events: [keyDateDeleted(contract, keyDate)] }
  })
}
