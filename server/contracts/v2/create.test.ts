// v2 of new contracts: from an uploaded document, and by the wizard of their type. The life of the file that waits is
// tested where it is uploaded (files/v2/uploads.test.ts).
import { beforeEach, describe, expect, test } from 'vitest'
import { docx, paragraphsOf } from '../../../test/documents/docx.ts'
import {
  createContractTemplate,
  createOrganisation,
  createTeam,
  createUser,
  type TestUser,
} from '../../../test/factories.ts'
import { insertFieldOn } from '../../../test/fixtures/fields.ts'
import { download, eventsOf } from '../../../test/fixtures/files.ts'
import { form } from '../../../test/documents/forms.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { systemActor } from '../../platform/events/change.ts'
import { setTemplateDocument } from '../commands/set-template-document.ts'

const parts = useTestApp()

let organisationId: number
let owner: TestUser
let caller: Caller
let typeId: number
beforeEach(async () => {
  const { app } = parts
  organisationId = (await createOrganisation(app)).id
  owner = await createUser(app, { organisationId, firstName: 'Ana', lastName: 'Prior' })
  caller = await callerFor(parts, owner)
  typeId = await createContractTemplate(app, { organisationId, name: 'Lease' })
})

async function upload(): Promise<{ id: number }> {
  const { payload, headers } = form({
    targetResourceType: 'ContractCreation',
    file: { name: 'Lease.pdf', content: '%PDF-1.4' },
  })
  return (await caller.post('/v2/files', payload, { headers })).json()
}

const on = (name: 'ContractUpload' | 'ContractWizard' | 'ContractDetails') =>
  ({ organisationId, form: name, templateId: typeId }) as const

describe('a contract from a document', () => {
  test('is made with everything that is given, by one event [V-200]', async () => {
    const teamId = await createTeam(parts.app, { organisationId, members: [owner] })
    const other = await createUser(parts.app, { organisationId, firstName: 'Bo', lastName: 'Lind' })
    await insertFieldOn(parts.app, on('ContractUpload'), {
      title: 'Use',
      type: 'Dropdown',
      options: [{ label: 'Office' }],
    })
    await insertFieldOn(parts.app, on('ContractDetails'), { title: 'Rent', type: 'Currency' })
    const document = await upload()
    const made = await caller.post('/v2/contracts', {
      id: 99,
      type: { id: typeId, name: 'ignored' },
      name: ' Lease of a mill ',
      owner: { id: other.id },
      document,
      expiry: '2027-05-06T17:00:00',
      externalId: 'X-1',
      restricted: true,
      teamAssigned: { id: teamId },
      fields: { use: { value: 'office' }, rent: 1200.5 },
    })
    expect(made.statusCode, made.body).toBe(201)
    const { id } = made.json<{ id: number }>()
    expect(made.headers.location).toBe(`/v2/contracts/${id}`)
    expect((await caller.get(made.headers.location ?? '')).json()).toMatchObject({
      id,
      name: 'Lease of a mill',
      type: { id: typeId, name: 'Lease' },
      owner: { id: other.id },
      document: { id: document.id, name: 'Lease.pdf' },
      expiry: '2027-05-06T17:00:00',
      externalId: 'X-1',
      restricted: true,
      status: 'Draft',
      teamAssigned: { id: teamId },
      fields: { use: { value: 'Office', label: 'Office' }, rent: 1200.5 },
      created: { userName: 'Ana Prior' },
    })
    const taken = await caller.post('/v2/contracts', {
      type: { id: typeId },
      name: 'Other',
      document: await upload(),
      externalId: 'X-1',
      fields: { use: { value: 'office' } },
    })
    expect(taken.statusCode, taken.body).toBe(409)
    const events = await eventsOf(parts.app, organisationId)
    expect(events.filter(([name]) => name.startsWith('contract.'))).toEqual([['contract.created', id]])
  })

  test.each([
    [{ name: 'x', document: { id: 1 } }, 'type'],
    [{ type: { id: 2_000_000_000 }, name: 'x', document: { id: 1 } }, 'type'],
    [{ type: 'own', document: { id: 1 } }, 'name'],
    [{ type: 'own', name: '', document: { id: 1 } }, 'name'],
    [{ type: 'own', name: 'x' }, 'document'],
    [{ type: 'own', name: 'x', document: null }, 'document'],
    [{ type: 'own', name: 'x', document: 5 }, 'document'],
    [{ type: 'own', name: 'x', document: { id: 2_000_000_000 } }, 'document'],
    [{ type: 'own', name: 'x', document: 'own', teamAssigned: { id: 2_000_000_000 } }, 'teamAssigned'],
    [{ type: 'own', name: 'x', document: 'own', fields: { rent: 5 } }, 'fields.rent'],
    [{ type: 'own', name: 'x', document: 'own', stage: 'Draft' }, 'stage'],
  ])('%j is refused by name [V-201]', async (body, name) => {
    const given = {
      ...body,
      ...('type' in body && body.type === 'own' ? { type: { id: typeId } } : {}),
      ...('document' in body && body.document === 'own' ? { document: await upload() } : {}),
    }
    const answer = await caller.post('/v2/contracts', given)
    expect(answer.statusCode, answer.body).toBe(400)
    expect(answer.json()).toMatchObject({ errors: { [name]: [expect.stringContaining(name)] } })
  })

  test('what the upload form requires must be there [V-201]', async () => {
    await insertFieldOn(parts.app, on('ContractUpload'), { title: 'Begin', type: 'Date', required: true })
    const body = { type: { id: typeId }, name: 'x', document: await upload() }
    const missing = await caller.post('/v2/contracts', body)
    expect(missing.json()).toMatchObject({ errors: { 'fields.begin': [expect.stringContaining('missing')] } })
    const made = await caller.post('/v2/contracts', { ...body, fields: { begin: '2026-05-06' } })
    expect(made.statusCode, made.body).toBe(201)
  })
})

test('without a document the wizard of the type writes it from the fields [V-202]', async () => {
  await insertFieldOn(parts.app, on('ContractWizard'), { title: 'Other party', type: 'ShortText' })
  const bytes = docx(['{contractName} with {otherParty}'])
  await setTemplateDocument(parts.app, systemActor('test'), { organisationId, templateId: typeId, bytes })
  const body = { type: { id: typeId }, name: 'NDA' }
  const missing = await caller.post('/v2/contracts', body)
  expect([missing.statusCode, missing.json<{ errors: object }>().errors]).toEqual([
    400,
    { 'fields.otherParty': [expect.stringContaining('fields.otherParty')] },
  ])
  const made = await caller.post('/v2/contracts', { ...body, fields: { otherParty: 'Zephyr & Söhne' } })
  expect(made.statusCode, made.body).toBe(201)
  const contract = (await caller.get(made.headers.location ?? '')).json<{ document: { id: number } }>()
  expect(contract).toMatchObject({
    document: { name: 'NDA.docx', version: 1 },
    fields: { otherParty: 'Zephyr & Söhne' },
  })
  expect(paragraphsOf(await download(caller, contract.document.id))).toEqual(['NDA with Zephyr &amp; Söhne'])
})
