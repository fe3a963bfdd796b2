// Withdrawing an export that the finance system has not taken: its invoices may be exported again.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { conflict } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import type { VersionChecked } from '../../platform/version-checked.ts'
import { getExportForUpdate } from './access.ts'
import { exportEvent } from './events.ts'

interface Withdrawal extends VersionChecked {
  readonly reason: string
}

/** Throws not_found, forbidden like `getExportForUpdate`, and conflict for an export that is not open any more. */
export function withdrawExport(
  app: App,
  actor: Actor,
  id: number,
  { reason, checkVersion }: Withdrawal,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const held = await getExportForUpdate(tx, actor, id)
    checkVersion?.(held.version)
    if (held.status === 'Acknowledged') {
      throw conflict(
        `Export ${held.number} was acknowledged by finance as "${held.reference}", so it cannot be withdrawn any more.`,
      )
    }
    if (held.status === 'Withdrawn') throw conflict(`Export ${held.number} is withdrawn already.`)
    await tx
      .updateTable('finance_exports')
      .set({
        status: 'Withdrawn',
        withdrawn_because: reason,
        ended_by: actor.userId,
        ended_at: now,
        version: held.version + 1,
      })
      .where('organisation_id', '=', held.organisationId)
      .where('id', '=', id)
      .execute()
    await tx
      .updateTable('finance_export_invoices')
      .set({ withdrawn: true })
      .where('organisation_id', '=', held.organisationId)
      .where('export_id', '=', id)
      .execute()
    const events = held.invoices.map(({ invoice }) =>
      exportEvent(invoice, 'matter.invoice.export.withdrawn', { export: held.number, reason }),
    )
    return { result: undefined, events }
  })
}
