// Access to files through v2.
import { form } from '../../../documents/forms.ts'
import type { AccessCase } from '../case.ts'
import { file, upload } from '../files.ts'
import { matter } from '../matters.ts'
import { mark, type World } from '../world.ts'

const files = '/v2/files'

const one = async (world: World) => {
  const { fileId, name } = await file(world)
  return { params: { fileId }, mark: name }
}

async function ofMatter(world: World) {
  const { matterId } = await matter(world)
  const name = mark()
  const { body, headers } = upload(name, mark())
  const answer = await world.send('owner', 'token', {
    method: 'POST',
    url: `/matter-apis/v1/matters/${matterId}/files`,
    payload: body,
    headers,
  })
  return { params: { matterId, fileId: Number(answer.body) }, mark: name }
}

async function deleted(world: World) {
  const { fileId, name } = await file(world)
  await world.send('owner', 'token', { method: 'DELETE', url: `/v2/files/${fileId}` })
  return { params: { fileId }, mark: name }
}

const address = 'https://documents.harbour.example/a.docx'

async function link(world: World) {
  const [contractId, name] = [(await file(world)).contractId, mark()]
  const answer = await world.send('owner', 'token', {
    method: 'POST',
    url: '/v2/fileLinks',
    payload: { name, externalWebUri: address, resource: { type: 'Contract', id: contractId } },
  })
  return { params: { fileId: answer.json<{ id: number }>().id }, mark: name }
}

const mail = (name: string) =>
  `From: a@b.example\r\nSubject: ${name}\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\ntext\r\n--x\r\nContent-Disposition: attachment; filename=${name}.txt\r\n\r\n${name}\r\n--x--\r\n`

async function mailVersion(world: World) {
  const { contractId, name } = await file(world)
  const { body, headers } = upload(`${name}.eml`, mail(name))
  const answer = await world.send('owner', 'token', {
    method: 'POST',
    url: `/contract-apis/v1/contracts/${contractId}/files`,
    payload: body,
    headers,
  })
  return { params: { fileId: Number(answer.body), version: 1 }, mark: name }
}

// numbers within the file
const words = ['version', 'number']
const locked = async (world: World) => {
  const { params, mark: name } = await one(world)
  await world.send('owner', 'token', { method: 'PUT', url: `/v2/files/${params.fileId}/lock` })
  return { params, mark: name }
}

const dailyCases: readonly AccessCase[] = [
  {
    route: 'GET /v2/files/:fileId/lock',
    make: async (world) => ({ params: (await locked(world)).params }),
  },
  {
    route: 'PUT /v2/files/:fileId/lock',
    make: async (world) => ({ params: (await one(world)).params }),
    viewer: 'may',
  },
  {
    route: 'DELETE /v2/files/:fileId/lock',
    make: async (world) => ({ params: (await locked(world)).params }),
    viewer: 423,
  },
  {
    route: 'POST /v2/files/move',
    make: async (world) => {
      const { fileId, contractId } = await file(world)
      const payload = { name: mark(), resource: { type: 'Contract', id: contractId } }
      const made = await world.send('owner', 'token', { method: 'POST', url: '/v2/files', payload })
      return { body: { ids: [fileId], folder: { id: made.json<{ id: number }>().id } } }
    },
    outsider: 400,
    viewer: 'may',
  },
  {
    route: 'GET /v2/files/archive',
    make: async (world) => {
      const { params, mark: name } = await one(world)
      return { query: `ids=${params.fileId}`, mark: name }
    },
    outsider: 404,
  },
]

async function staged(world: World) {
  const name = `${mark()}.txt`
  const { payload, headers } = form({
    targetResourceType: 'ContractCreation',
    file: { name, content: 'a lease' },
  })
  const answer = await world.send('owner', 'token', { method: 'POST', url: files, payload, headers })
  return { params: { fileId: answer.json<{ id: number }>().id }, mark: name }
}

const stagedCase: AccessCase = { route: 'GET /v2/stagedFiles/:fileId', make: staged }

const versionCases: readonly AccessCase[] = [
  { route: 'GET /v2/files/:fileId/versions', make: one },
  {
    route: 'GET /v2/files/:fileId/versions/:version/content',
    make: async (world) => {
      const { fileId, content } = await file(world)
      return { params: { fileId, version: 1 }, mark: content }
    },
    words,
  },
  {
    route: 'GET /v2/files/:fileId/versions/:version/text',
    make: async (world) => {
      const { fileId, content } = await file(world)
      return { params: { fileId, version: 1 }, mark: content }
    },
    words,
  },
  { route: 'GET /v2/files/:fileId/versions/:version/mail', make: mailVersion, words },
  {
    route: 'GET /v2/files/:fileId/versions/:version/mail/attachments/:number',
    make: async (world) => {
      const { params, mark: name } = await mailVersion(world)
      return { params: { ...params, number: 1 }, mark: name }
    },
    words,
  },
]

const linkCases: readonly AccessCase[] = [
  {
    route: 'GET /v2/fileLinks',
    make: async (world) => ({ query: '$orderby=Id desc', mark: (await link(world)).mark }),
  },
  { route: 'GET /v2/fileLinks/:fileId', make: link },
  {
    route: 'POST /v2/fileLinks',
    make: async (world) => {
      const { contractId } = await file(world)
      const resource = { type: 'Contract', id: contractId }
      return { body: { name: mark(), externalWebUri: address, resource } }
    },
    outsider: 400,
    viewer: 'may',
  },
  {
    route: 'PATCH /v2/fileLinks/:fileId',
    make: async (world) => ({
      params: (await link(world)).params,
      body: { externalWebUri: `${address}?v=2` },
    }),
  },
]

const binCases: readonly AccessCase[] = [
  {
    route: 'GET /v2/bin',
    make: async (world) => ({ query: '$orderby=Id desc', mark: (await deleted(world)).mark }),
    viewer: 'shown nothing',
  },
  { route: 'GET /v2/bin/:fileId', make: deleted, viewer: 404 },
  {
    route: 'POST /v2/bin/:fileId/restore',
    make: async (world) => ({ params: (await deleted(world)).params }),
    colleague: 403,
  },
  {
    route: 'DELETE /v2/bin/:fileId',
    make: async (world) => ({ params: (await deleted(world)).params }),
    colleague: 403,
  },
]

export const fileCasesV2: readonly AccessCase[] = [
  ...dailyCases,
  ...versionCases,
  stagedCase,
  ...binCases,
  ...linkCases,
  {
    route: `GET ${files}`,
    make: async (world) => ({ query: '$orderby=Id desc', mark: (await file(world)).name }),
  },
  { route: `GET ${files}/:fileId`, make: one },
  {
    route: `GET ${files}/:fileId/content`,
    make: async (world) => {
      const { fileId, content } = await file(world)
      return { params: { fileId }, mark: content }
    },
  },
  {
    route: `POST ${files}/:fileId`,
    make: async (world) => ({
      params: { fileId: (await file(world)).fileId },
      ...upload(mark(), mark()),
    }),
    viewer: 'may',
  },
  {
    route: `PATCH ${files}/:fileId`,
    make: async (world) => ({ params: { fileId: (await file(world)).fileId }, body: { name: mark() } }),
  },
  {
    route: `DELETE ${files}/:fileId`,
    make: async (world) => ({ params: { fileId: (await file(world)).fileId } }),
  },
  {
    route: `POST ${files}`,
    make: async (world) => {
      const { contractId } = await file(world)
      const { payload, headers } = form({
        targetResourceType: 'Contract',
        targetResourceId: contractId,
        file: { name: mark(), content: mark() },
      })
      return { body: payload, headers }
    },
    outsider: 400,
    viewer: 'may',
  },
  {
    route: 'GET /v2/contracts/:contractId/files/:fileId',
    make: async (world) => {
      const { fileId, name, contractId } = await file(world)
      return { params: { contractId, fileId }, mark: name }
    },
  },
  { route: 'GET /v2/matters/:matterId/files/:fileId', make: ofMatter },
]
