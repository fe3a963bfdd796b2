// Access through v2 to what belongs to records: status messages, scopes, terms, delegates.
import { addContractMember } from '../../../../server/contracts/commands/assign-contract-user.ts'
import { contractKind } from '../../../../server/contracts/contract-kind.ts'
import { matterKind } from '../../../../server/matters/matter-kind.ts'
import { postStatusMessage } from '../../../../server/records/commands/post-status-message.ts'
import { proposeScope } from '../../../../server/matters/commands/propose-scope.ts'
import { setMatterTerms } from '../../../../server/matters/commands/set-matter-terms.ts'
import { uploadToSubject } from '../../../../server/files/commands/upload-file.ts'
import { matterSubjects } from '../../../../server/matters/access.ts'
import { Readable } from 'node:stream'
import { actorFor } from '../../../fixtures/actors.ts'
import { createUser } from '../../../factories.ts'
import { insertMatter } from '../../../fixtures/matters.ts'
import type { AccessCase } from '../case.ts'
import { contract } from '../contracts.ts'
import { matter } from '../matters.ts'
import { mark, type World } from '../world.ts'

async function matterMessage(world: World) {
  const [{ matterId }, text] = [await matter(world), mark()]
  const owner = await actorFor(world.app, world.people.owner)
  const messageId = await postStatusMessage(matterKind, world.app, owner, { recordId: matterId, text })
  return { params: { matterId, messageId }, mark: text }
}

async function contractMessage(world: World) {
  const [{ contractId }, text] = [await contract(world), mark()]
  const owner = await actorFor(world.app, world.people.owner)
  const messageId = await postStatusMessage(contractKind, world.app, owner, { recordId: contractId, text })
  return { params: { contractId, messageId }, mark: text }
}

/** A matter of the owner that somebody else manages; the viewer is a member. */
async function managed({ app, organisationId, people }: World) {
  const manager = await createUser(app, { organisationId })
  const matterId = await insertMatter(app, {
    owner: people.owner,
    members: [people.viewer, manager],
    values: { manager_id: manager.id },
  })
  return { matterId, manager }
}

async function proposed(world: World) {
  const { matterId, manager } = await managed(world)
  await proposeScope(world.app, await actorFor(world.app, manager), matterId, 'Advice')
  return { params: { matterId } }
}

async function withFile(world: World) {
  const { app, people } = world
  const { matterId } = await matter(world)
  const owner = await actorFor(app, people.owner)
  const subject = await matterSubjects.getToContribute(app.db, owner, matterId)
  const file = await uploadToSubject(app, owner, subject, {
    source: Readable.from([Buffer.from('%PDF-1.4')]),
    fileName: `${mark()}.pdf`,
    contentType: undefined,
    placement: async () => ({}),
  })
  return { matterId, fileId: file?.fileId ?? 0, owner }
}

async function withTerms(world: World) {
  const { matterId, fileId, owner } = await withFile(world)
  const code = mark()
  await setMatterTerms(world.app, owner, matterId, { fileId, code })
  return { params: { matterId }, mark: code }
}

/** With a colleague who is to join. */
async function joining(world: World) {
  const { id: userId } = await createUser(world.app, { organisationId: world.organisationId })
  return { userId, body: { roles: ['Member'] } }
}

const ofPeople = { unrelatedIds: 'anybody may become a member' } as const

const memberCases: readonly AccessCase[] = [
  {
    route: 'GET /v2/matters/:matterId/members',
    make: async (world) => ({
      params: { matterId: (await matter(world)).matterId },
      mark: world.people.viewer.id,
    }),
    viewer: 'may',
  },
  {
    route: 'PUT /v2/matters/:matterId/members/:userId',
    make: async (world) => {
      const { userId, body } = await joining(world)
      return { params: { matterId: (await matter(world)).matterId, userId }, body }
    },
    ...ofPeople,
  },
  {
    route: 'DELETE /v2/matters/:matterId/members/:userId',
    make: async (world) => {
      const { matterId, manager } = await managed(world)
      return { params: { matterId, userId: manager.id } }
    },
  },
  {
    route: 'GET /v2/contracts/:contractId/members',
    make: async (world) => ({
      params: { contractId: (await contract(world)).contractId },
      mark: world.people.viewer.id,
    }),
    viewer: 'may',
  },
  {
    route: 'PUT /v2/contracts/:contractId/members/:userId',
    make: async (world) => {
      const { userId, body } = await joining(world)
      return { params: { contractId: (await contract(world)).contractId, userId }, body }
    },
    ...ofPeople,
  },
  {
    route: 'DELETE /v2/contracts/:contractId/members/:userId',
    make: async (world) => {
      const { userId } = await joining(world)
      const { contractId } = await contract(world)
      const owner = await actorFor(world.app, world.people.owner)
      await addContractMember(world.app, owner, contractId, userId)
      return { params: { contractId, userId } }
    },
  },
]

export const besideCases: readonly AccessCase[] = [
  {
    route: 'GET /v2/matters/:matterId/viewers',
    make: async (world) => ({ params: { matterId: (await matter(world)).matterId } }),
    viewer: 403,
  },
  {
    route: 'GET /v2/contracts/:contractId/viewers',
    make: async (world) => ({ params: { contractId: (await contract(world)).contractId } }),
    viewer: 403,
  },
  ...memberCases,
  {
    route: 'GET /v2/matters/:matterId/statusMessages',
    make: async (world) => {
      const { params, mark: text } = await matterMessage(world)
      return { params: { matterId: params.matterId }, mark: text }
    },
    viewer: 'may',
  },
  { route: 'GET /v2/matters/:matterId/statusMessages/:messageId', make: matterMessage, viewer: 'may' },
  {
    route: 'POST /v2/matters/:matterId/statusMessages',
    make: async (world) => ({
      params: { matterId: (await matter(world)).matterId },
      body: { message: mark() },
    }),
    viewer: 'may',
  },
  {
    route: 'GET /v2/contracts/:contractId/statusMessages',
    make: async (world) => {
      const { params, mark: text } = await contractMessage(world)
      return { params: { contractId: params.contractId }, mark: text }
    },
    viewer: 'may',
  },
  { route: 'GET /v2/contracts/:contractId/statusMessages/:messageId', make: contractMessage, viewer: 'may' },
  {
    route: 'POST /v2/contracts/:contractId/statusMessages',
    make: async (world) => ({
      params: { contractId: (await contract(world)).contractId },
      body: { message: mark() },
    }),
    viewer: 'may',
  },
  {
    route: 'POST /v2/matters/:matterId/scope',
    make: async (world) => ({
      params: { matterId: (await managed(world)).matterId },
      body: { scope: mark() },
    }),
  },
  { route: 'POST /v2/matters/:matterId/scope/accept', make: proposed },
  {
    route: 'GET /v2/matters/:matterId/references',
    make: async (world) => {
      const { matterId } = await matter(world)
      const reference = mark()
      await world.app.database.kysely
        .updateTable('matters')
        .set({ reference })
        .where('organisation_id', '=', world.organisationId)
        .where('id', '=', matterId)
        .execute()
      return { params: { matterId }, mark: reference }
    },
    viewer: 'may',
  },
  {
    route: 'PATCH /v2/matters/:matterId/references',
    make: async (world) => ({
      params: { matterId: (await matter(world)).matterId },
      body: { reference: mark() },
    }),
  },
  { route: 'GET /v2/matters/:matterId/terms', make: withTerms, viewer: 'may' },
  {
    route: 'PUT /v2/matters/:matterId/terms',
    make: async (world) => {
      const { matterId, fileId } = await withFile(world)
      return { params: { matterId }, body: { file: { id: fileId }, code: mark() } }
    },
  },
  {
    route: 'DELETE /v2/matters/:matterId/terms',
    make: async (world) => ({ params: (await withTerms(world)).params }),
  },
  {
    route: 'PUT /v2/matters/:matterId/delegates/:userId',
    make: async (world) => ({
      params: { matterId: (await matter(world)).matterId, userId: world.people.viewer.id },
      body: { forOwner: true, forManager: false },
    }),
    unrelatedIds: 'the person is on every matter of the case',
  },
]
