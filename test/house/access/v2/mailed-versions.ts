// Access through v2 to versions of documents that came by mail.
import { internalTransaction } from '../../../../server/platform/events/change.ts'
import { form } from '../../../documents/forms.ts'
import { insertDocument } from '../../../fixtures/contracts.ts'
import type { AccessCase } from '../case.ts'
import { contract } from '../contracts.ts'
import { mark, type World } from '../world.ts'

const all = '/v2/contracts/:contractId/mailedVersions'

/** A contract with a document, and a file that came by mail. */
async function mailed(world: World) {
  const { organisationId, people } = world
  const { contractId } = await contract(world)
  await insertDocument(world.app, people.owner, contractId)
  const name = mark()
  const { payload, headers } = form({
    targetResourceType: 'Contract',
    targetResourceId: contractId,
    file: { name: `${name}.txt`, content: 'Agreement' },
  })
  const uploaded = await world.send('owner', 'token', { method: 'POST', url: '/v2/files', payload, headers })
  if (uploaded.statusCode !== 201) throw new Error(uploaded.body)
  const { id: fileId } = uploaded.json<{ id: number }>()
  const { id: versionId } = await internalTransaction(world.app, async (tx, now) => {
    const { sha256 } = await tx
      .selectFrom('file_versions')
      .where('organisation_id', '=', organisationId)
      .where('file_id', '=', fileId)
      .select('sha256')
      .executeTakeFirstOrThrow()
    const from = { contract_id: contractId, mail_file_id: fileId, user_id: people.owner.id }
    return tx
      .insertInto('document_returns')
      .values({
        organisation_id: organisationId,
        file_id: fileId,
        ...from,
        sha256,
        name: `${name}.txt`,
        state: 'Offered',
        returned_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
  return { contractId, versionId, mark: name }
}

const decision = (what: string, body?: object): AccessCase => ({
  route: `POST ${all}/:versionId/${what}`,
  make: async (world) => {
    const { contractId, versionId } = await mailed(world)
    return { params: { contractId, versionId }, ...(body ? { body } : {}) }
  },
  viewer: 'may',
})

export const mailedVersionCases: readonly AccessCase[] = [
  {
    route: `GET ${all}`,
    make: async (world) => {
      const { contractId, mark: name } = await mailed(world)
      return { params: { contractId }, mark: name }
    },
    viewer: 'may',
  },
  decision('accept', { document: { version: 1 } }),
  decision('decline'),
]
