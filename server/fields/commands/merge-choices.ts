// Merging a choice of a field into another one.
import { kindNames, type RecordKindName } from '../../records/kinds.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { AppError, badInput, sentence } from '../../platform/errors.ts'
import type { MayChange } from '../../platform/granted.ts'
import type { Subject } from '../../platform/subject.ts'
import { getFieldToChange } from '../access.ts'
import { fieldOptionsMerged } from '../events.ts'
import { type Field, keyOfField } from '../field.ts'
import { valueToJson } from '../values/json-value.ts'
import { checkLookup } from '../field-details.ts'
import { listUsesOf, lockChoice, removeChoice } from '../field-usage.ts'

interface Merge {
  /** The choice that is removed. */
  readonly from: number
  /** The one that replaces it. */
  readonly into: number
}

/**
 * Replaces the one choice by the other in every record that has it, and removes the first from the field, all in one
 * transaction; a record that has both keeps one. Each changed record gets an event, whether the actor sees it or not:
 * the field belongs to the organisation. Throws not_found for the choice to remove, 400 for the other one.
 */
export function mergeChoices(app: App, actor: Actor, fieldId: number, merge: Merge): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const field = await getFieldToChange(tx, actor, fieldId)
    checkLookup(field)
    return { result: undefined, events: await mergeWithin(app, tx, field, { ...merge, now }) }
  })
}

/**
 * The same for any field with choices, inside a larger change, which stores the returned events: that of the field
 * comes first.
 */
export async function mergeWithin(
  app: App,
  tx: Tx,
  field: Field & MayChange,
  { now, ...merge }: Merge & { readonly now: Date },
): Promise<readonly DomainEvent[]> {
  const [source, target] = await lockBoth(tx, field, merge)
  const changed: DomainEvent[] = []
  for (const kind of kindNames) {
    const uses = (await listUsesOf(tx, field, source)).filter((use) => use.kind === kind)
    for (const batch of batchesOf(uses)) {
      changed.push(...(await moveValues(tx, field, merge, { kind, records: batch })))
      const ids = batch.map(({ id }) => id)
      await app.subjects[kind].noteFieldChange(tx, { organisationId: field.organisationId, ids }, now)
    }
  }
  await removeChoice(tx, field, source, { instead: target, now })
  return [fieldOptionsMerged(field, source, target), ...changed]
}

/** In the order of their ids, so that two merges at the same time wait for one another. */
async function lockBoth(tx: Tx, field: Field, { from, into }: Merge) {
  const wrong = sentence('The other choice must be another one of the same field.')
  if (from === into) throw badInput('value', wrong)
  const lockTarget = () =>
    lockChoice(tx, field, { id: into }).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'not_found' ? badInput('value', wrong) : error
    })
  if (from < into) {
    const source = await lockChoice(tx, field, { id: from })
    return [source, await lockTarget()] as const
  }
  const target = await lockTarget()
  return [await lockChoice(tx, field, { id: from }), target] as const
}

/** A thousand records at a time: statements have a limit of parameters. */
function batchesOf(uses: readonly Subject[]): readonly (readonly Subject[])[] {
  const size = 1_000
  const count = Math.ceil(uses.length / size)
  return Array.from({ length: count }, (_, index) => uses.slice(index * size, (index + 1) * size))
}

/** Moves the values of records of one kind, and returns the event of each. */
async function moveValues(
  tx: Tx,
  field: Field & MayChange,
  { from, into }: Merge,
  { kind, records }: { readonly kind: RecordKindName; readonly records: readonly Subject[] },
): Promise<readonly DomainEvent[]> {
  const { organisationId, id: fieldId } = field
  const ids = records.map(({ id }) => id)
  const rows = await tx
    .selectFrom('field_values')
    .where('organisation_id', '=', organisationId)
    .where('record_kind', '=', kind)
    .where('record_id', 'in', ids)
    .where('field_id', '=', fieldId)
    .orderBy('ordinal')
    .select(['record_id', 'option_id'])
    .execute()
  const had = Map.groupBy(rows, (row) => row.record_id)
  const choicesOf = (id: number) => (had.get(id) ?? []).map((row) => Number(row.option_id))
  const both = ids.filter((id) => choicesOf(id).includes(into))
  const sourceRows = { organisationId, fieldId, kind, from }
  if (both.length > 0) await deleteRows(tx, sourceRows, both)
  await updateRows(tx, { ...sourceRows, into }, ids)
  return records.map((subject) => {
    const before = choicesOf(subject.id)
    const after = [...new Set(before.map((id) => (id === from ? into : id)))]
    const changes = {
      [keyOfField(field)]: { from: valueToJson(field, before), to: valueToJson(field, after) },
    }
    return { name: `${kind}.updated`, organisationId, resource: subject, subject, facts: { changes } }
  })
}

interface SourceRows {
  readonly organisationId: number
  readonly fieldId: number
  readonly kind: Subject['kind']
  readonly from: number
}

async function deleteRows(
  tx: Tx,
  { organisationId, fieldId, kind, from }: SourceRows,
  recordIds: readonly number[],
) {
  await tx
    .deleteFrom('field_values')
    .where('organisation_id', '=', organisationId)
    .where('field_id', '=', fieldId)
    .where('option_id', '=', from)
    .where('record_kind', '=', kind)
    .where('record_id', 'in', [...recordIds])
    .execute()
}

async function updateRows(
  tx: Tx,
  { organisationId, fieldId, kind, from, into }: SourceRows & { readonly into: number },
  recordIds: readonly number[],
) {
  await tx
    .updateTable('field_values')
    .set({ option_id: into })
    .where('organisation_id', '=', organisationId)
    .where('field_id', '=', fieldId)
    .where('option_id', '=', from)
    .where('record_kind', '=', kind)
    .where('record_id', 'in', [...recordIds])
    .execute()
}
