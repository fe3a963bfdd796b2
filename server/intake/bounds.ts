// The bounds of a request type: what must be answered for its contract to be made without the legal department.
import { sql } from 'kysely'
import { type Atom, atomKindOf, type Field } from '../fields/field.ts'
import { fieldsOfForms, type Form } from '../fields/form.ts'
import type { StoredAnswer } from './answers.ts'
import { compareDecimals, decimalText } from '../platform/decimal.ts'
import { badInput } from '../platform/errors.ts'
import type { Reader, Tx } from '../platform/postgres/database.ts'

/** A bound for the answer of one field: an amount, or some of its choices. */
export interface Bound {
  readonly fieldId: number
  /** An exact decimal. */
  readonly atMost: string | null
  /** The values of choices; `true` and `false` of a checkbox. */
  readonly oneOf: readonly string[] | null
  /** Whether no answer is within the bound as well. */
  readonly orEmpty: boolean
}

/** A bound as it is given: its field by api name or number. */
export interface GivenBound extends Omit<Bound, 'fieldId' | 'atMost'> {
  readonly field: string | number
  readonly atMost: number | null
}

/** A bound with the field that it is about. */
export type KnownBound = Bound & { readonly field: { readonly apiName: string; readonly title: string } }

interface TypeKey {
  readonly organisationId: number
  readonly typeIds: readonly number[]
}

/** The bounds of each of the types, in their order. */
export async function readBounds(
  db: Reader,
  { organisationId, typeIds }: TypeKey,
): Promise<ReadonlyMap<number, readonly KnownBound[]>> {
  if (typeIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('request_type_bounds as b')
    .innerJoin('fields as f', (join) =>
      join.onRef('f.organisation_id', '=', 'b.organisation_id').onRef('f.id', '=', 'b.field_id'),
    )
    .where('b.organisation_id', '=', organisationId)
    .where('b.type_id', 'in', [...typeIds])
    .orderBy('b.position')
    .select(['b.type_id', 'b.field_id', 'b.one_of', 'b.or_empty', 'f.api_name', 'f.title'])
    .select(sql<string | null>`trim_scale(b.at_most)::text`.as('at_most'))
    .execute()
  return Map.groupBy(
    rows.map((row) => ({
      typeId: row.type_id,
      fieldId: row.field_id,
      atMost: row.at_most,
      oneOf: row.one_of,
      orEmpty: row.or_empty,
      field: { apiName: row.api_name, title: row.title },
    })),
    ({ typeId }) => typeId,
  )
}

/** Replaces the bounds of a type. */
export async function writeBounds(
  tx: Tx,
  { organisationId, typeId }: { readonly organisationId: number; readonly typeId: number },
  bounds: readonly Bound[],
): Promise<void> {
  await tx
    .deleteFrom('request_type_bounds')
    .where('organisation_id', '=', organisationId)
    .where('type_id', '=', typeId)
    .execute()
  if (bounds.length === 0) return
  await tx
    .insertInto('request_type_bounds')
    .values(
      bounds.map(({ fieldId, atMost, oneOf, orEmpty }, index) => ({
        organisation_id: organisationId,
        type_id: typeId,
        position: index + 1,
        field_id: fieldId,
        at_most: atMost,
        one_of: oneOf === null ? null : [...oneOf],
        or_empty: orEmpty,
      })),
    )
    .execute()
}

/** The bounds as they are stored; throws 400 for a field that the form does not ask, and for what does not fit it. */
export function checkBounds(given: readonly GivenBound[], form: Form): readonly Bound[] {
  const fields = fieldsOfForms([form]).map(({ field }) => field)
  const seen = new Set<number>()
  return given.map(({ field: name, atMost, oneOf, orEmpty }, index) => {
    const path = `bounds[${index}]`
    const field = fields.find(
      ({ id, apiName }) => id === name || apiName.toLowerCase() === String(name).toLowerCase(),
    )
    if (!field) throw badInput(`${path}.field`, 'must be a field of the wizard of the contract type.')
    if (seen.has(field.id)) throw badInput(`${path}.field`, 'must be a field without another bound.')
    seen.add(field.id)
    if ((atMost === null) === (oneOf === null)) throw badInput(path, 'must have either atMost or oneOf.')
    if (oneOf !== null) checkChoices(field, oneOf, `${path}.oneOf`)
    else if (atomKindOf(field.type) !== 'number')
      throw badInput(`${path}.atMost`, 'is only for fields that hold a number.')
    return {
      fieldId: field.id,
      atMost: atMost === null ? null : (decimalText(atMost) ?? null),
      oneOf,
      orEmpty,
    }
  })
}

function checkChoices(field: Field, oneOf: readonly string[], path: string): void {
  const kind = atomKindOf(field.type)
  const offered =
    kind === 'boolean' ? ['true', 'false'] : kind === 'option' ? field.options.map(({ value }) => value) : []
  if (offered.length === 0)
    throw badInput(path, 'is only for checkboxes, and for fields whose form lists the choices.')
  if (oneOf.length === 0 || !oneOf.every((value) => offered.includes(value)))
    throw badInput(path, `must be some of its choices: ${offered.slice(0, 20).join(', ')}.`)
}

/** Whether the answers are within all bounds. A choice that was added to the field since is not. */
export function isWithin(bounds: readonly Bound[], answers: readonly StoredAnswer[], form: Form): boolean {
  const fields = new Map(fieldsOfForms([form]).map(({ field }) => [field.id, field]))
  return bounds.every((bound) => {
    const field = fields.get(bound.fieldId)
    const atoms = answers.find(({ fieldId }) => fieldId === bound.fieldId)?.atoms ?? []
    if (!field) return false
    return atoms.length === 0 ? bound.orEmpty : atoms.every((atom) => fits(bound, field, atom))
  })
}

function fits({ atMost, oneOf }: Bound, field: Field, atom: Atom): boolean {
  if (atMost !== null) return compareDecimals(String(atom), atMost) <= 0
  const value =
    atomKindOf(field.type) === 'option' ? field.options.find(({ id }) => id === atom)?.value : String(atom)
  return value !== undefined && (oneOf ?? []).includes(value)
}
