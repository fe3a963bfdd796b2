// The people who were asked to approve contracts, as rows of a list.
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { type Page, type PageAsked, readPage } from '../../platform/lists/list-page.ts'
import type { Catalogue, Column } from '../../platform/lists/list-query.ts'
import type { Listing } from '../../platform/lists/list-rows.ts'
import { coversDay } from '../../identity/users/approval-delegates.ts'
import { personColumns } from '../../identity/users/person-columns.ts'
import { contractsVisibleTo } from '../access.ts'
import { amountsSql } from './amounts.ts'

/** The decision of an approver, or what stands in for one. */
export const approverDecisions = ['Later', 'Waiting', 'Approved', 'Declined', 'Delegated', 'Ended'] as const

const column = (kind: Column['kind'], ref: string, nullable = false): Column => ({
  kind,
  nullable,
  sql: sql.ref(ref),
})

/** The columns that the list can show, filter by and sort by. */
export const approverListing = {
  catalogue: {
    id: column('integer', 'contract_approvers.id'),
    approvalId: column('integer', 'contract_approvals.id'),
    contractId: column('integer', 'contracts.id'),
    contractName: column('text', 'contracts.name'),
    stepPosition: column('integer', 'contract_approvers.position'),
    step: column('text', 'contract_approval_steps.name'),
    decision: {
      kind: 'choice',
      nullable: false,
      choices: approverDecisions,
      sql: sql`coalesce(contract_approvers.decision, case when contract_approvals.state <> 'Waiting' then 'Ended'
        when contract_approvers.asked_at is null then 'Later' else 'Waiting' end)`,
    },
    comment: column('text', 'contract_approvers.comment', true),
    askedAt: column('moment', 'contract_approvers.asked_at', true),
    decidedAt: column('moment', 'contract_approvers.decided_at', true),
    due: column('local', 'contract_approvals.due', true),
    // only shown
    amounts: { kind: 'text', nullable: false, sql: amountsSql },
    approverId: column('uuid', 'contract_approvers.user_id'),
    ...personColumns('approver', 'contract_approvers.user_id'),
    startedById: column('uuid', 'contract_approvals.started_by'),
    ...personColumns('startedBy', 'contract_approvals.started_by'),
    delegateId: column('uuid', 'approval_delegates.delegate_id', true),
    ...personColumns('delegate', 'approval_delegates.delegate_id', true),
  } satisfies Catalogue,
  id: { kind: 'integer', sql: sql.ref('contract_approvers.id') },
} as const satisfies Listing

/** A page of the people who were asked to approve the contracts that the caller sees. */
export const listApproverRows = ({ db, clock }: App, actor: Actor, asked: PageAsked): Promise<Page> =>
  readPage(
    contractsVisibleTo(db, actor)
      .innerJoin('contract_approvals', (join) =>
        join
          .onRef('contract_approvals.organisation_id', '=', 'contracts.organisation_id')
          .onRef('contract_approvals.contract_id', '=', 'contracts.id'),
      )
      .innerJoin('contract_approval_steps', (join) =>
        join
          .onRef('contract_approval_steps.organisation_id', '=', 'contracts.organisation_id')
          .onRef('contract_approval_steps.approval_id', '=', 'contract_approvals.id'),
      )
      .innerJoin('contract_approvers', (join) =>
        join
          .onRef('contract_approvers.organisation_id', '=', 'contracts.organisation_id')
          .onRef('contract_approvers.approval_id', '=', 'contract_approval_steps.approval_id')
          .onRef('contract_approvers.position', '=', 'contract_approval_steps.position'),
      )
      // of one day there is one at most
      .leftJoin('approval_delegates', (join) =>
        join
          .onRef('approval_delegates.organisation_id', '=', 'contract_approvers.organisation_id')
          .onRef('approval_delegates.user_id', '=', 'contract_approvers.user_id')
          .on(coversDay('approval_delegates', clock.now())),
      ),
    approverListing,
    asked,
  )
