// Request types that make contracts: which contract type, and within which bounds at once.
import { expect, test } from 'vitest'
import { createContractTemplate } from '../../../test/factories.ts'
import { atOnce, contractRequestWorld } from '../../../test/fixtures/contract-requests.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()

test('bounds and contract types of request types are checked, shown and changed [N-63]', async () => {
  const { callers, typeId, categoryId, templateId, organisationId } = await contractRequestWorld(
    parts,
    atOnce,
  )
  const shown = async () =>
    (await callers.requester.get('/v2/requestTypes')).json<{ items: object[] }>().items
  expect(await shown()).toMatchObject([
    {
      contractType: { id: templateId, name: 'NDA' },
      selfService: true,
      bounds: [
        { field: { id: 'penalty', name: 'Penalty' }, atMost: 5_000, oneOf: null, orEmpty: true },
        { field: { id: 'law' }, atMost: null, oneOf: ['Norway'], orEmpty: false },
      ],
      form: { parts: [{ field: { id: 'who' } }, {}, {}] },
    },
  ])
  const plain = await createContractTemplate(parts.app, { organisationId, name: 'Lease' })
  const before = await shown()
  for (const [changes, name] of [
    [{ contractType: { id: plain } }, 'contractType'],
    [{ contractType: null, bounds: [] }, 'selfService'],
    [{ bounds: [{ field: 'why', atMost: 1 }] }, 'bounds[0].field'],
    [{ bounds: [{ field: 'law', atMost: 1 }] }, 'bounds[0].atMost'],
    [{ bounds: [{ field: 'law', oneOf: ['Chile'] }] }, 'bounds[0].oneOf'],
    [{ bounds: [{ field: 'law' }] }, 'bounds[0]'],
    [
      {
        bounds: [
          { field: 'law', oneOf: ['Peru'] },
          { field: 'LAW', oneOf: ['Peru'] },
        ],
      },
      'bounds[1].field',
    ],
    [{ bounds: 5 }, 'bounds'],
  ] as const) {
    const refused = await callers.admin.patch(`/v2/requestTypes/${typeId}`, changes)
    expect([refused.statusCode, Object.keys(refused.json<{ errors: object }>().errors)], name).toEqual([
      400,
      [name],
    ])
  }
  expect(await shown()).toEqual(before)
  const open = { title: 'Other', matterType: { id: categoryId }, selfService: true }
  expect((await callers.admin.post('/v2/requestTypes', open)).statusCode).toBe(400)
  const url = `/v2/requestTypes/${typeId}`
  expect((await callers.admin.patch(url, { bounds: [{ field: 'law', oneOf: ['Peru'] }] })).statusCode).toBe(
    204,
  )
  expect((await callers.admin.patch(url, { help: 'Quick.' })).statusCode).toBe(204)
  expect(await shown()).toMatchObject([
    { help: 'Quick.', bounds: [{ field: { id: 'law' }, oneOf: ['Peru'] }] },
  ])
  const matters = { contractType: null, selfService: false }
  expect((await callers.admin.patch(url, matters)).statusCode).toBe(204)
  expect(await shown()).toMatchObject([
    { contractType: null, bounds: [], form: { parts: [{ field: { id: 'why' } }, {}] } },
  ])
  // one without a wizard any more cannot be asked for
  await callers.admin.patch(url, { contractType: { id: templateId } })
  expect((await callers.admin.delete(`/v2/contractTypes/${templateId}/document`)).statusCode).toBe(204)
  expect(await shown()).toEqual([])
})
