// Bringing records to the current version of their forms: one of them, or all of a type.
import { sql } from 'kysely'
import { formsKeyOf, hasFormerForm } from '../../fields/former-forms.ts'
import { formsOfRecords } from '../../fields/forms-of-records.ts'
import { getOrganisationToChange } from '../../identity/organisations/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { conflict } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import { lockToSee } from '../access.ts'
import { currentVersionsOf, olderRecordsSql, type TypeOfRecords } from '../older-forms.ts'
import { kinds } from '../kinds.ts'
import type { RecordBase, RecordKind } from '../record-kind.ts'
import { recordEvent } from './delete-record.ts'

/** Which forms records of a type have, by the id of its template or category. */
export type FormsOfType = (organisationId: number, typeId: number) => Pick<TypeOfRecords, 'detail' | 'core'>

/**
 * The record shows the current forms of its type from now on. No value is written or deleted: those of fields that are
 * not on them are kept and not shown. Nothing happens when it shows them already. For administrators of its
 * organisation who see it.
 */
export function bringToCurrentForms<DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  app: App,
  actor: Actor,
  { id, formsOf }: { readonly id: number; readonly formsOf: FormsOfType },
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { record } = await lockToSee(kind, { tx, actor, now }, id)
    const { organisationId } = record
    await getOrganisationToChange(tx, actor, organisationId)
    const owner = sql.ref(`r.${formsOfRecords[kind.kind].formOwner}`)
    // not through access.ts: of a record that the actor sees
    const { rows } = await sql<{ type: number | null; older: boolean }>`select ${owner} as type,
        ${hasFormerForm(kind.kind, formsKeyOf(kind.kind, 'r'))} as older
      from ${sql.table(kind.table)} as r where r.organisation_id = ${organisationId} and r.id = ${id}`.execute(
      tx,
    )
    const [found] = rows
    if (found?.older !== true) return { result: undefined, events: [] }
    const { formVersion, coreFormVersion } = await currentVersionsOf(tx, {
      organisationId,
      ...formsOf(organisationId, Number(found.type)),
    })
    await sql`update ${sql.table(kind.table)} set form_version = ${formVersion}, core_form_version = ${coreFormVersion}
      where organisation_id = ${organisationId} and id = ${id}`.execute(tx)
    return { result: undefined, events: [recordEvent(kind, record, 'form.updated', {})] }
  })
}

/**
 * The same for all records of the type that show an older form, those in the bin as well: in one transaction, of which
 * the history of the organisation has one entry. Throws conflict unless there are as many as the caller has read. For
 * administrators of the organisation.
 */
export function bringAllToCurrentForms(
  app: App,
  actor: Actor,
  type: TypeOfRecords,
  expected: number,
): Promise<void> {
  return change(app, actor, async (tx) => {
    const { kind, organisationId, typeId } = type
    // locked as when a form is replaced, so that the versions stay the current ones
    await getOrganisationToChange(tx, actor, organisationId)
    const { formVersion, coreFormVersion } = await currentVersionsOf(tx, type)
    const table = sql.table(kinds[kind].many)
    const { numAffectedRows } = await sql`update ${table} set form_version = ${formVersion},
        core_form_version = ${coreFormVersion}
      where organisation_id = ${organisationId} and id in (select r.id from ${olderRecordsSql(type)})`.execute(
      tx,
    )
    const records = Number(numAffectedRows ?? 0)
    if (records !== expected)
      throw conflict(
        `It is about ${records} ${records === 1 ? 'record' : 'records'} now, not ${expected}: look at what changes for them again.`,
      )
    if (records === 0) return { result: undefined, events: [] }
    return {
      result: undefined,
      events: [
        {
          name: 'form.applied',
          organisationId,
          resource: { kind: 'form', id: typeId },
          subject: null,
          facts: { form: type.detail.form, records, changes: {} },
        },
      ],
    }
  })
}
