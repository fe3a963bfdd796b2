// What contracts add to what all records share.
import { kindOf } from '../../components/me-context.ts'
import { creationRoute } from '../../lib/addresses/route-of.ts'
import { answer, client } from '../../lib/client.ts'
import { kinds } from '../../lib/kinds.ts'
import { recordCalls } from '../records/record-calls.ts'
import type { RecordKind } from '../records/record-kind.ts'
import type { RecordRef } from '../records/records.ts'
import { contractEntry } from './contract-entry.ts'
import { contractPath } from './contract-states.ts'

const { names } = contractEntry

/** Contracts as a kind of record. */
export const contractKind: RecordKind = {
  ...contractEntry,
  calls: recordCalls(names, ['Member', 'Owner']),
  states: contractPath,
  roles: [],
  delegates: [],
  relations: [
    {
      type: kinds.matter.type,
      heading: 'Matter',
      words: { add: 'Link to a matter', label: 'Matter', title: 'Link this contract to a matter' },
      right: 'matter',
      createdFor: 'matter',
      set: setMatter,
    },
  ],
  createdFor: 'From a document you have, or drafted from your answers to a few questions.',
  firstSteps: [
    {
      to: creationRoute(names),
      title: 'Add a contract',
      detail: 'Upload its document, or have it drafted from a template.',
      shown: (me) => kindOf(me) === 'legal' && contractEntry.mayCreate(me),
    },
  ],
  notifiedTabs: { approval: 'approvals' },
  hasInvoices: false,
}

function setMatter(contractId: number, id: number | undefined): Promise<unknown> {
  const params = { path: { contractId } }
  return id === undefined
    ? answer(client.DELETE('/v2/contracts/{contractId}/matter', { params }))
    : answer(client.PUT('/v2/contracts/{contractId}/matter', { params, body: { id } }))
}

/** The record that is this contract. */
export const contractRef = (id: number): RecordRef => ({ kind: contractKind, id })
