// Access through v2 to signature requests of contracts.
import { internalTransaction } from '../../../../server/platform/events/change.ts'
import type { AccessCase } from '../case.ts'
import { insertDocument } from '../../../fixtures/contracts.ts'
import { contract } from '../contracts.ts'
import { mark, type World } from '../world.ts'
import { makeSample } from '../../../../server/seals/sample.ts'
import { docx } from '../../../documents/docx.ts'
import { form } from '../../../documents/forms.ts'

const all = '/v2/contracts/:contractId/signatureRequests'
const newRequest = () => ({
  document: { version: 2 },
  signers: [{ name: mark(), email: 'ana@signers.example' }],
})

const pdf = async () => ({
  name: 'Agreement.pdf',
  content: Buffer.from(await makeSample(['Agreement'])),
})
const word = () => ({ name: 'Agreement.docx', content: docx(['Agreement']) })

/** A contract in Signing with that document. */
async function signable(world: World, file: { readonly name: string; readonly content: Buffer }) {
  const { contractId } = await contract(world)
  await insertDocument(world.app, world.people.owner, contractId)
  const { id } = await world.app.db
    .selectFrom('files')
    .where('organisation_id', '=', world.organisationId)
    .where('contract_id', '=', contractId)
    .select('id')
    .executeTakeFirstOrThrow()
  const { payload, headers } = form({ file })
  const url = `/v2/files/${id}`
  const uploaded = await world.send('owner', 'token', { method: 'POST', url, payload, headers })
  if (uploaded.statusCode !== 201) throw new Error(uploaded.body)
  await world.send('owner', 'token', {
    method: 'PATCH',
    url: `/v2/contracts/${contractId}`,
    payload: { status: 'Signing' },
  })
  const expires = new Date(world.app.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
  return { contractId, expires }
}

async function sent(world: World) {
  const { contractId, expires } = await signable(world, await pdf())
  const request = newRequest()
  const answer = await world.send('owner', 'token', {
    method: 'POST',
    url: `/v2/contracts/${contractId}/signatureRequests`,
    payload: { ...request, expires },
  })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  const { id: requestId } = answer.json<{ id: number }>()
  // longer ago than a reminder may be
  await internalTransaction(world.app, (tx, now) =>
    tx
      .updateTable('signature_signers')
      .set({ asked_at: new Date(now.getTime() - 3_600_000) })
      .where('organisation_id', '=', world.organisationId)
      .where('request_id', '=', requestId)
      .execute(),
  )
  return { contractId, requestId, mark: request.signers[0]?.name ?? '' }
}

export const signatureRequestCases: readonly AccessCase[] = [
  {
    route: `GET ${all}`,
    make: async (world) => {
      const { contractId, mark: name } = await sent(world)
      return { params: { contractId }, mark: name }
    },
    viewer: 'may',
  },
  {
    route: `POST ${all}`,
    make: async (world) => {
      const { contractId, expires } = await signable(world, await pdf())
      return { params: { contractId }, body: { ...newRequest(), expires } }
    },
  },
  {
    route: 'GET /v2/contracts/:contractId/signatureFields/:version',
    make: async (world) => {
      const { contractId } = await signable(world, await pdf())
      return { params: { contractId, version: 2 }, mark: '"width":595' }
    },
    viewer: 'may',
    words: ['version'],
  },
  {
    route: 'POST /v2/contracts/:contractId/signaturePdfs',
    make: async (world) => {
      const { contractId } = await signable(world, word())
      return { params: { contractId }, body: { document: { version: 2 } } }
    },
  },
  {
    route: 'POST /v2/contracts/:contractId/signingPackets',
    make: async (world) => {
      const { contractId } = await signable(world, word())
      return {
        params: { contractId },
        body: { document: { version: 2 }, signers: [{ name: 'Ana Prior' }] },
      }
    },
  },
  {
    route: `POST ${all}/:requestId/reminders`,
    make: async (world) => {
      const { contractId, requestId } = await sent(world)
      return { params: { contractId, requestId } }
    },
  },
  {
    route: `POST ${all}/:requestId/replacements`,
    make: async (world) => {
      const { contractId, requestId } = await sent(world)
      return {
        params: { contractId, requestId },
        body: { place: 1, name: mark(), email: 'cleo@signers.example', reason: mark() },
      }
    },
  },
  {
    route: `POST ${all}/:requestId/unlocks`,
    make: async (world) => {
      const { contractId, requestId } = await sent(world)
      return { params: { contractId, requestId }, body: { place: 1 } }
    },
  },
  {
    route: `POST ${all}/:requestId/void`,
    make: async (world) => {
      const { contractId, requestId } = await sent(world)
      return { params: { contractId, requestId }, body: { reason: mark() } }
    },
  },
]
