// Request types: what people can ask for in their organisation, with the form of the matter type behind each.
import { sql } from 'kysely'
import { type Form, getForms } from '../fields/form.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { notFound } from '../platform/errors.ts'
import type { Reader } from '../platform/postgres/database.ts'

export interface RequestType {
  readonly organisationId: number
  readonly id: number
  readonly title: string
  readonly help: string | null
  readonly categoryId: number
  readonly categoryName: string
  readonly answerWithinDays: number | null
  readonly managerId: string | null
  readonly teamId: number | null
}

/** As many as an organisation has. */
const mostTypes = 200

/** The types of the actor's organisation, by title, each with its form. */
export async function listRequestTypes(
  { db }: Pick<App, 'db'>,
  { organisationId }: Pick<Actor, 'organisationId'>,
): Promise<readonly (RequestType & { readonly form: Form })[]> {
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
): Promise<RequestType & { readonly form: Form }> {
  const types = await typesOf(db, organisationId).where('t.id', '=', id).execute()
  const [type] = await withForms(db, organisationId, types)
  if (!type) throw notFound()
  return type
}

async function withForms(db: Reader, organisationId: number, types: readonly RequestType[]) {
  const categories = [...new Set(types.map(({ categoryId }) => categoryId))]
  const forms =
    categories.length === 0
      ? []
      : await getForms(
          db,
          organisationId,
          categories.map((categoryId) => ({ organisationId, form: 'MatterCreate' as const, categoryId })),
        )
  const byCategory = new Map(categories.map((categoryId, index) => [categoryId, forms[index]]))
  return types.flatMap((type) => {
    const form = byCategory.get(type.categoryId)
    return form ? [{ ...type, form }] : []
  })
}

// a type whose matter type was deleted cannot be asked for
const typesOf = (db: Reader, organisationId: number) =>
  db
    .selectFrom('request_types as t')
    .innerJoin('matter_categories as c', (join) =>
      join.onRef('c.organisation_id', '=', 't.organisation_id').onRef('c.id', '=', 't.category_id'),
    )
    .where('t.organisation_id', '=', organisationId)
    .where('t.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .select([
      't.organisation_id as organisationId',
      't.id',
      't.title',
      't.help',
      't.category_id as categoryId',
      'c.name as categoryName',
      't.answer_within_days as answerWithinDays',
      't.manager_id as managerId',
      't.team_id as teamId',
    ])
