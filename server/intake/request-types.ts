// Request types: what people can ask for in their organisation, with the form to fill in: that of the matter type, or
// that of the wizard where the request makes a contract.
import { sql } from 'kysely'
import { type Form, type FormKey, getForms, noForm } from '../fields/form.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { notFound } from '../platform/errors.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { type KnownBound, readBounds } from './bounds.ts'

export interface RequestType {
  readonly organisationId: number
  readonly id: number
  readonly title: string
  readonly help: string | null
  readonly categoryId: number
  readonly categoryName: string
  readonly answerWithinDays: number | null
  /** In place of days. */
  readonly answerWithinHours: number | null
  readonly managerId: string | null
  readonly teamId: number | null
  /** The contract type whose wizard drafts a contract from the answers; null where a request makes a matter only. */
  readonly templateId: number | null
  readonly templateName: string | null
  /** Whether requests within the bounds have their contract at once, without the legal department. */
  readonly selfService: boolean
}

/** A type with what it asks. */
export interface AskedType extends RequestType {
  readonly form: Form
  readonly bounds: readonly KnownBound[]
}

/** As many as an organisation has. */
const mostTypes = 200

/** The types of the actor's organisation, by title, each with its form. */
export async function listRequestTypes(
  { db }: Pick<App, 'db'>,
  { organisationId }: Pick<Actor, 'organisationId'>,
): Promise<readonly AskedType[]> {
  const types = await typesOf(db, organisationId)
    .orderBy(sql`lower(t.title) collate "C"`)
    .limit(mostTypes)
    .execute()
  return withForms(db, organisationId, types)
}

/** One of them with its form; not_found for those of others and deleted ones. */
export async function getRequestType(
  db: Reader,
  { organisationId }: Pick<Actor, 'organisationId'>,
  id: number,
): Promise<AskedType> {
  const types = await typesOf(db, organisationId).where('t.id', '=', id).execute()
  const [type] = await withForms(db, organisationId, types)
  if (!type) throw notFound()
  return type
}

/** The form that requests of a type fill in. */
const formKeyOf = ({
  organisationId,
  categoryId,
  templateId,
}: Pick<RequestType, 'organisationId' | 'categoryId' | 'templateId'>): FormKey =>
  templateId === null
    ? { organisationId, form: 'MatterCreate', categoryId }
    : { organisationId, form: 'ContractWizard', templateId }

async function withForms(
  db: Reader,
  organisationId: number,
  types: readonly RequestType[],
): Promise<readonly AskedType[]> {
  if (types.length === 0) return []
  const [forms, bounds] = await Promise.all([
    getForms(db, organisationId, types.map(formKeyOf)),
    readBounds(db, { organisationId, typeIds: types.map(({ id }) => id) }),
  ])
  return types.map((type, index) => ({
    ...type,
    form: forms[index] ?? noForm,
    bounds: bounds.get(type.id) ?? [],
  }))
}

// a type whose matter type was deleted cannot be asked for, nor one whose contract type has no wizard any more
const typesOf = (db: Reader, organisationId: number) =>
  db
    .selectFrom('request_types as t')
    .innerJoin('matter_categories as c', (join) =>
      join.onRef('c.organisation_id', '=', 't.organisation_id').onRef('c.id', '=', 't.category_id'),
    )
    .leftJoin('contract_templates as w', (join) =>
      join.onRef('w.organisation_id', '=', 't.organisation_id').onRef('w.id', '=', 't.template_id'),
    )
    .where('t.organisation_id', '=', organisationId)
    .where('t.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('t.template_id', 'is', null),
        eb.and([eb('w.deleted_at', 'is', null), eb('w.wizard_storage_key', 'is not', null)]),
      ]),
    )
    .select([
      't.organisation_id as organisationId',
      't.id',
      't.title',
      't.help',
      't.category_id as categoryId',
      'c.name as categoryName',
      't.answer_within_days as answerWithinDays',
      't.answer_within_hours as answerWithinHours',
      't.manager_id as managerId',
      't.team_id as teamId',
      't.template_id as templateId',
      'w.name as templateName',
      't.self_service as selfService',
    ])
