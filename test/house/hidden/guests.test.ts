// Guests see no directory beyond their records: of people, teams, organisations and the lists that pickers offer they
// find what the records that they are on name. Every list of the server is searched for everything else.
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { linkOrganisations } from '../../../server/identity/organisations/commands/link-organisations.ts'
import { systemActor } from '../../../server/platform/events/change.ts'
import { createOrganisation, createTeam, createUser } from '../../factories.ts'
import { insertFieldOn } from '../../fixtures/fields.ts'
import type { Caller } from '../../http.ts'
import { useTestApp } from '../../test-app.ts'
import { addRecords, type HiddenWorld, hiddenWorld, sent } from './hidden-world.ts'

const parts = useTestApp()
let made: HiddenWorld
let guest: Caller
let firmName: string
let strangerId: string
let teamIds: { readonly known: number; readonly hidden: number }

/** What is on no record of the guest, with a word that stands nowhere else. */
const hidden = {
  person: 'Zzqstranger',
  partner: 'Zzqpartner',
  firm: `Zzqfirm ${randomUUID().slice(0, 8)}`,
  team: 'Zzqteam',
  department: 'Zzqdepartment',
  region: 'Zzqregion',
  party: 'Zzqparty',
  recipient: 'Zzqrecipient',
} as const

beforeAll(async () => {
  made = await hiddenWorld(parts)
  const { app } = parts
  const { world, users, owner } = made
  const { organisationId } = world
  guest = made.people.get('guest')?.caller ?? guest
  const found = await app.db
    .selectFrom('organisations')
    .where('id', '=', made.firmId)
    .select('name')
    .execute()
  firmName = found[0]?.name ?? ''
  await insertRecipientField()
  await addRecords(made, false)
  const stranger = await createUser(app, { organisationId, lastName: hidden.person })
  strangerId = stranger.id
  const { id: firmId } = await createOrganisation(app, { name: hidden.firm, type: 'ServiceProvider' })
  await linkOrganisations(app, systemActor('test'), { customerId: organisationId, providerId: firmId })
  await createUser(app, { organisationId: firmId, role: 'MatterManager', lastName: hidden.partner })
  const members = [users.lawyer, stranger]
  teamIds = {
    known: await createTeam(app, { organisationId, name: 'Known team', members }),
    hidden: await createTeam(app, { organisationId, name: hidden.team, members }),
  }
  await sent(owner.patch('/v2/matters/1', { teamAssigned: { id: teamIds.known } }))
  for (const [path, name] of [
    ['/v2/departments', hidden.department],
    ['/v2/regions', hidden.region],
    ['/v2/contractParties', hidden.party],
    ['/v2/invoiceRecipients', hidden.recipient],
  ] as const)
    await sent(owner.post(path, { name }))
})

/** A field of the matter that offers the recipients of invoices. */
const insertRecipientField = () =>
  insertFieldOn(
    parts.app,
    {
      organisationId: made.world.organisationId,
      form: 'MatterDetails',
      categoryId: made.types.categoryId,
    },
    { title: 'Recipient', apiName: 'MatterRecipient', type: 'InvoiceRecipient' },
  )

/** Each list that pickers and pages read, what everybody else finds there, and what guests find. */
const directory = (): readonly (readonly [url: string, hidden: string, known: string | null])[] => [
  ['/v2/users?$top=200', hidden.person, 'Robin'],
  ['/v2/users?$top=200', hidden.partner, 'Robin'],
  ['/account-apis/v1/users', hidden.person, 'Robin'],
  [`/account-apis/v1/users?filter.search=${hidden.partner}`, hidden.partner, null],
  [`/v2/users/${strangerId}`, hidden.person, null],
  [`/v2/users/${strangerId}/profile`, hidden.person, null],
  [`/account-apis/v1/users/${strangerId}/profile`, hidden.person, null],
  ['/v2/teams', hidden.team, 'Known team'],
  ['/account-apis/v1/teams', hidden.team, 'Known team'],
  [`/v2/teams/${teamIds.hidden}`, hidden.team, null],
  [`/v2/teams/${teamIds.known}/members`, hidden.person, 'Robin'],
  ['/v2/organizations', hidden.firm, firmName],
  ['/account-apis/v1/organisations', hidden.firm, firmName],
  ['/v2/organizationLinks', hidden.firm, firmName],
  ['/v2/departments', hidden.department, 'Entry of /v2/departments'],
  [
    `/account-apis/v1/organisations/${made.world.organisationId}/departments`,
    hidden.department,
    'Entry of /v2/departments',
  ],
  ['/v2/regions', hidden.region, 'Entry of /v2/regions'],
  [
    `/account-apis/v1/organisations/${made.world.organisationId}/regions`,
    hidden.region,
    'Entry of /v2/regions',
  ],
  ['/v2/contractParties', hidden.party, 'Entry of /v2/contractParties'],
  ['/contract-apis/v1/contracts/entities', hidden.party, 'Entry of /v2/contractParties'],
  [`/v2/search?q=${hidden.party}`, hidden.party, null],
  ['/v2/fields/MatterContractEntity/options', hidden.party, 'Entry of /v2/contractParties'],
  ['/v2/fields/MatterDepartment/options', hidden.department, 'Entry of /v2/departments'],
  ['/v2/fields/MatterRegion/options', hidden.region, 'Entry of /v2/regions'],
  ['/v2/fields/MatterRecipient/options', hidden.recipient, null],
  ['/v2/invoiceRecipients', hidden.recipient, null],
  ['/invoice-apis/v1/invoices/recipients', hidden.recipient, null],
]

test('pickers offer guests what their records name, and colleagues everything [P-142]', async () => {
  const colleague = made.people.get('lawyer')?.caller ?? guest
  const wrong: string[] = []
  for (const [url, word, known] of directory()) {
    const [theirs, whole] = [await guest.get(url), await colleague.get(url)]
    if (!whole.body.includes(word)) wrong.push(`a colleague does not find ${word} at ${url}: ${whole.body}`)
    if (theirs.body.includes(word)) wrong.push(`a guest finds ${word} at ${url}`)
    if (known !== null && !theirs.body.includes(known))
      wrong.push(`a guest does not find ${known} at ${url}: ${theirs.statusCode} ${theirs.body}`)
  }
  expect(wrong).toEqual([])
})

test('guests find what is on none of their records in no list [P-142]', async () => {
  const wrong: string[] = []
  const lists = parts.server.routeTable.filter(
    ({ method, path }) => method === 'GET' && !/[:*]|stream/.test(path),
  )
  expect(lists.length).toBeGreaterThan(100)
  for (const { path } of lists)
    for (const url of [path, `${path}?$top=200`]) {
      const { body, statusCode } = await guest.get(url)
      if (statusCode < 300 && /zzq/i.test(body)) wrong.push(url)
    }
  expect(wrong).toEqual([])
})
