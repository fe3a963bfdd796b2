// v2 of quick find, through the server.
import { expect, test } from 'vitest'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import { createContractTemplate, createUser } from '../../../test/factories.ts'
import type { Caller } from '../../../test/http.ts'
import { insertMatter, matterWorld } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { setFeature } from '../../identity/features/commands/set-feature.ts'
import { actorFor } from '../../../test/fixtures/actors.ts'

const parts = useTestApp()

interface Item {
  type: string
  id: number
  displayId: string | null
  name: string
  status: string
}

const find = async (by: Caller, query: string) => {
  const answer = await by.get(`/v2/quickfind${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ items: Item[] }>().items
}
const names = async (by: Caller, query: string) => (await find(by, query)).map(({ name }) => name)

async function world() {
  const { app } = parts
  const made = await matterWorld(parts)
  const { owner, organisationId } = made
  const templateId = await createContractTemplate(app, { organisationId })
  const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour))
  const matter = (name: string, hour: number) =>
    insertMatter(app, { owner, values: { name, manager_id: owner.id, last_activity_at: at(hour) } })
  const contract = (name: string, hour: number) =>
    insertContract(app, { owner, templateId, values: { name, last_activity_at: at(hour) } })
  return { ...made, templateId, matter, contract }
}

test('quick find puts matters and contracts in one order, best first, with number and status [S-13]', async () => {
  const { caller, matter, contract } = await world()
  const disputeId = await matter('Zephyr dispute', 1)
  const leaseId = await contract('Zephyr', 2)
  await contract('New zephyr crane', 3)
  await matter('Quay', 4)
  const items = await find(caller, '?q=zephyr')
  expect(items).toEqual([
    { type: 'Contract', id: leaseId, displayId: null, name: 'Zephyr', status: 'Draft' },
    {
      type: 'Matter',
      id: disputeId,
      displayId: expect.stringMatching(/^\w+-\d+$/),
      name: 'Zephyr dispute',
      status: 'Active',
    },
    expect.objectContaining({ name: 'New zephyr crane' }),
  ])
  expect(await names(caller, `?q=${items[1]?.displayId}`)).toEqual(['Zephyr dispute'])
  expect(await names(caller, '?q=zehpyr dispute')).toEqual(['Zephyr dispute'])
  expect(await names(caller, '?q=zephyr&types=matter')).toEqual(['Zephyr dispute'])
  expect(await names(caller, '?q=zephyr&$top=1')).toEqual(['Zephyr'])
  // without a term the latest that the caller is a member of
  expect(await names(caller, '?$top=3')).toEqual(['Quay', 'New zephyr crane', 'Zephyr'])
  for (const wrong of ['?types=File', '?$top=0', '?$top=51', '?q=%00', `?q=${'x'.repeat(256)}`]) {
    expect((await caller.get(`/v2/quickfind${wrong}`)).statusCode, wrong).toBe(400)
  }
})

test('quick find shows what one may see now, and nothing of what is off [S-14]', async () => {
  const { caller, templateId, organisationId, contract } = await world()
  const { app } = parts
  await contract('Zephyr lease', 1)
  const colleague = await createUser(app, { organisationId, role: 'InhouseLegal' })
  await insertMatter(app, { owner: colleague, values: { name: 'Zephyr inquiry', restricted: true } })
  await insertContract(app, {
    owner: colleague,
    templateId,
    values: { name: 'Zephyr option', restricted: true },
  })
  expect(await names(caller, '?q=zephyr')).toEqual(['Zephyr lease'])
  const administrator = await createUser(app, { organisationId, role: 'Administrator' })
  const off = { organisationId, code: 'CONTRACTS', enabled: false } as const
  await setFeature(app, await actorFor(app, administrator), off)
  expect(await names(caller, '?q=zephyr')).toEqual([])
})
