// A contract with all that its page shows first.
import { sql } from 'kysely'
import { kinds } from '../records/kinds.ts'
import { contractsVisibleTo } from '../contracts/access.ts'
import type { Contract } from '../contracts/contract.ts'
import { contractKind } from '../contracts/contract-kind.ts'
import { reasonToKeep } from '../contracts/commands/delete-contract.ts'
import { contractOfType, readContractFields } from '../contracts/fields.ts'
import { readNoticePeriod } from '../contracts/key-dates/notice-period.ts'
import { contractMoves } from '../contracts/possible-moves.ts'
import { lockedFacts } from '../contracts/signing/executed-lock.ts'
import { askedFields } from '../fields/asked-fields.ts'
import { fieldsOfForms } from '../fields/form.ts'
import type { RecordFields } from '../fields/record-fields.ts'
import { requestOfContract } from '../intake/request-of-record.ts'
import { mattersVisibleTo } from '../matters/access.ts'
import { matterKind } from '../matters/matter-kind.ts'
import { localDay } from '../identity/organisations/local-day.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { matterNumberSql } from '../platform/display-ids.ts'
import { getInvolved } from '../records/access.ts'
import { mayDeleteAnything } from '../records/commands/delete-record.ts'
import { statusNameSql } from '../records/status-names/status-name.ts'
import {
  commonParts,
  most,
  needsOf,
  type NextDate,
  type RecordOverview,
  type RelatedRecord,
} from './record-overview.ts'

/** The overview of a contract that the caller sees; not_found otherwise. */
export async function contractOverview(app: App, actor: Actor, id: number): Promise<RecordOverview> {
  const seen = await getInvolved(contractKind, app.db, actor, id)
  const { record, involvement } = seen
  const [
    { files, messages, ...common },
    fields,
    moves,
    { seesMatter, ...related },
    nextDates,
    noticePeriod,
    request,
  ] = await Promise.all([
    commonParts(contractKind, app, actor, seen),
    readContractFields(app.db, record),
    contractMoves(app.db, record, involvement),
    relatedTo(app, actor, record),
    nextDatesOf(app, record),
    readNoticePeriod(app.db, record),
    requestOfContract(app.db, record),
  ])
  const { detail, core } = fields
  return {
    ...common,
    can: await withoutFutile(app, actor, { can: common.can, record, fields, noticePeriod }),
    moves,
    forms: { detail, core },
    asked: await askedFields(app.db, contractOfType(record), fields),
    needs: needsOf(contractKind, { from: record.stage, moves }, fields),
    ...related,
    counts: { files, messages },
    nextDates,
    noticePeriod: noticePeriod ?? null,
    // a request that is a matter is for those who see the matter
    request: request && (request.matterId === null || seesMatter) ? request.requestId : null,
  }
}

interface Futile {
  readonly can: RecordOverview['can']
  readonly record: Contract
  readonly fields: RecordFields
  readonly noticePeriod: unknown
}

/** Without what they could do by their rights, and would be refused because the contract was signed. */
async function withoutFutile(
  { db }: App,
  actor: Actor,
  { can, record, fields, noticePeriod }: Futile,
): Promise<RecordOverview['can']> {
  const locked = await lockedFacts(db, record, { fields, noticePeriod })
  const rights = can.rights.filter((name) => !locked.rights.includes(name))
  const isKept = reasonToKeep(record) !== undefined && !mayDeleteAnything(actor)
  const shown = fieldsOfForms([fields.detail, fields.core]).map(({ field }) => field.id)
  // where some fields are locked, the others are named one by one
  const open = can.rights.includes('fields') && locked.fieldIds.length > 0 ? shown : can.fieldIds
  return {
    ...can,
    delete: can.delete && !isKept,
    rights: locked.fieldIds.length > 0 ? rights.filter((name) => name !== 'fields') : rights,
    fieldIds: open.filter((id) => !locked.fieldIds.includes(id)),
  }
}

async function relatedTo(app: App, actor: Actor, { organisationId, id, parentId, matterId }: Contract) {
  const { db, config } = app
  const contracts = contractsVisibleTo(db, actor).where('contracts.organisation_id', '=', organisationId)
  const columns = [
    'contracts.id',
    'contracts.name',
    'contracts.status as state',
    statusNameSql(contractKind, sql.ref('contracts.status')).as('stateName'),
    'contracts.own_number as displayId',
  ] as const
  const [parent, below, matter] = await Promise.all([
    parentId === null
      ? undefined
      : contracts.where('contracts.id', '=', parentId).select(columns).executeTakeFirst(),
    contracts
      .where('contracts.parent_id', '=', id)
      .orderBy('contracts.id')
      .limit(most.related)
      .select(columns)
      .execute(),
    matterId === null
      ? undefined
      : mattersVisibleTo(db, actor)
          .where('matters.organisation_id', '=', organisationId)
          .where('matters.id', '=', matterId)
          .select([
            'matters.id',
            'matters.name',
            'matters.status as state',
            statusNameSql(matterKind, sql.ref('matters.status')).as('stateName'),
            matterNumberSql(config.displayIdPrefix, kinds.matter.many).as('displayId'),
          ])
          .executeTakeFirst(),
  ])
  const contract = (row: Omit<RelatedRecord, 'kind'>): RelatedRecord => ({
    ...row,
    kind: kinds.contract.type,
  })
  return {
    parent: parent ? contract(parent) : null,
    seesMatter: matter !== undefined,
    related: [...(matter ? [{ ...matter, kind: kinds.matter.type }] : []), ...below.map(contract)],
  }
}

async function nextDatesOf(app: App, { organisationId, id, expiry }: Contract): Promise<readonly NextDate[]> {
  const today = await localDay(app.db, organisationId, app.clock.now())
  const rows = await app.db
    .selectFrom('contract_key_dates')
    .where('organisation_id', '=', organisationId)
    .where('contract_id', '=', id)
    .where('date', '>=', today)
    .orderBy('date')
    .orderBy('id')
    .limit(most.dates)
    .select(['id', 'name', 'date'])
    .execute()
  const dates = rows.map((row): NextDate => ({ ...row, kind: 'KeyDate' }))
  const ends: NextDate[] =
    expiry !== null && expiry >= today ? [{ kind: 'Expiry', id: null, name: 'Expiry', date: expiry }] : []
  return [...dates, ...ends].sort((one, other) => (one.date < other.date ? -1 : 1)).slice(0, most.dates)
}
