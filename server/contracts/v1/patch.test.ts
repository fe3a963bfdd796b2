// Every path that a patch of a contract may name: what it sets, which event it raises, and what it rejects.
import { describe, expect, test } from 'vitest'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import {
  createContractTemplate,
  createOrganisation,
  createTeam,
  createUser,
} from '../../../test/factories.ts'
import { eventsOf } from '../../../test/fixtures/files.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { patchedProperties } from './patch.wire.ts'

const parts = useTestApp()
const contracts = '/contract-apis/v1/contracts'

async function world() {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const owner = await createUser(app, { organisationId })
  const templateId = await createContractTemplate(app, { organisationId })
  const id = await insertContract(app, { owner, templateId })
  return { organisationId, owner, templateId, id, caller: await callerFor(parts, owner) }
}
type World = Awaited<ReturnType<typeof world>>

interface Case {
  readonly property: (typeof patchedProperties)[number]
  /** Where the details show it. */
  readonly shown: string
  readonly value: (here: World) => unknown
  /** As the details show it, where that differs. */
  readonly shownAs?: unknown
  readonly wrong: unknown
  readonly events?: readonly string[]
}

const cases: readonly Case[] = [
  { property: 'Name', shown: 'name', value: () => 'Lease 2027', wrong: '' },
  {
    property: 'OwnerId',
    shown: 'ownerId',
    value: async ({ organisationId }) => (await createUser(parts.app, { organisationId })).id,
    wrong: 'me',
  },
  {
    property: 'TeamId',
    shown: 'teamId',
    value: (here) => createTeam(parts.app, here),
    wrong: 999_999,
  },
  { property: 'Restricted', shown: 'restricted', value: () => true, wrong: 'yes' },
  { property: 'ExternalId', shown: 'externalId', value: () => 'ERP-7', wrong: ' ' },
  {
    property: 'Expiry',
    shown: 'expiry',
    value: () => '2027-06-30T17:00:00',
    wrong: '2027-02-30',
  },
  {
    property: 'Status',
    shown: 'status',
    value: () => 'Executed',
    wrong: 'Signed',
    events: ['contract.updated', 'contract.status.updated'],
  },
  {
    property: 'MatterId',
    shown: 'matterId',
    value: ({ owner }) => insertMatter(parts.app, { owner }),
    wrong: 999_999,
  },
  {
    property: 'ParentContractId',
    shown: 'parentContractId',
    value: (here) => insertContract(parts.app, here),
    wrong: 999_999,
  },
]

describe('a patch of a contract', () => {
  test.each(cases)(
    'sets $property, shows it in the details and publishes it [C-21, C-41, C-42, C-43, C-44, C-45, C-46, C-47, C-48, C-49, C-50]',
    async (each) => {
      const here = await world()
      const value = await each.value(here)
      const address = `${contracts}/${here.id}`
      const answer = await here.caller.patch(address, [{ op: 'replace', path: `/${each.property}`, value }])
      expect(answer.statusCode, answer.body).toBe(200)
      expect((await here.caller.get(address)).json()).toMatchObject({ [each.shown]: value })
      const expected = (each.events ?? ['contract.updated']).map((name) => [name, here.id])
      expect(await eventsOf(parts.app, here.organisationId)).toEqual(expected)
    },
  )

  test.each(cases)(
    'refuses a wrong $property by its name and changes nothing [C-41, C-44, C-46, C-47]',
    async (each) => {
      const here = await world()
      const address = `${contracts}/${here.id}`
      const before = (await here.caller.get(address)).json<object>()
      const answer = await here.caller.patch(address, { [each.property]: each.wrong })
      expect(answer.statusCode, answer.body).toBe(400)
      const named = Object.keys(answer.json<{ errors: object }>().errors)
      expect(named).toEqual([each.property])
      expect((await here.caller.get(address)).json()).toEqual(before)
      expect(await eventsOf(parts.app, here.organisationId)).toEqual([])
    },
  )

  test.each(['2027-06-30T17:00:00Z', '2027-06-30T17:00:00.0000000+13:00', '2027-06-30T17:00'])(
    'takes the expiry %s as the local time that it writes [C-46]',
    async (expiry) => {
      const here = await world()
      const address = `${contracts}/${here.id}`
      expect((await here.caller.patch(address, { expiry })).statusCode).toBe(200)
      expect((await here.caller.get(address)).json()).toMatchObject({ expiry: '2027-06-30T17:00:00' })
    },
  )

  test('names no other path than these [C-40]', async () => {
    expect(cases.map(({ property }) => property)).toEqual([...patchedProperties])
    const here = await world()
    for (const path of [
      '/Id',
      '/TemplateId',
      '/CreatedBy',
      '/ExecutedDateUtc',
      '/OrganisationId',
      '/Value',
    ]) {
      const patch = [{ op: 'replace', path, value: 1 }]
      expect((await here.caller.patch(`${contracts}/${here.id}`, patch)).statusCode, path).toBe(400)
    }
  })

  test.each(['TeamId', 'ExternalId', 'Expiry', 'MatterId', 'ParentContractId'] as const)(
    'clears %s with null [C-43, C-45, C-48]',
    async (property) => {
      const here = await world()
      const each = cases.find((one) => one.property === property)
      const address = `${contracts}/${here.id}`
      await here.caller.patch(address, { [property]: await each?.value(here) })
      const removed = await here.caller.patch(address, [{ op: 'remove', path: property }])
      expect(removed.statusCode, removed.body).toBe(200)
      expect((await here.caller.get(address)).json()).toMatchObject({ [each?.shown ?? '']: null })
    },
  )

  test('to Executed notes the date, which goes with a return to Draft [C-61]', async () => {
    const here = await world()
    const address = `${contracts}/${here.id}`
    const set = async (Status: string) => {
      expect((await here.caller.patch(address, { Status })).statusCode).toBe(200)
      return (await here.caller.get(address)).json<{ executedDateUtc: string | null }>().executedDateUtc
    }
    const now = parts.clock.now().toISOString().slice(0, -1)
    expect(await set('Executed')).toBe(now)
    expect(await set('Void')).toBe(now)
    expect(await set('Draft')).toBeNull()
  })

  test('against the stages is 409 and leaves it as it was [C-65]', async () => {
    const here = await world()
    const address = `${contracts}/${here.id}`
    expect((await here.caller.patch(address, { Status: 'Executed' })).statusCode).toBe(200)
    const refused = await here.caller.patch(address, { Status: 'Signing', Name: 'Too late' })
    expect(refused.statusCode).toBe(409)
    expect((await here.caller.get(address)).json()).toMatchObject({ status: 'Executed', name: 'Agreement' })
  })

  test('restricts none that the caller would not see any more [C-56]', async () => {
    const here = await world()
    const address = `${contracts}/${here.id}`
    const administrator = await createUser(parts.app, {
      organisationId: here.organisationId,
      groups: ['ContractAdministrators'],
    })
    const caller = await callerFor(parts, administrator)
    expect((await caller.patch(address, { Restricted: true })).statusCode).toBe(403)
    expect((await here.caller.get(address)).json()).toMatchObject({ restricted: false })
    const added = await here.caller.post(`${address}/users`, { userId: administrator.id })
    expect(added.statusCode, added.body).toBe(204)
    expect((await caller.patch(address, { Restricted: true })).statusCode).toBe(200)
    expect((await caller.get(address)).json()).toMatchObject({ restricted: true })
  })
})
