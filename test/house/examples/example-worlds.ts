// What the examples of the documents refer to, made in the world of a test: the rest of an example is sent as it is.
import { deepStrictEqual } from 'node:assert'
import { createOrganisation } from '../../factories.ts'
import { insertCategory } from '../../fixtures/matters.ts'
import { systemActor } from '../../../server/platform/events/change.ts'
import { linkOrganisations } from '../../../server/identity/organisations/commands/link-organisations.ts'
import type { Call } from '../access/case.ts'
import { matter } from '../access/matters.ts'
import { reader } from '../access/v2/contracts.ts'
import { timeStamps } from '../access/v2/seals.ts'
import { signingService } from '../access/v2/signing-elsewhere.ts'
import type { World } from '../access/world.ts'

type Replace = (world: World, call: Call) => object | Promise<object>

async function post(world: World, url: string, payload: object): Promise<number> {
  const answer = await world.send('owner', 'token', { method: 'POST', url, payload })
  deepStrictEqual(answer.statusCode, 201, answer.body)
  return answer.json<{ id: number }>().id
}

async function put(world: World, url: string, payload: object): Promise<void> {
  const answer = await world.send('owner', 'token', { method: 'PUT', url, payload })
  deepStrictEqual(answer.statusCode, 204, answer.body)
}

const choices = (...values: readonly string[]) => values.map((value) => ({ label: value, value }))

/** The fields that examples name. */
const fields = {
  governingLaw: { fieldType: 'ShortText' },
  rent: { fieldType: 'Currency' },
  budget: { fieldType: 'Currency' },
  otherParty: { fieldType: 'ShortText' },
  counterparty: { fieldType: 'ShortText' },
  region: { fieldType: 'Dropdown', options: choices('emea', 'apac') },
  signedOn: { fieldType: 'Date' },
  court: { fieldType: 'ShortText' },
  priority: { fieldType: 'Dropdown', options: choices('High', 'Low') },
  contractValue: { fieldType: 'Currency' },
  buyer: { fieldType: 'ContractEntity', meaning: 'OtherParty' },
}

/** Makes what several examples name. */
export async function prepareWorld(world: World): Promise<void> {
  for (const [id, field] of Object.entries(fields)) {
    const answer = await world.send('owner', 'token', {
      method: 'POST',
      url: '/v2/fields',
      payload: { id, name: id, ...field },
    })
    deepStrictEqual(answer.statusCode, 201, answer.body)
  }
}

const withFields =
  (
    form: 'contracts' | 'matters',
    ids: readonly (keyof typeof fields)[],
    replace: Replace = () => ({}),
  ): Replace =>
  async (world, call) => {
    await put(world, `/v2/forms/${form}`, { parts: ids.map((field) => ({ field })) })
    // one that is there keeps the form that it was made with
    const id = call.params?.['contractId'] ?? call.params?.['matterId']
    if (id !== undefined)
      await world.send('owner', 'token', { method: 'POST', url: `/v2/${form}/${id}/currentForm` })
    return replace(world, call)
  }

const owner: Replace = ({ people }) => ({ owner: { id: people.owner.id } })
const mentions: Replace = ({ people }) => ({ mentions: [{ id: people.viewer.id }] })
const team = async (world: World) => ({ id: await post(world, '/v2/teams', { name: 'Disputes' }) })
const toItself: Replace = (_, { params }) => ({ toSubscriptionId: params?.['id'] })

/** By route, what replaces parts of its example. */
export const replacements: Readonly<Record<string, Replace>> = {
  // the flags of the case itself
  'POST /v2/invoices/:invoiceId/flags/decisions': (_, { body }) => ({
    flags: (body as { flags: number[] }).flags,
  }),
  // a code that bills no more than the invoice of the case
  'POST /v2/invoices/:invoiceId/review/taxCodes': (_, { body }) => body as object,
  'POST /v2/contracts/:contractId/signatureRequests': ({ app }) => ({
    document: { version: 2 },
    expires: new Date(app.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10),
  }),
  'POST /v2/contracts/:contractId/documentDifferences/acceptances': (_, { body }) => body as object,
  'POST /v2/contracts/:contractId/documentDifferences/corrections': (_, { body }) => body as object,
  'POST /v2/contracts/:contractId/documentShares': ({ app }) => ({
    contents: 'AsIs',
    expires: new Date(app.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10),
  }),
  'POST /v2/contracts/:contractId/documentShares/:shareId/extend': ({ app }) => ({
    expires: new Date(app.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10),
  }),
  'PUT /v2/documentReader': async () => ({ url: (await reader).url }),
  'POST /v2/signingServices': async () => {
    const { url, token } = await signingService
    return { url, token }
  },
  'PUT /v2/timeStampAuthority': async () => ({ url: (await timeStamps).url }),
  'POST /v2/users/:userId/disable': ({ people }) => ({ successor: { id: people.owner.id } }),
  'PATCH /v2/users/:userId/profile': async (world) => ({
    department: { id: await post(world, '/v2/departments', { name: 'Legal' }) },
  }),
  'PATCH /v2/departments/:departmentId': async (world) => ({
    parent: { id: await post(world, '/v2/departments', { name: 'Parent' }) },
  }),
  // the field of the example is there for other examples
  'POST /v2/fields': () => ({ id: 'placeOfCourt', name: 'Place of the court' }),
  'POST /v2/files': async (world) => ({
    resource: { type: 'Matter', id: (await matter(world)).matterId },
  }),
  // the region of the example is there by then
  'PATCH /v2/regions/:regionId': () => ({ name: 'North Island' }),
  'PUT /v2/referenceLists/:list/entries/:entryId/place': () => ({ after: null }),
  // the tag of the example is there by then
  'PATCH /v2/tags/:tagId': () => ({ description: 'Directors' }),
  'POST /v2/matterTypes': async (world) => ({ teamAssigned: await team(world) }),
  'PATCH /v2/matterTypes/:typeId': async ({ app, organisationId }) => ({
    parent: { id: await insertCategory(app, organisationId) },
  }),
  'PATCH /v2/contractTypes/:typeId': async (world) => ({
    parent: { id: await post(world, '/v2/contractGroups', { name: 'Land' }) },
  }),
  'POST /v2/contractTypes/:typeId/approvalRules/try': async (world, { params }) => {
    const url = `/v2/contractTypes/${params?.['typeId']}/approvalRules`
    const payload = {
      rules: [
        {
          name: 'Finance',
          approvers: [{ id: world.people.owner.id }],
          when: { field: 'contractValue', operator: 'ge', value: 50_000 },
        },
      ],
    }
    await world.send('owner', 'token', { method: 'PUT', url, payload })
    return {}
  },
  'POST /v2/contractTypes/:typeId/preview': withFields('contracts', ['otherParty']),
  'POST /v2/matterTypes/:typeId/olderForms': () => ({ records: 1 }),
  'POST /v2/contractTypes/:typeId/olderForms': () => ({ records: 1 }),
  'POST /v2/contracts': withFields('contracts', ['counterparty', 'region', 'signedOn']),
  'PATCH /v2/contracts/:contractId': withFields('contracts', ['region']),
  'PATCH /v2/contracts/:contractId/keyFacts': withFields('contracts', ['buyer']),
  'POST /v2/matters': withFields('matters', ['court', 'priority'], ({ people }) => ({
    manager: { user: { id: people.owner.id } },
  })),
  'PATCH /v2/matters/:matterId': withFields('matters', ['priority']),
  'POST /v2/contracts/:contractId/conversation': mentions,
  'POST /v2/matters/:matterId/conversation': mentions,
  'PATCH /v2/files/:fileId': async (world, { params }) => {
    const url = `/v2/files/${params?.['fileId']}`
    const file = (await world.send('owner', 'token', { url })).json<{ resource: object }>()
    const folder = { name: 'Plans', type: 'Folder', resource: file.resource }
    return { folder: { id: await post(world, '/v2/files', folder) } }
  },
  'POST /v2/requestTypes': ({ people }) => ({ manager: { id: people.owner.id } }),
  'POST /v2/invoices': async ({ app, organisationId }) => {
    const firm = await createOrganisation(app, { type: 'ServiceProvider' })
    await linkOrganisations(app, systemActor('test'), { customerId: organisationId, providerId: firm.id })
    return { serviceProvider: { id: firm.id } }
  },
  'POST /v2/contracts/:contractId/keyDates': owner,
  'PUT /v2/organizations/:organizationId/deletion': ({ name }) => ({ name }),
  'PUT /v2/my/password': (_, { body }) => body as object,
  'POST /v2/matters/:matterId/tasks': ({ people }) => ({ assignee: { id: people.owner.id } }),
  'POST /v2/views': async (world) => ({
    team: {
      id: await post(world, '/v2/teams', { name: 'Counsel', members: [{ id: world.people.owner.id }] }),
    },
  }),
  'POST /v2/webhookSubscriptions/:id/deliveries/:deliveryId/replay': toItself,
  'POST /v2/webhookSubscriptions/:id/replay': toItself,
}

/** Examples that are not sent, with the reason; this list only gets shorter. */
export const notSent: Readonly<Record<string, string>> = {
  'PUT /v2/contracts/:contractId/parties/:partyId':
    'the field that names parties is made with a name of its own',
  'POST /v2/files/:fileId':
    'the upload is made in several calls: server/files/v2/resumable-uploads.test.ts sends it',
}
