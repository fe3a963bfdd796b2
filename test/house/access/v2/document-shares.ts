// Access through v2 to documents with the other side.
import { internalTransaction } from '../../../../server/platform/events/change.ts'
import { insertDocument } from '../../../fixtures/contracts.ts'
import { form } from '../../../documents/forms.ts'
import type { AccessCase } from '../case.ts'
import { contract } from '../contracts.ts'
import { mark, type World } from '../world.ts'

const all = '/v2/contracts/:contractId/documentShares'
const inDays = (world: World, days: number) =>
  new Date(world.app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)

async function withDocument(world: World) {
  const { contractId } = await contract(world)
  await insertDocument(world.app, world.people.owner, contractId)
  return { contractId, expires: inDays(world, 1) }
}

async function shared(world: World) {
  const { contractId, expires } = await withDocument(world)
  const name = mark()
  const answer = await world.send('owner', 'token', {
    method: 'POST',
    url: `/v2/contracts/${contractId}/documentShares`,
    payload: {
      document: { version: 1 },
      people: [{ name, email: 'nils@recipients.example' }],
      expires,
      contents: 'AsIs',
    },
  })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  const shareId = answer.json<{ items: { id: number }[] }>().items[0]?.id ?? 0
  // longer ago than another mail may be
  await internalTransaction(world.app, (tx, now) =>
    tx
      .updateTable('document_shares')
      .set({ sent_at: new Date(now.getTime() - 3_600_000) })
      .where('organisation_id', '=', world.organisationId)
      .where('id', '=', shareId)
      .execute(),
  )
  return { contractId, shareId, mark: name }
}

/** With a file that came back. */
async function answered(world: World) {
  const { contractId, shareId } = await shared(world)
  const { payload, headers } = form({
    targetResourceType: 'Contract',
    targetResourceId: contractId,
    file: { name: `${mark()}.txt`, content: 'Agreement' },
  })
  const uploaded = await world.send('owner', 'token', { method: 'POST', url: '/v2/files', payload, headers })
  if (uploaded.statusCode !== 201) throw new Error(uploaded.body)
  const { id: fileId } = uploaded.json<{ id: number }>()
  const returnId = await internalTransaction(world.app, async (tx, now) => {
    const { sha256, name } = await tx
      .selectFrom('file_versions')
      .where('organisation_id', '=', world.organisationId)
      .where('file_id', '=', fileId)
      .select(['sha256', 'name'])
      .executeTakeFirstOrThrow()
    const key = { organisation_id: world.organisationId, share_id: shareId, file_id: fileId }
    const row = await tx
      .insertInto('document_returns')
      .values({ ...key, sha256, name, state: 'Offered', returned_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  })
  return { contractId, shareId, returnId }
}

const act = (what: string, body?: (world: World) => object): AccessCase => ({
  route: `POST ${all}/:shareId/${what}`,
  make: async (world) => {
    const { contractId, shareId } = await shared(world)
    return { params: { contractId, shareId }, ...(body ? { body: body(world) } : {}) }
  },
})

const decision = (what: string, body?: object): AccessCase => ({
  route: `POST ${all}/:shareId/returns/:returnId/${what}`,
  make: async (world) => ({ params: await answered(world), ...(body ? { body } : {}) }),
})

export const documentShareCases: readonly AccessCase[] = [
  {
    route: `GET ${all}`,
    make: async (world) => {
      const { contractId, mark: name } = await shared(world)
      return { params: { contractId }, mark: name }
    },
    viewer: 'may',
  },
  {
    route: `POST ${all}`,
    make: async (world) => {
      const { contractId, expires } = await withDocument(world)
      const people = [{ name: mark(), email: 'nils@recipients.example' }]
      return { params: { contractId }, body: { document: { version: 1 }, people, expires, contents: 'AsIs' } }
    },
  },
  act('withdraw'),
  act('remind'),
  act('unlock'),
  act('extend', (world) => ({ expires: inDays(world, 9) })),
  decision('accept', { document: { version: 1 } }),
  decision('decline'),
]
