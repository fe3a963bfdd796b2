// Matters in the scenario: from the intake form to the final message.
import { expect } from 'vitest'
import { type People, the } from './integration.ts'

const api = '/matter-apis/v1'

interface Category {
  readonly id: number
  readonly name: string
  readonly children: readonly Category[]
}
type Rows = { readonly data: readonly { readonly id: number }[]; readonly total: number }

/** Calls the operations of matter-apis. */
export async function matters({ administrator, counsel, requester, partner }: People): Promise<void> {
  const categories = await requester.get<readonly Category[]>(`${api}/mattercategories`)
  const category = the(categories, ({ name }) => name !== '')
  await requester.get(`${api}/mattercategories/${category.id}/createSchema`)
  const asked = await requester.post<number>(`${api}/matters`, {
    name: 'Claim by Fonseca Lines',
    categoryId: category.id,
    externalId: 'WEEK-1',
    restricted: false,
    urgent: true,
  })
  await counsel.get(`${api}/matters?context=Intake`)
  await counsel.patch(`${api}/matters/${asked}`, [
    { op: 'replace', path: '/ManagerId', value: counsel.userId },
    { op: 'replace', path: '/Status', value: 'Active' },
  ])
  await counsel.post(`${api}/matters/${asked}/users`, {
    userId: partner.userId,
    target: 'Matter',
    note: 'Please take the file over.',
  })
  await counsel.get(`${api}/matters/${asked}/users`)
  await counsel.get(`${api}/matters/externalid/WEEK-1`)
  await counsel.post(`${api}/matters/${asked}/statusMessages`, { statusMessage: 'They have answered.' })
  await counsel.upload(`${api}/matters/${asked}/files`, {
    file: { name: 'claim.pdf', content: '%PDF-1.4 claim', contentType: 'application/pdf' },
  })
  const below = { name: 'Survey of the damage', categoryId: category.id, parentId: asked }
  await counsel.post(`${api}/matters`, below)
  expect(await counsel.get(`${api}/matters/quickfind?term=survey`)).not.toEqual([])
  expect(await counsel.get(`${api}/matters/quickfind?term=fonseka`)).not.toEqual([])
  await tasks(counsel, asked)
  const { data } = await administrator.get<Rows>(`${api}/matters?context=All&take=100`)
  for (const { id } of data) {
    await administrator.get(`${api}/matters/${id}`)
    await administrator.get(`${api}/matters/${id}/fields`)
    await administrator.get(`${api}/matters/${id}/invoices`)
    await administrator.get(`${api}/matters/${id}/users`)
  }
  await counsel.patch(`${api}/matters/${asked}/fields`, [])
  expect(await administrator.get(`${api}/matters/recent?take=5`)).not.toEqual([])
  await administrator.get(`${api}/matters/quickfind?term=a&take=1000`)
}

async function tasks(counsel: People['counsel'], matterId: number): Promise<void> {
  const templates = await counsel.get<readonly { id: number }[]>(`${api}/matters/tasktemplates`)
  for (const { id } of templates)
    await counsel.post(`${api}/matters/${matterId}/taskTemplates`, { templateId: id })
  expect(await counsel.get(`${api}/matters/tasks?take=1000`)).not.toEqual([])
}
