// Parties that contracts are made with, as what rows of an import become.
import { deleteEntity } from '../../contracts/commands/change-entities.ts'
import { partyNamed } from '../../fields/commands/party-named.ts'
import { nameProblem } from '../../contracts/contract.ts'
import type { ImportKind } from '../import-kind.ts'
import { eventsOn } from '../work/touched.ts'
import { property } from './record-properties.ts'

/** Parties, those that are merely similar to one that is here asked about. */
export const importedParties: ImportKind = {
  name: 'parties',
  label: 'Contract parties',
  features: ['CONTRACTS'],
  properties: () =>
    Promise.resolve([
      property('name', 'Name', {
        type: 'name',
        required: true,
        also: [
          'party',
          'company',
          'counterparty',
          'other party',
          'party name',
          'legal name',
          'vendor',
          'supplier',
        ],
        help: 'One that is similar to a party here is asked about.',
      }),
    ]),
  inputNames: new Map(),
  keys: { own: 'name' },
  async make({ tx, actor, now, lookups }, row) {
    const name = row.text('name') ?? ''
    const found = await lookups.named('party', name)
    if ('is' in found) row.wrong('name', 'is on the list of parties already.')
    else if (found.like.length > 0 && !row.isSettled('name'))
      row.wrong(
        'name',
        `is similar to ${found.like.join('; ')}: leave the row out, or say that it is a new one.`,
        [name],
      )
    const problem = nameProblem(name)
    if (name !== '' && problem !== undefined) row.wrong('name', problem)
    row.refuse()
    return partyNamed(tx, actor, { organisationId: actor.organisationId, name, now })
  },
  eventsOn: eventsOn('contract-entity'),
  remove: (app, actor, id) => deleteEntity(app, actor, Number(id)),
}
