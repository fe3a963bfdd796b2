// Files in the scenario: filed, renamed, moved, uploaded as a set, deleted.
import { expect } from 'vitest'
import { type People, the } from './integration.ts'

const api = '/file-apis/v1'
type Rows = { readonly data: readonly { readonly id: number }[]; readonly total: number }

/** Calls the operations of file-apis. */
export async function files({ administrator, counsel }: People): Promise<void> {
  const { data } = await counsel.get<Rows>('/matter-apis/v1/matters?take=1')
  const matterId = the(data, () => true).id
  const folder = await counsel.post<number>(`${api}/folders/Matter/${matterId}`, { name: 'Evidence' })
  await counsel.post(`${api}/folders/Matter/${matterId}`, { name: 'Photographs', parentFolderId: folder })
  await counsel.get(`${api}/folders?recordType=Matter&recordId=${matterId}`)
  const content = Buffer.from('%PDF-1.4 photograph')
  const upload = await counsel.send<number>(
    `${api}/files/Matter/${matterId}?fileName=quay.pdf&uploadSetId=set-1&uploadSetSize=1`,
    content,
    'application/pdf',
  )
  const file = await counsel.put<number>(`${api}/files/Matter/${matterId}/uploads/${upload}`, {
    outcome: 'Succeeded',
  })
  await counsel.post(`${api}/files/${file}/move/${folder}`)
  await counsel.patch(`${api}/files/${file}`, [
    { op: 'replace', path: '/Description', value: 'The quay at low tide' },
    { op: 'replace', path: '/IsLocked', value: true },
  ])
  await counsel.get(`${api}/files/${file}`)
  expect(await counsel.get(`${api}/files/${file}/download`)).toBe(content.toString())
  await counsel.patch(`${api}/files/${file}`, { IsLocked: false })
  await counsel.post(`${api}/files/${file}/move`)
  await counsel.get(`${api}/files?recordType=Matter&recordId=${matterId}&recursive=true`)
  await counsel.delete(`${api}/files/${file}`)
  const kept = await counsel.send<number>(
    `${api}/files/Matter/${matterId}?fileName=tide-table.pdf`,
    content,
    'application/pdf',
  )
  await counsel.get(`${api}/files/${kept}`)
  const link = await counsel.post<{ readonly id: number }>('/v2/fileLinks', {
    name: 'Survey of the quay.pdf',
    externalWebUri: 'https://documents.harbour.example/sites/property/Survey%20of%20the%20quay.pdf',
    resource: { id: matterId, type: 'Matter' },
    folder: { id: folder },
  })
  await counsel.get(`${api}/files/${link.id}`)
  await administrator.get(`${api}/files?take=1000&recursive=true`)
}
