// Who may see fields and change their choices. The people of an organisation see its fields; people of other
// organisations see those on the forms of records they are members of, because they may have to fill them in.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { type Actor, administers } from '../platform/actor.ts'
import type { Reader, Tx } from '../platform/postgres/database.ts'
import { forbidden, notFound } from '../platform/errors.ts'
import type { MayChange, MayContribute, MaySee } from '../platform/granted.ts'
import type { Principal } from '../platform/subject.ts'
import { kindNames, kinds, type RecordKindName } from '../records/kinds.ts'
import { type Field, fieldColumns, fieldOf } from './field.ts'
import { formsKeyOf, isOnFormerFormSql } from './former-forms.ts'
import { formsOfRecords } from './forms-of-records.ts'

/** The fields the actor may see, as a query to narrow and select from. Every list and every look-up starts here. */
export function fieldsVisibleTo(db: Reader, actor: Principal) {
  return db
    .selectFrom('fields')
    .where('fields.organisation_id', 'in', [...actor.organisationIds])
    .where('fields.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('fields.organisation_id', '=', actor.organisationId), onTheirRecords(actor)]))
}

/** Whether the field is on a form of a record that the actor is a member of. */
function onTheirRecords({ userId }: Principal): RawBuilder<SqlBool> {
  // not through access.ts: members see their records, and nothing of the records is shown
  const onRecordOf = (kind: RecordKindName) => {
    const { many, members, recordId } = kinds[kind]
    const { core, formOwner } = formsOfRecords[kind]
    const onTheirs = (
      where: RawBuilder<SqlBool>,
    ) => sql<SqlBool>`exists (select 1 from ${sql.table(members)} m
        join ${sql.table(many)} r on r.organisation_id = m.organisation_id and r.id = ${sql.ref(`m.${recordId}`)}
        where m.organisation_id = fields.organisation_id and m.user_id = ${userId} and ${where})`
    const isCurrent = onTheirs(
      sql<SqlBool>`(p.form = ${sql.lit(core)} or ${sql.ref(`p.${formOwner}`)} = ${sql.ref(`r.${formOwner}`)})`,
    )
    const former = isOnFormerFormSql(kind, sql`fields.id`, { created: true, key: formsKeyOf(kind, 'r') })
    return sql<SqlBool>`(exists (select 1 from form_parts p
      where p.organisation_id = fields.organisation_id and p.field_id = fields.id and ${isCurrent})
      or ${onTheirs(former)})`
  }
  return sql<SqlBool>`(${sql.join(kindNames.map(onRecordOf), sql` or `)})`
}

/** How a request identifies a field: by its number, or by its api name, which is the id in v2. */
export type FieldName = number | string

/** The field, without its choices, when the actor may see it; not_found otherwise, as for one that does not exist. */
export async function getFieldToSee(db: Reader, actor: Actor, name: FieldName): Promise<Field & MaySee> {
  const visible = fieldsVisibleTo(db, actor).select([...fieldColumns])
  const row =
    typeof name === 'number'
      ? await visible.where('fields.id', '=', name).executeTakeFirst()
      : await visible
          .where((eb) => eb(eb.fn('lower', ['fields.api_name']), '=', eb.fn('lower', [eb.val(name)])))
          // another organisation, whose records the actor is a member of, may have a field of the same name
          .orderBy((eb) => eb('fields.organisation_id', '=', actor.organisationId), 'desc')
          .orderBy('fields.organisation_id')
          .limit(1)
          .executeTakeFirst()
  if (!row) throw notFound()
  return fieldOf(row, []) as Field & MaySee
}

/** Whether the actor may add choices to a field they see: administrators, and everyone where the field allows it. */
export const mayAddChoices = (actor: Actor, field: Field): boolean =>
  field.canAddOptions || isAdministrator(actor, field)

const isAdministrator = (actor: Actor, { organisationId }: Field) =>
  administers(actor) && actor.organisationId === organisationId

/** The field, when the actor may add choices to it. */
export async function getFieldToContribute(
  db: Reader,
  actor: Actor,
  name: FieldName,
): Promise<Field & MayContribute> {
  const field = await getFieldToSee(db, actor, name)
  if (!mayAddChoices(actor, field)) {
    throw forbidden('Only an administrator of the organisation may add choices to this field.')
  }
  return field as Field & MayContribute
}

/** The field, when the actor may change its choices: administrators of its organisation. */
export async function getFieldToChange(
  db: Reader,
  actor: Actor,
  name: FieldName,
): Promise<Field & MayChange> {
  const field = await getFieldToSee(db, actor, name)
  if (!isAdministrator(actor, field)) {
    throw forbidden('Only an administrator of the organisation may change this field and its choices.')
  }
  return field as Field & MayChange
}

/** The same, locked until the transaction ends, so that no record gets a value of it meanwhile. */
export async function holdFieldToChange(tx: Tx, actor: Actor, name: FieldName): Promise<Field & MayChange> {
  const { organisationId, id } = await getFieldToChange(tx, actor, name)
  await tx
    .selectFrom('fields')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .select('id')
    .forUpdate()
    .execute()
  // read again: it may have changed while others had it locked
  return getFieldToChange(tx, actor, id)
}
