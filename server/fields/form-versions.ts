// The versions of a form: what it was before each time it was replaced, and who replaced it.
import { sql } from 'kysely'
import type { Reader, Tx } from '../platform/postgres/database.ts'
import { statement } from '../platform/postgres/statement.ts'
import type { FormCondition } from './conditions.ts'
import { type Form, type FormKey, ownerIdOf } from './form.ts'

/** A part as versions keep it; a field by its title too, since it may be deleted. */
export type KeptPart =
  | {
      readonly fieldId: number
      readonly title: string
      readonly label: string
      readonly required: boolean
      readonly readOnly: boolean
      readonly requiredBefore?: string
      readonly help?: string
      readonly when?: FormCondition
    }
  | {
      readonly group: number
      readonly title: string
      readonly when?: FormCondition
      readonly parts: readonly KeptPart[]
    }

export interface FormVersion {
  readonly version: number
  readonly parts: readonly KeptPart[]
  /** Null for what was there before versions were kept, and for the system. */
  readonly changedBy: string | null
  readonly createdAt: Date
}

/** The parts of a form as its versions keep them. */
export const keptParts = ({ parts }: Pick<Form, 'parts'>): readonly KeptPart[] =>
  parts.map((part) =>
    part.kind === 'group'
      ? { group: part.id, title: part.title, ...whenOf(part), parts: keptParts(part) }
      : {
          fieldId: part.field.id,
          title: part.field.title,
          label: part.label,
          required: part.required,
          readOnly: part.readOnly,
          ...(part.requiredBefore === null ? {} : { requiredBefore: part.requiredBefore }),
          ...(part.help === null ? {} : { help: part.help }),
          ...whenOf(part),
        },
  )

const whenOf = ({ when }: { readonly when: FormCondition | null }) => (when === null ? {} : { when })

interface Asked {
  readonly organisationId: number
  readonly form: string
  readonly ownerId: number
}

const asked = (key: FormKey): Asked => ({
  organisationId: key.organisationId,
  form: key.form,
  ownerId: ownerIdOf(key),
})

const mostShown = 50

/** The latest versions, the current one first. */
export async function listFormVersions(db: Reader, key: FormKey): Promise<readonly FormVersion[]> {
  const { organisationId, form, ownerId } = asked(key)
  const rows = await db
    .selectFrom('form_versions')
    .where('organisation_id', '=', organisationId)
    .where('form', '=', form)
    .where('owner_id', '=', ownerId)
    .orderBy('version', 'desc')
    .limit(mostShown)
    .select(['version', 'parts', 'changed_by', 'created_at'])
    .execute()
  return rows.map((row) => ({
    version: row.version,
    parts: row.parts as unknown as readonly KeptPart[],
    changedBy: row.changed_by,
    createdAt: row.created_at,
  }))
}

interface Replacement {
  /** The number of the version that is replaced. */
  readonly replaced: number
  readonly before: readonly KeptPart[]
  readonly after: readonly KeptPart[]
  readonly by: string | null
  readonly now: Date
}

/** Stores that the form was replaced; returns the number of the new version. The caller has locked the organisation. */
export async function keepVersion(tx: Tx, key: FormKey, replacement: Replacement): Promise<number> {
  const { replaced, before, after, by, now } = replacement
  const isUnkept = replaced === 0 && before.length > 0
  const next = isUnkept ? 2 : replaced + 1
  const row = (version: number, parts: readonly KeptPart[], changedBy: string | null) => ({
    organisation_id: key.organisationId,
    form: key.form,
    owner_id: ownerIdOf(key),
    version,
    parts: JSON.stringify(parts),
    changed_by: changedBy,
    created_at: now,
  })
  await tx
    .insertInto('form_versions')
    .values([
      ...(isUnkept ? [{ ...row(1, before, null), replaced: null }] : []),
      { ...row(next, after, by), replaced },
    ])
    .execute()
  return next
}

/** Keeps the parts of the form, which is about to be replaced, for the records that were made with this version. */
export const keepFormerParts = (tx: Tx, key: FormKey, version: number): void =>
  copyParts.send(tx, { ...asked(key), version })

const copyParts = statement<Asked & { readonly version: number }, never>(
  ({
    organisationId,
    form,
    ownerId,
    version,
  }) => sql`insert into former_form_parts (organisation_id, form, owner_id,
      version, part_id, parent_id, position, field_id, label, required, read_only, required_before, help, when_field_id, when_operator, when_value)
    select p.organisation_id, p.form, ${ownerId}::bigint, ${version}::integer, p.id, p.parent_id, p.position, p.field_id, p.label,
      p.required, p.read_only, p.required_before, p.help, p.when_field_id, p.when_operator, p.when_value
    from form_parts p where p.organisation_id = ${organisationId} and p.form = ${form}
      and coalesce(p.template_id, p.category_id, 0) = ${ownerId}::bigint`,
)

/** The opposite, for a form that stayed as it was. */
export const dropFormerParts = (tx: Tx, key: FormKey, version: number): void =>
  dropParts.send(tx, { ...asked(key), version })

const dropParts = statement<Asked & { readonly version: number }, never>(
  ({ organisationId, form, ownerId, version }) => sql`delete from former_form_parts
    where organisation_id = ${organisationId} and form = ${form} and owner_id = ${ownerId} and version = ${version}`,
)
