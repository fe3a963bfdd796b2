// How often a write waits for the database: a record is created or changed in a few packets of named statements.
import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { createField } from '../../server/fields/commands/create-field.ts'
import { placeOnForm } from '../../server/fields/commands/place-on-form.ts'
import { systemActor } from '../../server/platform/events/change.ts'
import { Batch } from '../../server/platform/postgres/batch.ts'
import { createContractTemplate, createTeam } from '../factories.ts'
import { form } from '../documents/forms.ts'
import { type MatterWorld, mattersPath, matterWorld } from '../fixtures/matters.ts'
import { useTestApp } from '../test-app.ts'

const parts = useTestApp()
const demo = systemActor('tests')
const contractsPath = '/contract-apis/v1/contracts'

let here: MatterWorld
let matterPath: string
let contractPath: string
let teamId: number
let fields: Record<string, unknown>
let upload: ReturnType<typeof form>
let packets: (readonly string[])[] = []
const unnamed = new Set<string>()

beforeAll(async () => {
  const { app } = parts
  here = await matterWorld(parts)
  const { organisationId, categoryId } = here
  const text = await createField(app, demo, { organisationId, title: 'Reason', type: 'ShortText' })
  const options = [{ label: 'High' }, { label: 'Low' }]
  const choice = await createField(app, demo, { organisationId, title: 'Risk', type: 'Dropdown', options })
  for (const { id: fieldId } of [text, choice]) {
    await placeOnForm(app, demo, { organisationId, form: 'MatterDetails', categoryId }, { fieldId })
  }
  const risk = await app.db
    .selectFrom('field_options')
    .where('organisation_id', '=', organisationId)
    .select('value')
    .executeTakeFirstOrThrow()
  fields = { [`field_${text.id}`]: 'because', [`field_${choice.id}`]: risk.value }
  teamId = await createTeam(app, { organisationId })
  const templateId = await createContractTemplate(app, { organisationId, name: 'Lease' })
  const file = { name: 'lease.pdf', content: '%PDF-1.4', contentType: 'application/pdf' }
  upload = form({ ContractTemplateId: templateId, Name: 'Lease', ContractFile: file })
  matterPath = `${mattersPath}/${(await here.caller.post(mattersPath, { categoryId })).json<number>()}`
  const contract = await here.caller.post(contractsPath, upload.payload, { headers: upload.headers })
  contractPath = `${contractsPath}/${contract.json<number>()}`
  app.database.pool.on('acquire', listen)
})

const listened = new WeakSet<object>()
function listen(client: pg.PoolClient): void {
  if (listened.has(client)) return
  listened.add(client)
  const send = client.query.bind(client) as (...args: unknown[]) => unknown
  const listening = (...args: unknown[]) => {
    if (args[0] instanceof Batch) {
      const statements = args[0].statements.map(({ query }) => query)
      packets.push(statements.map(({ text }) => text))
      for (const { name, text } of statements) if (name === undefined) unnamed.add(text)
    }
    return send(...args)
  }
  Object.assign(client, { query: listening })
}

const requests: Record<
  string,
  { readonly most: number; readonly send: () => Promise<{ statusCode: number }> }
> = {
  'creating a matter': {
    most: 2,
    send: () => here.caller.post(mattersPath, { categoryId: here.categoryId }),
  },
  'creating a matter in v2': {
    most: 2,
    send: () => here.caller.post('/v2/matters', { type: { id: here.categoryId }, name: 'Lease' }),
  },
  'creating a matter with fields, a team and a parent': {
    most: 3,
    send: () =>
      here.caller.post(mattersPath, {
        categoryId: here.categoryId,
        fields,
        teamId,
        parentId: Number(matterPath.split('/').at(-1)),
      }),
  },
  'creating a contract with its document': {
    most: 2,
    send: () => here.caller.post(contractsPath, upload.payload, { headers: upload.headers }),
  },
  'renaming a matter': { most: 2, send: () => here.caller.patch(matterPath, { Name: 'Other' }) },
  // a move asks the form what the next state requires
  'moving a contract': { most: 3, send: () => here.caller.patch(contractPath, { Status: 'Negotiating' }) },
  'renaming a contract': { most: 2, send: () => here.caller.patch(contractPath, { Name: 'Other' }) },
  'posting a status message': {
    most: 2,
    send: () => here.caller.post(`${matterPath}/statusMessages`, { statusMessage: 'It goes well.' }),
  },
}

test.each(Object.entries(requests))(
  '%s waits for the database at most so often: %o',
  async (_, { most, send }) => {
    packets = []
    unnamed.clear()
    const { statusCode } = await send()
    expect(statusCode).toBeLessThan(300)
    const first = packets.findIndex(([begin]) => begin === 'begin')
    const last = packets.findIndex((packet) => packet.at(-1) === 'commit')
    const transaction = packets.slice(first, last + 1)
    expect([first >= 0, transaction.length <= most], JSON.stringify(transaction, null, 2)).toEqual([
      true,
      true,
    ])
    expect([...unnamed].filter((text) => transaction.flat().includes(text))).toEqual([])
  },
)
