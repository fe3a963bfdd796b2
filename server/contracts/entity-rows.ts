// The parties that contracts are made with, as rows of a list.
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Listing } from '../platform/lists/list-rows.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { type RowSource, rowSource } from '../platform/postgres/row-source.ts'
import { isListedFor } from '../identity/organisations/guest-sight.ts'
import { personColumns } from '../identity/users/person-columns.ts'

const listing = {
  id: { kind: 'integer', sql: sql.ref('contract_entities.id') },
  catalogue: {
    id: { kind: 'integer', nullable: false, sql: sql.ref('contract_entities.id') },
    name: { kind: 'text', nullable: false, sql: sql.ref('contract_entities.name') },
    version: { kind: 'integer', nullable: false, sql: sql.ref('contract_entities.version') },
    createdAt: { kind: 'moment', nullable: false, sql: sql.ref('contract_entities.created_at') },
    createdById: { kind: 'uuid', nullable: false, sql: sql.ref('contract_entities.created_by') },
    ...personColumns('createdBy', 'contract_entities.created_by'),
  },
} as const satisfies Listing

/** The parties on the list of the actor's organisation that the actor may know. Queries start here. */
export const entitiesVisibleTo = (db: Reader, actor: Actor) =>
  db
    .selectFrom('contract_entities')
    .where('contract_entities.organisation_id', '=', actor.organisationId)
    .where(isListedFor(actor, 'ContractEntity', 'contract_entities.id'))

/** These, as rows of a list. */
export const entityRows = ({ db }: App, actor: Actor): RowSource =>
  rowSource(entitiesVisibleTo(db, actor), listing)
