// Placing a field, or a group for fields, on a form.
import { canBeOnForm } from '../forms-of-records.ts'
import type { App } from '../../platform/app.ts'
import { change, type SystemActor } from '../../platform/events/change.ts'
import { type Tx, violates } from '../../platform/postgres/database.ts'
import { badInput, conflict, sentence } from '../../platform/errors.ts'
import { formChanged } from '../events.ts'
import { type FormKey, ownerIdOf } from '../form.ts'

/** A group by its title, or a field; either in a group of the same form, or at the top. */
export type NewPart =
  | { readonly group: string; readonly within?: number }
  | {
      readonly fieldId: number
      readonly within?: number
      /** The label of the field on this form, when that is not its title. */
      readonly label?: string
      readonly required?: boolean
      readonly readOnly?: boolean
    }

/**
 * Puts the part at the end of the form, or of the group, and returns its id: for a group the one in `group_<id>`.
 * Throws conflict when the field is already on the form.
 */
export function placeOnForm(app: App, actor: SystemActor, key: FormKey, part: NewPart): Promise<number> {
  return change(app, actor, async (tx, now) => {
    const title = 'fieldId' in part ? await checkField(tx, key, part.fieldId) : undefined
    await checkGroup(tx, key, part.within)
    const { id } = await tx
      .insertInto('form_parts')
      .values({
        organisation_id: key.organisationId,
        form: key.form,
        template_id: 'templateId' in key ? key.templateId : null,
        category_id: 'categoryId' in key ? key.categoryId : null,
        parent_id: part.within ?? null,
        position: await nextPosition(tx, key),
        field_id: 'fieldId' in part ? part.fieldId : null,
        label: 'fieldId' in part ? (part.label ?? null) : part.group,
        required: 'fieldId' in part && (part.required ?? false),
        read_only: 'fieldId' in part && (part.readOnly ?? false),
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch((error: unknown) => {
        if (violates(error, 'form_parts_field_once')) throw conflict('The field stands on this form already.')
        throw error
      })
    return {
      result: id,
      events: [formChanged(key, id, { ...part, ...(title === undefined ? {} : { title }) })],
    }
  })
}

const parts = (tx: Tx, { organisationId, form, ...owner }: FormKey) =>
  tx
    .selectFrom('form_parts')
    .where('organisation_id', '=', organisationId)
    .where('form', '=', form)
    .where(
      (eb) => eb.fn.coalesce('template_id', 'category_id', eb.lit(0)),
      '=',
      ownerIdOf({ organisationId, form, ...owner } as FormKey),
    )

async function nextPosition(tx: Tx, key: FormKey): Promise<number> {
  const { last } = await parts(tx, key)
    .select((eb) => eb.fn.max<number | null>('position').as('last'))
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

/** Throws bad_request if the field cannot be on the form; returns its title. */
async function checkField(tx: Tx, { organisationId, form }: FormKey, fieldId: number): Promise<string> {
  const field = await tx
    .selectFrom('fields')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', fieldId)
    .where('deleted_at', 'is', null)
    .select(['entity_column', 'title'])
    .executeTakeFirst()
  if (!field) throw badInput('fieldId', 'must be the id of a field of the organisation.')
  if (!canBeOnForm(field, form)) {
    throw badInput('fieldId', sentence('The owner of a contract cannot stand on a form of matters.'))
  }
  return field.title
}

async function checkGroup(tx: Tx, key: FormKey, within: number | undefined): Promise<void> {
  if (within === undefined) return
  const group = await parts(tx, key)
    .where('id', '=', within)
    .where('field_id', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (!group) throw badInput('within', 'must be the id of a group of the same form.')
}
