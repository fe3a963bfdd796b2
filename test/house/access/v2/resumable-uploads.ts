// Access to resumable uploads, which belong to who began them.
import type { AccessCase } from '../case.ts'
import type { World } from '../world.ts'

const uploadHeaders = { 'tus-resumable': '1.0.0' }

async function resumable(world: World, headers: Record<string, string> = {}) {
  const begun = await world.send('owner', 'token', {
    method: 'POST',
    url: '/v2/uploads',
    headers: { ...uploadHeaders, 'upload-length': '4' },
  })
  const uploadId = String(begun.headers.location).split('/').at(-1) ?? ''
  return { params: { uploadId }, headers: { ...uploadHeaders, ...headers } }
}

export const resumableUploadCases: readonly AccessCase[] = [
  {
    route: 'POST /v2/uploads',
    make: () => ({ headers: { ...uploadHeaders, 'upload-length': '4' } }),
    outsider: 'may',
    viewer: 'may',
  },
  {
    route: 'PATCH /v2/uploads/:uploadId',
    make: async (world) => ({
      ...(await resumable(world, {
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      })),
      body: 'abcd',
    }),
    viewer: 404,
  },
  { route: 'DELETE /v2/uploads/:uploadId', make: (world) => resumable(world), viewer: 404 },
]
