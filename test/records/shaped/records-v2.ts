// Records in v2 as they were shaped before the database made the JSON: what it makes must be the same.
import { contractStages } from '../../../server/contracts/contract.ts'
import { contractKind } from '../../../server/contracts/contract-kind.ts'
import {
  auditedToV2,
  namedToV2,
  textOf,
  userColumns,
  userToV2,
} from '../../../server/http/v2/references.wire.ts'
import { columnsFor, type ShownFrom } from '../../../server/http/v2/shown-columns.ts'
import { matterKind } from '../../../server/matters/matter-kind.ts'
import { matterStates } from '../../../server/matters/state.ts'
import type { Actor } from '../../../server/platform/actor.ts'
import type { App } from '../../../server/platform/app.ts'
import type { ListedRow } from '../../../server/platform/lists/list-rows.ts'
import { getRow } from '../../../server/records/lists/record-lists.ts'
import { type NamedValues, readNamedValues } from './named-values.ts'

/** The columns that a contract is shown from. */
const contractShownFrom: ShownFrom = {
  always: ['id', 'organisationId', 'templateId', 'version'],
  of: {
    displayid: ['number'],
    name: ['name'],
    type: ['templateName'],
    owner: userColumns('owner'),
    document: ['documentFileId', 'documentName', 'documentVersion'],
    expiry: ['expiry'],
    externalid: ['externalId'],
    restricted: ['restricted'],
    status: ['stage'],
    teamassigned: ['teamId', 'teamName'],
    created: ['createdAt', ...userColumns('createdBy')],
  },
}

/** A contract in the shape of v2. */
function contractToV2(row: ListedRow, values: NamedValues | undefined) {
  const { documentFileId: documentId } = row
  return {
    id: Number(row['id']),
    displayId: (row['number'] ?? null) as string | null,
    name: (row['name'] ?? null) as string | null,
    type: { id: Number(row['templateId']), name: textOf(row, 'templateName') },
    owner: userToV2(row, 'owner'),
    document:
      typeof documentId === 'number'
        ? { id: documentId, name: textOf(row, 'documentName'), version: Number(row['documentVersion']) }
        : null,
    expiry: (row['expiry'] ?? null) as string | null,
    externalId: (row['externalId'] ?? null) as string | null,
    fields: values ?? {},
    restricted: row['restricted'] === true,
    status: (row['stage'] ?? null) as (typeof contractStages)[number] | null,
    teamAssigned: namedToV2(row, 'team'),
    created: auditedToV2(row, 'created'),
  }
}

/** The columns that a matter is shown from. */
const matterShownFrom: ShownFrom = {
  always: ['id', 'organisationId', 'categoryId', 'version'],
  of: {
    name: ['name'],
    displayid: ['number'],
    type: ['categoryName'],
    owner: userColumns('owner'),
    manager: ['inIntake', 'organisationName', ...userColumns('manager')],
    externalid: ['externalId'],
    restricted: ['restricted'],
    status: ['state'],
    teamassigned: ['teamId', 'teamName'],
    created: ['createdAt', ...userColumns('createdBy')],
  },
}

/** A matter in the shape of v2. */
function matterToV2(row: ListedRow, values: NamedValues | undefined) {
  const queue = {
    organizationId: Number(row['organisationId']),
    organizationName: textOf(row, 'organisationName'),
  }
  return {
    id: Number(row['id']),
    name: textOf(row, 'name'),
    displayId: textOf(row, 'number'),
    type: { id: Number(row['categoryId']), name: textOf(row, 'categoryName') },
    owner: userToV2(row, 'owner'),
    manager: { intakeQueue: row['inIntake'] === true ? queue : null, user: userToV2(row, 'manager') },
    externalId: (row['externalId'] ?? null) as string | null,
    fields: values ?? {},
    restricted: row['restricted'] === true,
    status: (row['state'] ?? null) as (typeof matterStates)[number] | null,
    teamAssigned: namedToV2(row, 'team'),
    created: auditedToV2(row, 'created'),
  }
}

/** The contract in v2; not_found as ever. */
export async function shapedContract(app: App, actor: Actor, id: number) {
  const row = await getRow(contractKind, app, actor, { id, columns: columnsFor(contractShownFrom, null) })
  return contractToV2(row, (await valuesOf(app, 'contract', row, 'templateId')).get(id))
}

/** The matter in v2; not_found as ever. */
export async function shapedMatter(app: App, actor: Actor, id: number) {
  const row = await getRow(matterKind, app, actor, { id, columns: columnsFor(matterShownFrom, null) })
  return matterToV2(row, (await valuesOf(app, 'matter', row, 'categoryId')).get(id))
}

const valuesOf = (app: App, kind: 'contract' | 'matter', row: ListedRow, formOwner: string) =>
  readNamedValues(app.db, [
    {
      kind,
      organisationId: Number(row['organisationId']),
      id: Number(row['id']),
      formOwnerId: Number(row[formOwner]),
    },
  ])
