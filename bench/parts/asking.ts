// Who asks in a benchmark: people of an organisation of a given size, with tokens, and the ids of what they ask for.
import type { RunningApp } from '../../server/operations/process/app.ts'
import { seedLarge } from '../../server/sandbox/demo/large/seed-large.ts'
import { contractKind } from '../../server/contracts/contract-kind.ts'
import { matterKind } from '../../server/matters/matter-kind.ts'
import { internalTransaction } from '../../server/platform/events/change.ts'
import { recount } from '../../server/records/lists/record-counts.ts'
import { createUser } from '../../test/factories.ts'
import { accessTokenFor } from '../../test/tokens.ts'
import { vacuum } from './installation.ts'

type Headers = Readonly<Record<string, string>>

/** A large organisation as its administrator, who sees all unrestricted records, asks for it. */
export interface Organisation {
  readonly id: number
  readonly size: number
  /** The administrator's. */
  readonly email: string
  readonly headers: Headers
  /** Unrestricted records, up to 20,000 of each kind, in no order. */
  readonly matterIds: readonly number[]
  readonly contractIds: readonly number[]
  readonly categoryId: number
  readonly templateId: number
  /** How long it took to make. */
  readonly seedMs: number
}

const idsAsked = 20_000

/** Makes an organisation with so many matters and contracts. */
export async function seedOrganisation(app: RunningApp, size: number): Promise<Organisation> {
  const began = performance.now()
  const { organisationId: id, email } = await seedLarge(app, { size })
  const seedMs = performance.now() - began
  await vacuum(app)
  const ids = (table: 'matters' | 'contracts') => unrestrictedIds(app, table, id)
  const [category, template] = await Promise.all([
    app.db
      .selectFrom('matter_categories')
      .where('organisation_id', '=', id)
      .select('id')
      .executeTakeFirstOrThrow(),
    app.db
      .selectFrom('contract_templates')
      .where('organisation_id', '=', id)
      .select('id')
      .executeTakeFirstOrThrow(),
  ])
  return {
    id,
    size,
    email,
    headers: await administratorOf(app, { email }),
    matterIds: await ids('matters'),
    contractIds: await ids('contracts'),
    categoryId: category.id,
    templateId: template.id,
    seedMs,
  }
}

/** The headers of the organisation's administrator. */
export async function administratorOf(
  app: RunningApp,
  { email }: Pick<Organisation, 'email'>,
): Promise<Headers> {
  const user = await app.db
    .selectFrom('users')
    .where('email_key', '=', email)
    .select(['id', 'email', 'organisation_id as organisationId'])
    .executeTakeFirstOrThrow()
  return { authorization: `Bearer ${await accessTokenFor(app, { ...user, name: 'Administrator' })}` }
}

async function unrestrictedIds(app: RunningApp, table: 'matters' | 'contracts', organisationId: number) {
  const { rows } = await app.database.pool.query<{ id: number }>(
    `select id from ${table} where organisation_id = $1 and not restricted order by hashint8(id) limit ${idsAsked}`,
    [organisationId],
  )
  return rows.map(({ id }) => id)
}

/** The headers of a lawyer who is a member of so many matters and contracts, spread over all, and sees no others. */
export async function addSparseMember(
  app: RunningApp,
  { id: organisationId, matterIds, contractIds }: Organisation,
  count = 100,
): Promise<Headers> {
  const user = await createUser(app, { organisationId })
  await internalTransaction(app, async (tx, now) => {
    const row = { organisation_id: organisationId, user_id: user.id, added_at: now }
    await tx
      .insertInto('matter_members')
      .values(matterIds.slice(0, count).map((id) => ({ ...row, matter_id: id })))
      .execute()
    await tx
      .insertInto('contract_members')
      .values(contractIds.slice(0, count).map((id) => ({ ...row, contract_id: id })))
      .execute()
  })
  await recount(app, [contractKind, matterKind], organisationId)
  return { authorization: `Bearer ${await accessTokenFor(app, user)}` }
}
