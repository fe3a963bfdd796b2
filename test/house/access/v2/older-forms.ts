// Access to bringing records to the current form of their type: for administrators.
import { insertContract } from '../../../fixtures/contracts.ts'
import { createContractTemplate } from '../../../factories.ts'
import { insertCategory, insertMatter } from '../../../fixtures/matters.ts'
import type { AccessCase } from '../case.ts'
import { mark, type World } from '../world.ts'

/** A record whose type has got another form since. */
async function older(world: World, kind: 'matter' | 'contract') {
  const { app, organisationId, people } = world
  const named = { name: mark() }
  const typeId = await (kind === 'matter'
    ? insertCategory(app, organisationId, named)
    : createContractTemplate(app, { organisationId, ...named }))
  const shared = { owner: people.owner, members: [people.viewer] }
  const id = await (kind === 'matter'
    ? insertMatter(app, { ...shared, categoryId: typeId })
    : insertContract(app, { ...shared, templateId: typeId }))
  await world.send('owner', 'token', {
    method: 'PUT',
    url: `/v2/${kind}Types/${typeId}/forms/details`,
    payload: { parts: [{ group: { title: mark() }, parts: [] }] },
  })
  return { typeId, id }
}

const casesOf = (kind: 'matter' | 'contract'): readonly AccessCase[] => {
  const ofType = async (world: World) => ({ params: { typeId: (await older(world, kind)).typeId } })
  return [
    { route: `GET /v2/${kind}Types/:typeId/olderForms`, make: ofType, colleague: 403 },
    {
      route: `POST /v2/${kind}Types/:typeId/olderForms`,
      make: async (world) => ({ ...(await ofType(world)), body: { records: 1 } }),
      colleague: 403,
    },
    {
      route: `POST /v2/${kind}s/:${kind}Id/currentForm`,
      make: async (world) => ({ params: { [`${kind}Id`]: (await older(world, kind)).id } }),
      colleague: 403,
    },
  ]
}

export const olderFormCases: readonly AccessCase[] = [...casesOf('matter'), ...casesOf('contract')]
