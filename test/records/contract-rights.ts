// How each right on a contract is tried, in every version that has a call for it.
import type { RecordRight } from '../../server/records/rights/rights-table.ts'
import { type Attempt, attemptsOnBoth, patched, person } from './rights-attempts.ts'

const c1 = '/contract-apis/v1/contracts'
const c2 = '/v2/contracts'
const [contractV1, contractV2] = [patched(c1), patched(c2)]
const both = attemptsOnBoth(c2, 'contract')

/** Every right on a contract. */
export const contractAttempts: Partial<Record<RecordRight, readonly Attempt[]>> = {
  ...both,
  manageApproval: [
    {
      with: 'document',
      call: (caller, { id, other }) =>
        caller.post(`${c2}/${id}/approvals`, { approvers: [{ id: other.id }] }),
    },
    {
      with: 'approval',
      call: (caller, { id, approvalId }) => caller.post(`${c2}/${id}/approvals/${approvalId}/remind`),
    },
    {
      with: 'approval',
      call: (caller, { id, approvalId }) => caller.post(`${c2}/${id}/approvals/${approvalId}/withdraw`),
    },
  ],
  decideForApprovers: [
    {
      with: 'approval',
      call: (caller, { id, approvalId, other }) =>
        caller.post(`${c2}/${id}/approvals/${approvalId}/approve`, { for: { id: other.id } }),
    },
    {
      with: 'approval',
      call: (caller, { id, approvalId, other, deputy }) =>
        caller.post(`${c2}/${id}/approvals/${approvalId}/delegate`, {
          from: { id: other.id },
          to: { id: deputy.id },
        }),
    },
  ],
  voidContract: [
    { call: (caller, { id }) => caller.patch(`${c1}/${id}`, { Status: 'Void' }) },
    { call: (caller, { id }) => caller.patch(`${c2}/${id}`, { status: 'Void' }) },
  ],
  expireByHand: [
    { call: (caller, { id }) => caller.patch(`${c1}/${id}`, { Status: 'Expired' }) },
    { call: (caller, { id }) => caller.patch(`${c2}/${id}`, { status: 'Expired' }) },
  ],
  correctExecuted: [
    {
      with: 'signedCopy',
      call: (caller, { id }) =>
        caller.put(`${c2}/${id}/signedCopy/correction`, { reason: 'The scan lacks page 7.' }),
    },
    {
      with: 'correction',
      call: (caller, { id }) => caller.delete(`${c2}/${id}/signedCopy/correction`),
    },
  ],
  shareDocument: [
    {
      with: 'document',
      call: (caller, { id }) =>
        caller.post(`${c2}/${id}/documentShares`, {
          document: { version: 1 },
          contents: 'AsIs',
          people: [{ name: 'Nils Lindqvist', email: 'nils@recipients.example' }],
          // by the clock of the tests
          expires: '2026-04-01',
        }),
    },
  ],
  name: [contractV1('Name', () => 'Theirs'), contractV2('name', () => 'Theirs')],
  ownerId: [contractV1('OwnerId', ({ other }) => other.id), contractV2('owner', person)],
  teamId: [contractV1('TeamId', () => null), contractV2('teamAssigned', () => null)],
  restricted: [contractV1('Restricted', () => true), contractV2('restricted', () => true)],
  externalId: [
    contractV1('ExternalId', ({ id }) => `X-${id}`),
    contractV2('externalId', ({ id }) => `X-${id}`),
  ],
  expiry: [
    contractV1('Expiry', () => '2031-01-01T00:00:00'),
    contractV2('expiry', () => '2031-01-01T00:00:00'),
  ],
  matterId: [
    {
      names: 'id',
      call: (caller, { id, matterId }) => caller.put(`${c2}/${id}/matter`, { id: matterId }),
    },
  ],
  parentId: [
    {
      names: 'id',
      call: (caller, { id, contractId }) => caller.put(`${c2}/${id}/parent`, { id: contractId }),
    },
  ],
  fields: [
    {
      names: 'fields.court',
      call: (caller, { id }) => caller.patch(`${c2}/${id}`, { fields: { court: 'High' } }),
    },
  ],
  members: [
    ...(both.members ?? []),
    {
      names: 'userId',
      call: (caller, { id, other }) =>
        caller.post(`${c1}/${id}/users`, { userId: other.id, target: 'Contract' }),
    },
  ],
  stage: [contractV1('Status', () => 'Negotiating'), contractV2('status', () => 'Negotiating')],
  keyDates: [
    {
      names: 'keyDates',
      call: (caller, { id }) => caller.post(`${c2}/${id}/keyDates`, { name: 'Review', date: '2031-01-01' }),
    },
  ],
  noticePeriod: [
    {
      names: 'noticePeriod',
      call: (caller, { id }) => caller.put(`${c2}/${id}/noticePeriod`, { amount: 3, unit: 'Months' }),
    },
  ],
  renewal: [
    {
      names: 'renewal',
      call: (caller, { id }) => caller.put(`${c2}/${id}/renewal`, { amount: 1, unit: 'Years' }),
    },
  ],
}
