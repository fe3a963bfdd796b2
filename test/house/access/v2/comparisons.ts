// Access to comparisons of versions.
import { docx } from '../../../documents/docx.ts'
import { docxWithComments } from '../../../documents/comments-docx.ts'
import { form } from '../../../documents/forms.ts'
import { finishComparisons } from '../../../fixtures/comparisons.ts'
import type { AccessCase } from '../case.ts'
import { file } from '../files.ts'
import { mark, type World } from '../world.ts'

/** A Word document with two versions. */
export async function twoVersions(world: World) {
  const { contractId } = await file(world)
  const name = `${mark()}.docx`
  const upload = async (text: string) => {
    const { payload, headers } = form({
      file: { name, content: docx([text]), contentType: 'application/octet-stream' },
    })
    const url = `/contract-apis/v1/contracts/${contractId}/files`
    return Number((await world.send('owner', 'token', { method: 'POST', url, payload, headers })).body)
  }
  await upload('One')
  return { fileId: await upload('Two'), name }
}

async function compared(world: World) {
  const { fileId } = await twoVersions(world)
  const url = `/v2/files/${fileId}/versions/2/comparisons`
  const payload = { before: { fileId, version: 1 } }
  const asked = await world.send('owner', 'token', { method: 'POST', url, payload })
  const text = mark()
  const inserted = `</w:t></w:r><w:ins w:author="A" w:date=""><w:r><w:t>${text}</w:t></w:r></w:ins><w:r><w:t>`
  const { app, organisationId } = world
  await finishComparisons(app, {
    organisationId,
    before: docx(['']),
    after: docx([text]),
    redline: docx([inserted]),
  })
  return { params: { fileId, version: 2, comparisonId: asked.json<{ id: number }>().id }, mark: text }
}

// numbers within the file
const words = ['version']
const one = '/v2/files/:fileId/versions/:version/comparisons/:comparisonId'

/** A document in which somebody has inserted a text, with a comment. */
async function marked(world: World) {
  const { contractId } = await file(world)
  const text = mark()
  const inserted = `</w:t></w:r><w:ins w:id="1" w:author="A" w:date=""><w:r><w:t>${text}</w:t></w:r></w:ins><w:r><w:t>`
  const content = docxWithComments([{ id: 0, text: 'Why?' }], { paragraphs: [inserted], threaded: false })
  const { payload, headers } = form({
    file: { name: `${mark()}.docx`, content, contentType: 'application/octet-stream' },
  })
  const url = `/contract-apis/v1/contracts/${contractId}/files`
  const fileId = Number((await world.send('owner', 'token', { method: 'POST', url, payload, headers })).body)
  return { params: { fileId, version: 1 }, mark: text }
}

/** A document that its owner has edited and not saved. */
async function withDraft(world: World) {
  const { fileId, version } = (await marked(world)).params
  const payload = { version, edits: [{ paragraph: 1, text: mark() }] }
  await world.send('owner', 'token', { method: 'PUT', url: `/v2/files/${fileId}/draft`, payload })
  return { fileId }
}

export const comparisonCases: readonly AccessCase[] = [
  {
    route: 'GET /v2/files/:fileId/versions/:version/cleanCopy',
    make: async (world) => ({ params: { fileId: (await twoVersions(world)).fileId, version: 2 } }),
    words,
  },
  {
    route: 'POST /v2/files/:fileId/versions/:version/comparisons',
    make: async (world) => {
      const { fileId } = await twoVersions(world)
      return { params: { fileId, version: 2 }, body: { before: { fileId, version: 1 } } }
    },
    answers: 202,
    outsider: 404,
    viewer: 'may',
    words,
  },
  {
    route: `GET ${one}`,
    make: async (world) => {
      const { params } = await compared(world)
      return { params }
    },
    words,
  },
  { route: 'GET /v2/files/:fileId/versions/:version/markup', make: marked, words },
  {
    route: 'GET /v2/files/:fileId/versions/:version/hiddenContent',
    make: async (world) => ({ params: (await marked(world)).params }),
    words,
  },
  {
    route: 'POST /v2/files/:fileId/versions/:version/markup/decisions',
    make: async (world) => ({ params: (await marked(world)).params, body: { rest: 'Accept' } }),
    outsider: 404,
    viewer: 'may',
    words,
  },
  {
    route: 'POST /v2/files/:fileId/versions/:version/markup/comments',
    make: async (world) => ({
      params: (await marked(world)).params,
      body: { answers: [{ comment: 1, text: mark() }], inConversation: true },
    }),
    outsider: 404,
    viewer: 'may',
    words,
  },
  { route: 'GET /v2/files/:fileId/versions/:version/paragraphs', make: marked, words },
  {
    route: 'POST /v2/files/:fileId/versions/:version/edits',
    make: async (world) => ({
      params: (await marked(world)).params,
      body: { edits: [{ paragraph: 1, text: mark() }] },
    }),
    outsider: 404,
    viewer: 'may',
    words,
  },
  {
    // one's own alone: others have none
    route: 'GET /v2/files/:fileId/draft',
    make: async (world) => ({ params: { fileId: (await withDraft(world)).fileId } }),
    viewer: 404,
    colleague: 404,
  },
  {
    route: 'PUT /v2/files/:fileId/draft',
    make: async (world) => {
      const { fileId, version } = (await marked(world)).params
      return { params: { fileId }, body: { version, edits: [{ paragraph: 1, text: mark() }] } }
    },
    viewer: 'may',
  },
  {
    route: 'DELETE /v2/files/:fileId/draft',
    make: async (world) => ({ params: { fileId: (await withDraft(world)).fileId } }),
    viewer: 'may',
  },
  { route: `GET ${one}/changes`, make: compared, words },
  { route: `GET ${one}/text`, make: compared, words },
  {
    route: `GET ${one}/redline`,
    make: async (world) => {
      const { params } = await compared(world)
      return { params }
    },
    words,
  },
]
