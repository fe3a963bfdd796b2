// What an administrator sets up before anybody works: the organisation, its people, and the types of work with their
// forms.
import { docx } from '../test/documents/docx.ts'
import type { Api } from './api.ts'

export interface Person {
  readonly id: string
  readonly name: string
  readonly organisationId: number
}

export type Log = (step: string, text: string) => void

/** What the work needs from it. */
export interface Installation {
  readonly me: Person
  readonly teamId: number
  readonly matterTypeId: number
  readonly contractTypeId: number
  readonly lawFirmId: number
}

type Made<Id = number> = { readonly id: Id }

/**
 * Finds an item of a list by name (or another property), and creates it if there is none: the set-up can be repeated
 * after an interruption.
 */
async function ensure<Id = number>(
  api: Api,
  path: string,
  body: Readonly<Record<string, unknown>>,
  by = 'name',
): Promise<Made<Id>> {
  const filter = `${by} eq '${String(body[by]).replaceAll("'", "''")}'`
  const { items } = await api.get<{ items: readonly Made<Id>[] }>(
    `${path}?$top=1&$filter=${encodeURIComponent(filter)}`,
  )
  return items[0] ?? api.post<Made<Id>>(path, body)
}

/** Sets up everything, in order of dependency. */
export async function setUp(api: Api, me: Person, log: Log): Promise<Installation> {
  const { departmentId, lawFirmId } = await organisation(api, me, log)
  const teamId = await people(api, { me, departmentId }, log)
  await fields(api, log)
  const matterTypeId = await matterType(api, teamId, log)
  const contractTypeId = await contractType(api, log)
  return { me, teamId, matterTypeId, contractTypeId, lawFirmId }
}

async function organisation(api: Api, me: Person, log: Log) {
  await api.patch(`/v2/organizations/${me.organisationId}`, { timeZone: 'Pacific/Auckland', currency: 'NZD' })
  await api.patch('/v2/financialSettings', { yearEndMonth: 6, yearEndDay: 30 })
  await api.patch('/v2/features/INBOUND_EMAIL', { enabled: false })
  log('set', 'time zone, currency, the end of the financial year, features')
  const { id: parentId } = await ensure(api, '/v2/departments', { name: 'Legal' })
  const { id: departmentId } = await ensure(api, '/v2/departments', {
    name: 'Disputes',
    parent: { id: parentId },
  })
  await ensure(api, '/v2/regions', { name: 'South Island' })
  log('ready', 'departments and a region')
  const { id: lawFirmId } = await ensure(api, '/v2/organizations', {
    name: 'Ashfield Partners',
    timeZone: 'Pacific/Auckland',
    currency: 'NZD',
    administrator: { email: 'partner@ashfield.example', firstName: 'Ana', lastName: 'Prior' },
  })
  log('ready', `a law firm (${lawFirmId}), whose administrator is invited`)
  return { departmentId, lawFirmId }
}

interface Staff {
  readonly me: Person
  readonly departmentId: number
}

async function people(api: Api, { me, departmentId }: Staff, log: Log): Promise<number> {
  const department = { id: departmentId }
  await api.patch(`/v2/users/${me.id}/profile`, { jobTitle: 'General counsel', department })
  const robin = {
    email: 'robin.marsh@acme.example',
    firstName: 'Robin',
    lastName: 'Marsh',
    role: 'InhouseLegal',
    groups: ['MatterAdministrators'],
  }
  const counsel = await ensure<string>(api, '/v2/users', robin, 'email')
  await api.patch(`/v2/users/${counsel.id}/profile`, { jobTitle: 'Counsel', department })
  const kim = { email: 'kim.lee@acme.example', firstName: 'Kim', lastName: 'Lee', role: 'Standard' }
  await ensure<string>(api, '/v2/users', kim, 'email')
  const { items } = await api.get<{ items: readonly object[] }>('/v2/invitations?$orderby=Sent/DateUtc')
  log('invited', `${items.length} people`)
  const members = [{ id: me.id }, { id: counsel.id }]
  const { id } = await ensure(api, '/v2/teams', { name: 'Disputes', members })
  log('ready', `team ${id}`)
  return id
}

async function fields(api: Api, log: Log): Promise<void> {
  const all = [
    { id: 'court', name: 'Court', fieldType: 'ShortText' },
    {
      id: 'risk',
      name: 'Risk',
      fieldType: 'Dropdown',
      options: [
        { label: 'Low', value: 'low' },
        { label: 'High', value: 'high' },
      ],
    },
    { id: 'landlord', name: 'Landlord', fieldType: 'ShortText' },
    { id: 'rent', name: 'Rent', fieldType: 'Currency' },
  ]
  for (const field of all) await ensure<string>(api, '/v2/fields', field, 'id')
  log('ready', `the fields ${all.map(({ id }) => id).join(', ')}`)
}

async function matterType(api: Api, teamId: number, log: Log): Promise<number> {
  const { id } = await ensure(api, '/v2/matterTypes', { name: 'Dispute', teamAssigned: { id: teamId } })
  const parts = [{ field: 'court', required: true }, { field: 'risk' }]
  await api.put(`/v2/matterTypes/${id}/forms/create`, { parts })
  await api.put(`/v2/matterTypes/${id}/forms/details`, { parts: [{ group: { title: 'Case' }, parts }] })
  log('ready', `matter type ${id} with its forms`)
  return id
}

async function contractType(api: Api, log: Log): Promise<number> {
  const { id } = await ensure(api, '/v2/contractTypes', {
    name: 'Lease',
    parent: { name: 'Property' },
    category: 'Commercial',
  })
  const parts = [{ field: 'landlord', required: true }, { field: 'rent' }]
  for (const form of ['details', 'wizard']) await api.put(`/v2/contractTypes/${id}/forms/${form}`, { parts })
  const document = docx([
    'Lease between {landlord} and {organisationName}',
    'Rent: NZD {rent}',
    'Made on {today}',
  ])
  await api.put(`/v2/contractTypes/${id}/document`, new Blob([new Uint8Array(document)]))
  log('ready', `contract type ${id} with its forms and its document`)
  return id
}
