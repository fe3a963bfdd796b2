// Access to files, which are as visible as the record they are attached to.
import { createContractTemplate } from '../../factories.ts'
import { insertContract } from '../../fixtures/contracts.ts'
import { form } from '../../documents/forms.ts'
import type { AccessCase } from './case.ts'
import { mark, type World } from './world.ts'

const files = '/file-apis/v1/files'
const folders = '/file-apis/v1/folders'
const contracts = '/contract-apis/v1/contracts'

/** A contract of the owner, with the viewer as a member. */
async function contract({ app, organisationId, people }: World) {
  const templateId = await createContractTemplate(app, { organisationId })
  return insertContract(app, { owner: people.owner, templateId, members: [people.viewer] })
}

/** A text as a form with one file. */
export const upload = (name: string, content: string) => {
  const { payload, headers } = form({ file: { name, content, contentType: 'text/plain' } })
  return { body: payload, headers }
}

/** A file on it, with a name and content that occur nowhere else. */
export async function file(world: World) {
  const [name, content] = [mark(), mark()]
  const { body, headers } = upload(name, content)
  const contractId = await contract(world)
  const answer = await world.send('owner', 'token', {
    method: 'POST',
    url: `${contracts}/${contractId}/files`,
    payload: body,
    headers,
  })
  return { fileId: Number(answer.body), contractId, name, content }
}

/** A folder on it, with a name that occurs nowhere else. */
async function folder(world: World) {
  const [contractId, name] = [await contract(world), mark()]
  const answer = await world.send('owner', 'token', {
    method: 'POST',
    url: `${folders}/Contract/${contractId}`,
    payload: { name },
  })
  return { folderId: Number(answer.body), contractId, name }
}

export const fileCases: readonly AccessCase[] = [
  {
    route: `GET ${files}`,
    make: async (world) => ({ mark: (await file(world)).name }),
    viewer: 'may',
  },
  {
    route: `GET ${folders}`,
    make: async (world) => {
      const { contractId, name } = await folder(world)
      return { query: `recordType=Contract&recordId=${contractId}`, mark: name }
    },
    outsider: 404,
    viewer: 'may',
  },
  {
    route: `POST ${folders}/:targetType/:targetId`,
    make: async (world) => ({
      params: { targetType: 'Contract', targetId: await contract(world) },
      body: { name: mark() },
    }),
    words: ['targetType'],
    viewer: 'may',
  },
  {
    route: `POST ${contracts}/:contractId/files`,
    make: async (world) => ({
      params: { contractId: await contract(world) },
      ...upload(mark(), mark()),
    }),
    viewer: 'may',
  },
  {
    route: `GET ${files}/:fileId`,
    make: async (world) => {
      const { fileId, name } = await file(world)
      return { params: { fileId }, mark: name }
    },
    viewer: 'may',
  },
  {
    route: `GET ${files}/:fileId/download`,
    make: async (world) => {
      const { fileId, content } = await file(world)
      return { params: { fileId }, mark: content }
    },
    viewer: 'may',
  },
  {
    route: `PATCH ${files}/:fileId`,
    make: async (world) => ({ params: { fileId: (await file(world)).fileId }, body: { Name: mark() } }),
  },
  {
    route: `DELETE ${files}/:fileId`,
    make: async (world) => ({ params: { fileId: (await file(world)).fileId } }),
  },
  {
    route: `POST ${files}/:fileId/move/:destinationId`,
    make: async (world) => ({
      params: { fileId: (await file(world)).fileId, destinationId: (await folder(world)).folderId },
    }),
    unrelatedIds: 'a file may be moved to a folder of another record',
  },
  {
    route: `POST ${files}/:fileId/move`,
    make: async (world) => {
      const { folderId, contractId } = await folder(world)
      const { body, headers } = upload(mark(), mark())
      const url = `${contracts}/${contractId}/files?folderId=${folderId}`
      const answer = await world.send('owner', 'token', { method: 'POST', url, payload: body, headers })
      return { params: { fileId: Number(answer.body) } }
    },
  },
  {
    route: `POST ${files}/:targetType/:targetId`,
    make: async (world) => ({
      params: { targetType: 'Contract', targetId: await contract(world) },
      headers: { 'content-type': 'application/pdf', 'content-disposition': `attachment; filename=${mark()}` },
      body: mark(),
    }),
    words: ['targetType'],
    viewer: 'may',
  },
  {
    route: `PUT ${files}/:targetType/:targetId/uploads/:uploadId`,
    make: async (world) => {
      const targetId = await contract(world)
      const answer = await world.send('owner', 'token', {
        method: 'POST',
        url: `${files}/Contract/${targetId}`,
        payload: mark(),
      })
      return {
        params: { targetType: 'Contract', targetId, uploadId: Number(answer.body) },
        body: { outcome: 'Failed' },
      }
    },
    words: ['targetType'],
    // an upload belongs to its sender
    viewer: 404,
  },
]
