// Contracts in the scenario: from the template to the status message, by upload and by wizard.
import { expect } from 'vitest'
import { type People, the } from './integration.ts'

const api = '/contract-apis/v1'

interface Template {
  readonly id: number
  readonly name: string
  readonly hasWizard: boolean
}
type Rows = { readonly data: readonly { readonly id: number }[]; readonly total: number }

/** Calls the operations of contract-apis. */
export async function contracts({ administrator, counsel, requester }: People): Promise<void> {
  const groups = await counsel.get<Record<string, readonly Template[]>>(`${api}/contractsTemplates`)
  const templates = Object.values(groups).flat()
  const template = the(templates, ({ name }) => name === 'Mutual NDA')
  await counsel.get(`${api}/contractsTemplates/${template.id}/uploadSchema`)
  const parent = await counsel.upload<number>(`${api}/contracts`, {
    ContractTemplateId: template.id,
    Name: 'NDA with Fonseca Lines',
    ExternalId: 'WEEK-1',
    ContractFile: { name: 'nda.pdf', content: '%PDF-1.4 week', contentType: 'application/pdf' },
  })
  const matter = (await counsel.get<Rows>('/matter-apis/v1/matters?take=1')).data[0]
  const child = await counsel.upload<number>(`${api}/contracts`, {
    ContractTemplateId: template.id,
    Name: 'Amendment of the NDA with Fonseca Lines',
    ParentContractId: parent,
    ...(matter ? { MatterId: matter.id } : {}),
    ContractFile: { name: 'amendment.pdf', content: '%PDF-1.4 week', contentType: 'application/pdf' },
  })
  await counsel.get(`${api}/contracts/externalid/WEEK-1`)
  await counsel.patch(`${api}/contracts/${child}`, [
    { op: 'replace', path: '/Expiry', value: '2031-05-06T17:00:00' },
    { op: 'replace', path: '/ExternalId', value: 'WEEK-2' },
    { op: 'replace', path: '/Status', value: 'Executed' },
  ])
  const teams = await counsel.get<readonly { id: number }[]>('/account-apis/v1/teams?allowAssigment=true')
  await counsel.patch(`${api}/contracts/${child}`, { TeamId: teams[0]?.id })
  await counsel.post(`${api}/contracts/${child}/statusMessages`, { statusMessage: 'Signed by both.' })
  await counsel.post(`${api}/contracts/${child}/users`, { userId: requester.userId })
  await counsel.get(`${api}/contracts/${child}/users`)
  await counsel.upload(`${api}/contracts/${child}/files`, {
    file: { name: 'annex.pdf', content: '%PDF-1.4 annex', contentType: 'application/pdf' },
  })
  await counsel.get(`${api}/contracts/${child}`)
  await counsel.post(`${api}/contracts/entities`, 'Fonseca Lines Lda')
  await counsel.get(`${api}/contracts/entities`)
  await counsel.get(`${api}/contracts?fields=name&context=Teams`)
  await administrator.get(`${api}/contracts?context=All`)
  expect(await counsel.get(`${api}/contracts/quickfind?term=amendment fonseca`)).not.toEqual([])
  expect(await counsel.get(`${api}/contracts/recent?take=5`)).not.toEqual([])
  await fieldsOf(administrator)
  await wizard(counsel, templates)
}

async function fieldsOf(administrator: People['administrator']): Promise<void> {
  const { data } = await administrator.get<Rows>(`${api}/contracts?context=All&take=100`)
  for (const { id } of data) {
    await administrator.get(`${api}/contracts/${id}/fields`)
    await administrator.get(`${api}/contracts/${id}/keyDates`)
    await administrator.get(`${api}/contracts/${id}`)
  }
  await administrator.patch(`${api}/contracts/${data[0]?.id}/fields`, [])
}

async function wizard(counsel: People['counsel'], templates: readonly Template[]): Promise<void> {
  const template = the(templates, ({ hasWizard }) => hasWizard)
  const { data } = await counsel.get<Rows>(
    `${api}/contracts?take=1&filtering.field=templateId&filtering.operator=eq&filtering.value=${template.id}`,
  )
  const { detailFields } = await counsel.get<{ detailFields: { model: object } }>(
    `${api}/contracts/${the(data, () => true).id}/fields`,
  )
  await counsel.post(`${api}/contracts/wizard`, {
    contractTemplateId: template.id,
    name: 'From the answers of another one',
    fields: JSON.stringify(flat(detailFields.model)),
  })
}

/** The values of fields, without their groups and without empty ones. */
const flat = (model: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(model).flatMap(([name, value]: [string, unknown]) => {
      if (name.startsWith('group_')) return Object.entries(flat(value as object))
      return value === null ? [] : [[name, value]]
    }),
  )
