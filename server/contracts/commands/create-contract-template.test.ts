import { expect, test } from 'vitest'
import { createOrganisation } from '../../../test/factories.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { systemActor } from '../../platform/events/change.ts'
import { createContractTemplate } from './create-contract-template.ts'

const tested = useTestApp()
const operator = systemActor('operator')

test('templates of one group are listed together, however the group is spelled [C-10]', async () => {
  const { app } = tested
  const { id: organisationId } = await createOrganisation(app)
  const make = (group: string, name: string) =>
    createContractTemplate(app, operator, { organisationId, group, name, category: 'Commercial' })
  const [nda, terms, lease] = [
    await make('Commercial', 'Mutual NDA'),
    await make('commercial', 'Terms of sale'),
    await make('Property', 'Lease'),
  ]
  const rows = await app.db
    .selectFrom('contract_templates as t')
    .innerJoin('contract_groups as g', (join) =>
      join.onRef('g.organisation_id', '=', 't.organisation_id').onRef('g.id', '=', 't.group_id'),
    )
    .where('t.organisation_id', '=', organisationId)
    .orderBy('t.id')
    .select(['t.id', 'g.name as group'])
    .execute()
  expect(rows).toEqual([
    { id: nda, group: 'Commercial' },
    { id: terms, group: 'Commercial' },
    { id: lease, group: 'Property' },
  ])
})
