// Reference lists: the lists of an organisation that people choose from, kept by its administrators.
//
// list        departments, regions, teams, groups of contract types, tags, parties, cost centres, legal entities, or
//             the options of one field
// entry       what can be chosen of it
// use         something that names an entry: a record with a value, a person of a department, a type that goes to a
//             team
// replacement another entry of the list, which every use names afterwards
import { type RawBuilder, sql } from 'kysely'
import { getFieldToChange } from '../fields/access.ts'
import { checkOffers } from '../fields/field-details.ts'
import type { Field } from '../fields/field.ts'
import { isKnownTag } from '../matters/tag-listing.ts'
import type { Actor } from '../platform/actor.ts'
import { notFound } from '../platform/errors.ts'
import type { MayChange } from '../platform/granted.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { costCentreUses, legalEntityUses } from './uses-of-cost-lists.ts'
import {
  departmentUses,
  groupUses,
  optionUses,
  partyUses,
  regionUses,
  tagUses,
  teamUses,
  type Use,
} from './uses.ts'

export const listNames = [
  'departments',
  'regions',
  'teams',
  'contractGroups',
  'contractParties',
  'tags',
  'costCentres',
  'legalEntities',
] as const
export type ListName = (typeof listNames)[number]

/** A list: where its entries are, what they have besides a name, and what may name them. */
export interface ReferenceList {
  /** `field-12` for the options of the field 12. */
  readonly name: string
  readonly table: string
  /** The column with the name of an entry. */
  readonly label: string
  /** Whether a deleted entry keeps its row, so that what names it goes on showing it. */
  readonly keepsDeleted: boolean
  readonly hasDescription?: true
  /** Entries have a code, and can be inactive. */
  readonly hasCode?: true
  /** Entries may be below others. */
  readonly isTree?: true
  /** Entries say whether records can be assigned to them. */
  readonly hasAssignment?: true
  /**
   * Entries have an order of their own, by their `position`: those without one follow, by name. Without it, all are in
   * the order of their names.
   */
  readonly ordered?: true
  /** Entries do not say when they were changed. */
  readonly undated?: true
  /** The field whose options they are. */
  readonly field?: Field & MayChange
  readonly uses: readonly Use[]
}

const lists: Readonly<Record<ListName, Omit<ReferenceList, 'name'>>> = {
  departments: {
    table: 'departments',
    label: 'name',
    keepsDeleted: true,
    isTree: true,
    ordered: true,
    uses: departmentUses,
  },
  regions: { table: 'regions', label: 'name', keepsDeleted: true, ordered: true, uses: regionUses },
  teams: {
    table: 'teams',
    label: 'name',
    keepsDeleted: true,
    hasDescription: true,
    hasAssignment: true,
    ordered: true,
    uses: teamUses,
  },
  contractGroups: {
    table: 'contract_groups',
    label: 'name',
    keepsDeleted: false,
    ordered: true,
    uses: groupUses,
  },
  contractParties: { table: 'contract_entities', label: 'name', keepsDeleted: false, uses: partyUses },
  tags: {
    table: 'tags',
    label: 'description',
    keepsDeleted: false,
    ordered: true,
    undated: true,
    uses: tagUses,
  },
  costCentres: {
    table: 'cost_centres',
    label: 'name',
    keepsDeleted: false,
    hasCode: true,
    uses: costCentreUses,
  },
  legalEntities: {
    table: 'legal_entities',
    label: 'name',
    keepsDeleted: false,
    hasCode: true,
    uses: legalEntityUses,
  },
}

/** One of them, where it does not matter which: all have the same columns. */
export const anyList: ReferenceList = { name: 'regions', ...lists.regions }

const isListName = (name: string): name is ListName => Object.hasOwn(lists, name)

/**
 * The list of that name, for administrators. Throws not_found when there is none, and 400 for a field that offers
 * another list.
 */
export async function getList(db: Reader, actor: Actor, name: string): Promise<ReferenceList> {
  if (isListName(name)) return { name, ...lists[name] }
  const [, fieldId] = /^field-([1-9]\d{0,8})$/.exec(name) ?? []
  if (fieldId === undefined) throw notFound()
  const field = await getFieldToChange(db, actor, Number(fieldId))
  checkOffers(field)
  return listOfField(field)
}

/** The options of a field as a list. Those of lookups, which may be thousands, have no order of their own. */
const listOfField = (field: Field & MayChange): ReferenceList => ({
  name: `field-${field.id}`,
  table: 'field_options',
  label: 'label',
  keepsDeleted: true,
  ...(field.type === 'Lookup' ? {} : { ordered: true }),
  field,
  uses: optionUses(field.id),
})

/** The condition that makes rows of the list's table, named `e`, its entries, as far as the actor may know them. */
export const isEntrySql = (
  { name, keepsDeleted, field }: Pick<ReferenceList, 'name' | 'keepsDeleted' | 'field'>,
  db: Reader,
  actor: Actor,
): RawBuilder<boolean> =>
  sql`e.organisation_id = ${actor.organisationId}${keepsDeleted ? sql` and e.deleted_at is null` : sql``}${
    field ? sql` and e.field_id = ${field.id}` : sql``
  }${name === 'tags' ? sql` and ${isKnownTag(db, actor, 'e')}` : sql``}`
