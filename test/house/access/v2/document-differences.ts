// Access to what the record of a contract and its document say differently.
import { setTemplateDocument } from '../../../../server/contracts/commands/set-template-document.ts'
import { placeOnForm } from '../../../../server/fields/commands/place-on-form.ts'
import { systemActor } from '../../../../server/platform/events/change.ts'
import { docx } from '../../../documents/docx.ts'
import { createContractTemplate } from '../../../factories.ts'
import { insertFieldOn } from '../../../fixtures/fields.ts'
import type { AccessCase } from '../case.ts'
import { mark, type World } from '../world.ts'

const differences = '/v2/contracts/:contractId/documentDifferences'

/** A contract whose record says another law than the document that it was drafted with; the viewer is a member. */
async function changedContract(world: World) {
  const { app, organisationId, people } = world
  const templateId = await createContractTemplate(app, { organisationId })
  const apiName = `law${mark()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')}`
  const field = { apiName, title: 'Law', type: 'ShortText' } as const
  const form = { organisationId, form: 'ContractDetails', templateId } as const
  const fieldId = await insertFieldOn(app, form, field)
  await placeOnForm(app, systemActor('test'), { ...form, form: 'ContractWizard' }, { fieldId })
  const bytes = docx([`This agreement is governed by the law of {${apiName}}.`])
  await setTemplateDocument(app, systemActor('test'), { organisationId, templateId, bytes })
  const made = await world.send('owner', 'token', {
    method: 'POST',
    url: '/v2/contracts',
    payload: { type: { id: templateId }, name: mark(), fields: { [apiName]: 'Norway' } },
  })
  const contractId = made.json<{ id: number }>().id
  const url = `/v2/contracts/${contractId}`
  await world.send('owner', 'token', { method: 'PATCH', url, payload: { fields: { [apiName]: 'Peru' } } })
  const users = `/contract-apis/v1/contracts/${contractId}/users`
  await world.send('owner', 'token', { method: 'POST', url: users, payload: { userId: people.viewer.id } })
  // read before anybody is refused: the text of a version is kept once it was read
  await world.send('owner', 'token', { method: 'GET', url: `${url}/documentDifferences` })
  return { params: { contractId }, apiName }
}

const settling = async (world: World) => {
  const { params, apiName } = await changedContract(world)
  return { params, body: { version: 1, fields: [apiName] } }
}

export const documentDifferenceCases: readonly AccessCase[] = [
  {
    route: `GET ${differences}`,
    make: async (world) => {
      const { params, apiName } = await changedContract(world)
      return { params, mark: apiName }
    },
  },
  { route: `POST ${differences}/acceptances`, make: settling },
  { route: `POST ${differences}/corrections`, make: settling, viewer: 'may' },
]
