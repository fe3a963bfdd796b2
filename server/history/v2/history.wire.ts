// The history in the shapes of v2.
import { kinds } from '../../records/kinds.ts'
import Type, { type Static } from 'typebox'
import { filtered, type Properties, sorted } from '../../http/v2/odata-properties.ts'
import { nullable, nullableObject } from '../../http/v2/references.wire.ts'
import type { HistoryEntry } from '../history.ts'

const value = Type.Unsafe<HistoryEntry['changes'][number]['from']>({
  description: 'A text, a number, true or false, a thing with id and name, a list of these, or null.',
})

export const historyEntrySchema = Type.Object(
  {
    id: Type.Integer(),
    at: Type.String({ format: 'date-time' }),
    action: Type.String({ description: 'What happened, such as contract.updated.' }),
    resource: Type.Object({ type: Type.String(), id: nullable<number>('integer') }),
    record: nullableObject({ type: Type.String(), id: Type.Integer(), name: nullable<string>('string') }),
    person: nullableObject({ id: Type.String(), name: nullable<string>('string') }),
    user: nullableObject({ id: Type.String(), name: Type.String(), email: Type.String() }),
    system: nullable<string>('string', { description: 'The job that acted when no person did.' }),
    guest: nullable<string>('string', {
      description: 'Who acted without an account: a signer, or somebody of the other side.',
    }),
    client: nullableObject({ id: Type.Integer(), name: nullable<string>('string') }),
    changes: Type.Array(
      Type.Object({ property: Type.String(), label: Type.String(), from: value, to: value }),
    ),
  },
  {
    title: 'HistoryEntry',
    examples: [
      {
        id: 90_417,
        at: '2026-11-03T10:15:00.000Z',
        action: 'contract.updated',
        resource: { type: kinds.contract.one, id: 17 },
        record: { type: kinds.contract.one, id: 17, name: 'NDA with Zephyr' },
        person: null,
        user: {
          id: '5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10',
          name: 'Ana Prior',
          email: 'ana.prior@arbour.example',
        },
        system: null,
        guest: null,
        client: { id: 3, name: 'CRM' },
        changes: [
          { property: 'status', label: 'Status', from: 'Draft', to: 'Negotiating' },
          {
            property: 'teamAssigned',
            label: 'Team',
            from: null,
            to: { id: 4, name: 'Commercial' },
          },
          { property: 'fields/region', label: 'Region', from: null, to: 'Europe' },
        ],
      },
    ],
  },
)

/** What the history can be filtered and sorted by. */
export const historyProperties: Properties = {
  Id: sorted('id'),
  At: filtered('at'),
  Action: filtered('action'),
  'User/Id': filtered('userId'),
  'Client/Id': filtered('clientId'),
  'Record/Type': filtered('recordType'),
  'Record/Id': filtered('recordId'),
  'Resource/Type': filtered('resourceType'),
  'Resource/Id': filtered('resourceId'),
}

/** An entry of the history. */
export const entryToV2 = ({ at, ...entry }: HistoryEntry): Static<typeof historyEntrySchema> => ({
  id: entry.id,
  at: at.toISOString(),
  action: entry.action,
  resource: entry.resource,
  record: entry.record,
  person: entry.person,
  user: entry.user,
  system: entry.system,
  guest: entry.guest,
  client: entry.client,
  changes: entry.changes.map((change) => ({ ...change })),
})
