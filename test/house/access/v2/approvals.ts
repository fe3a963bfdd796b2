// Access to approvals and to the approval rules of contract types.
import { decideApproval } from '../../../../server/contracts/approvals/decide-approval.ts'
import { requestApproval } from '../../../../server/contracts/approvals/manage-approval.ts'
import { actorFor } from '../../../fixtures/actors.ts'
import { createContractTemplate, createUser } from '../../../factories.ts'
import { insertContract, insertDocument } from '../../../fixtures/contracts.ts'
import type { AccessCase, Call } from '../case.ts'
import { contract } from '../contracts.ts'
import { mark, type World } from '../world.ts'

const ofContract = '/v2/contracts/:contractId/approvals'
const rules = '/v2/contractTypes/:typeId/approvalRules'

/**
 * A contract of somebody else with a document; the viewer is a member, and the owner of the cases administers
 * contracts.
 */
async function approvable({ app, organisationId, people }: World) {
  const [theirs, finance] = [
    await createUser(app, { organisationId }),
    await createUser(app, { organisationId, role: 'Standard' }),
  ]
  const templateId = await createContractTemplate(app, { organisationId })
  const contractId = await insertContract(app, { owner: theirs, templateId, members: [people.viewer] })
  await insertDocument(app, theirs, contractId)
  return { contractId, theirs, finance }
}

/** An approval that waits for the owner of the cases, or for somebody else. */
async function approval(world: World, asked: 'owner' | 'finance' = 'owner') {
  const { app, people } = world
  const { contractId, theirs, finance } = await approvable(world)
  const comment = mark()
  await requestApproval(app, await actorFor(app, theirs), contractId, {
    added: [
      { name: 'Finance', approverIds: [asked === 'owner' ? people.owner.id : finance.id], need: 'All' },
    ],
    due: null,
    comment,
  })
  const { id: approvalId } = await app.db
    .selectFrom('contract_approvals')
    .where('organisation_id', '=', world.organisationId)
    .where('contract_id', '=', contractId)
    .select('id')
    .executeTakeFirstOrThrow()
  return { params: { contractId, approvalId }, mark: comment, finance }
}

const reason = { reason: 'A typing error' }

const acts: readonly { readonly act: string; readonly body?: object; readonly changed?: true }[] = [
  { act: 'approve' },
  { act: 'decline', body: { comment: 'Too dear' } },
  { act: 'remind' },
  { act: 'withdraw', body: reason },
  { act: 'keep', body: reason, changed: true },
]

async function callOf(world: World, act: (typeof acts)[number]): Promise<Call> {
  const { params } = await approval(world)
  if (act.changed) await insertDocument(world.app, world.people.owner, params.contractId)
  return { params, ...(act.body ? { body: act.body } : {}) }
}

export const approvalCases: readonly AccessCase[] = [
  {
    route: 'GET /v2/approvals',
    make: async (world) => {
      const { params } = await approval(world)
      const comment = mark()
      const owner = await actorFor(world.app, world.people.owner)
      await decideApproval(world.app, owner, params, { decision: 'Approved', comment })
      return { query: '$orderby=Approval/Id desc', mark: comment }
    },
    viewer: 'may',
  },
  {
    route: `GET ${ofContract}`,
    make: async (world) => {
      const { params, mark: comment } = await approval(world)
      return { params: { contractId: params.contractId }, mark: comment }
    },
    viewer: 'may',
  },
  {
    route: `POST ${ofContract}`,
    make: async (world) => {
      const { contractId, finance } = await approvable(world)
      return { params: { contractId }, body: { approvers: [{ id: finance.id }] } }
    },
  },
  {
    route: `GET ${ofContract}/:approvalId`,
    make: async (world) => {
      const { params, mark: comment } = await approval(world)
      return { params, mark: comment }
    },
  },
  ...acts.map(
    (act): AccessCase => ({
      route: `POST ${ofContract}/:approvalId/${act.act}`,
      make: (world) => callOf(world, act),
    }),
  ),
  {
    route: `POST ${ofContract}/:approvalId/delegate`,
    make: async (world) => {
      const { params, finance } = await approval(world)
      return { params, body: { to: { id: finance.id }, from: { id: world.people.owner.id } } }
    },
  },
  {
    route: `POST ${ofContract}/:approvalId/restart`,
    make: async (world) => ({ params: (await approval(world, 'finance')).params, body: reason }),
  },
  { route: 'GET /v2/approvalDefaults', make: () => ({}), outsider: 'may', colleague: 'may', viewer: 'may' },
  {
    route: 'PUT /v2/approvalDefaults',
    make: () => ({ body: { deadline: { workingDays: 3, escalateTo: null } } }),
    outsider: 'may',
    colleague: 403,
  },
  {
    route: `POST ${rules}/try`,
    make: async (world) => ({
      params: { typeId: (await contract(world)).templateId },
      body: { values: {} },
    }),
    colleague: 403,
    changesNothing: 'the rules are read, and nobody is asked',
  },
  {
    route: `GET ${rules}`,
    make: async (world) => ({ params: { typeId: (await contract(world)).templateId } }),
    colleague: 'may',
    viewer: 'may',
  },
  {
    route: `PUT ${rules}`,
    make: async (world) => ({
      params: { typeId: (await contract(world)).templateId },
      body: { rules: [{ name: 'Finance', approvers: [{ id: world.people.owner.id }] }] },
    }),
    colleague: 403,
  },
]
