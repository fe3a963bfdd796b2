// What an approval covers: every way in which covered content changes.
import { beforeAll, describe, expect, test } from 'vitest'
import { setRules } from '../../../test/fixtures/approvals.ts'
import { insertDocument } from '../../../test/fixtures/contracts.ts'
import { approvedContentWorld, detailOf, done } from '../../../test/fixtures/approved-content.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()
const makeWorld = () => approvedContentWorld(parts)

let made: Awaited<ReturnType<typeof makeWorld>>
beforeAll(async () => {
  made = await makeWorld()
})

type Way = readonly [how: string, change: (id: number) => Promise<unknown>, what: readonly string[]]
/** Every way to change what is covered, one after another on contracts of their own. */
const ways: readonly Way[] = [
  [
    'PATCH of v2',
    (id) => done(made.asOwner.patch(made.address(id), { fields: { amount: 10_000_000 } })),
    ['amount'],
  ],
  [
    'PATCH of the fields in v1',
    (id) =>
      done(
        made.asOwner.patch(`/contract-apis/v1/contracts/${id}/fields`, [
          { op: 'replace', path: `/field_${made.fields.amount}`, value: 10_000_000 },
        ]),
      ),
    ['amount'],
  ],
  [
    'a value that a rule reads',
    (id) => done(made.asOwner.patch(made.address(id), { fields: { years: 3 } })),
    ['years'],
  ],
  [
    'a change of many',
    (id) =>
      done(made.asOwner.post('/v2/contracts/bulk', { ids: [id], change: { fields: { amount: 5_000 } } })),
    ['amount'],
  ],
  [
    'taking a party out',
    (id) => done(made.asOwner.delete(`${made.address(id)}/parties/${made.buyers.get(id)}`)),
    ['buyer'],
  ],
  [
    'naming another party',
    (id) => done(made.asOwner.put(`${made.address(id)}/parties/${made.other}`, { field: 'seller' })),
    ['seller'],
  ],
  [
    'merging a party into another one',
    async (id) => {
      const passing = await made.party(`Passing ${id}`)
      const address = `/v2/contractParties/${made.buyers.get(id)}/merge`
      await done(made.asAdministrator.post(address, { into: { id: passing } }))
    },
    ['buyer'],
  ],
  ['a new version of the document', (id) => insertDocument(made.app, made.owner, id), ['Document']],
]

describe('what an approval covers', () => {
  test.each(ways)(
    '%s, after all approved: signing and executing wait until it is asked again [C-210]',
    async (_how, change, what) => {
      const id = await made.approved()
      await change(id)
      const shown = await made.latest(id)
      expect(shown.changes.map(({ what: kind, field }) => field?.name ?? kind)).toEqual(what)
      expect(shown.can).toMatchObject({ keep: true, restart: true })
      for (const stage of ['Signing', 'Executed']) {
        const refused = await made.stageTo(id, stage)
        expect(refused.statusCode, refused.body).toBe(409)
        expect(detailOf(refused)).toMatch(/ha(s|ve) changed since it was approved/)
      }
      const inV1 = await made.asOwner.patch(`/contract-apis/v1/contracts/${id}`, [
        { op: 'replace', path: '/Status', value: 'Signing' },
      ])
      expect(inV1.statusCode).toBe(409)
      expect((await made.act(id, 'restart', made.asOwner, { reason: 'A new price' })).statusCode).toBe(201)
      expect(await made.latest(id)).toMatchObject({
        againBecause: 'A new price',
        changes: [],
        state: 'Waiting',
      })
      for (const caller of [made.asFinance, made.asDirector])
        expect((await made.act(id, 'approve', caller)).statusCode).toBe(200)
      expect((await made.stageTo(id, 'Signing')).statusCode).toBe(204)
    },
  )

  test.each(ways)(
    '%s, while it waits: nobody decides about something that they were not asked [C-210]',
    async (_how, change) => {
      const id = await made.asked()
      await change(id)
      const refused = await made.act(id, 'approve', made.asFinance)
      expect(refused.statusCode, refused.body).toBe(409)
      expect(detailOf(refused)).toMatch(/ha(s|ve) changed since approval was asked for/)
      expect((await made.latest(id, made.asFinance)).can).toMatchObject({ decide: false })
      expect((await made.act(id, 'keep', made.asOwner, { reason: 'A slip' })).statusCode).toBe(200)
      expect((await made.act(id, 'approve', made.asFinance)).statusCode).toBe(200)
    },
  )

  test('merging a choice that a rule reads into another one asks again [C-210]', async () => {
    const own = await makeWorld()
    const { value } = await own.app.db
      .selectFrom('field_options')
      .where('field_id', '=', own.fields.level)
      .where('label', '=', 'Low')
      .select('value')
      .executeTakeFirstOrThrow()
    await setRules(own, {
      rules: [
        {
          name: 'Finance',
          approvers: [{ id: own.finance.id }],
          when: { field: 'level', operator: 'eq', value },
        },
      ],
    })
    const id = await own.make()
    await done(own.asOwner.patch(own.address(id), { fields: { level: { id: own.levels['Low'] } } }))
    await done(own.stageTo(id, 'Approval'))
    await done(own.act(id, 'approve', own.asFinance))
    await done(
      own.asAdministrator.patch(
        `/field-apis/v1/lookupFields/${own.fields.level}/choices/${own.levels['Low']}`,
        [{ op: 'move', from: '/Id', path: `/${own.levels['High']}` }],
      ),
    )
    expect((await own.latest(id)).changes).toMatchObject([{ what: 'Value', field: { name: 'level' } }])
    expect((await own.stageTo(id, 'Signing')).statusCode).toBe(409)
  })

  test('what is not covered asks nothing again, and a value that comes back is the one that was approved [C-210]', async () => {
    const id = await made.approved()
    await done(made.asOwner.patch(made.address(id), { name: 'Another name', fields: { remark: 'Read it' } }))
    await done(made.asOwner.patch(made.address(id), { fields: { amount: 2_000 } }))
    await done(made.asOwner.patch(made.address(id), { fields: { amount: 1_000 } }))
    expect((await made.latest(id)).changes).toEqual([])
    expect((await made.stageTo(id, 'Signing')).statusCode).toBe(204)
    // in Signing, the new version is the signed one, but another amount is not what was approved
    await insertDocument(made.app, made.owner, id)
    await done(made.asOwner.patch(made.address(id), { fields: { amount: 2_000 } }))
    const refused = await made.stageTo(id, 'Executed')
    expect([refused.statusCode, detailOf(refused)]).toEqual([
      409,
      expect.stringContaining('"amount" has changed since it was approved'),
    ])
    await done(made.asOwner.patch(made.address(id), { fields: { amount: 1_000 } }))
    expect((await made.stageTo(id, 'Executed')).statusCode).toBe(204)
  })

  test('moving back and to Approval again asks again, and says why [C-210]', async () => {
    const id = await made.approved()
    await done(made.stageTo(id, 'Draft'))
    await done(made.asOwner.patch(made.address(id), { fields: { amount: 9_000 } }))
    await done(made.stageTo(id, 'Approval'))
    expect(await made.latest(id)).toMatchObject({
      state: 'Waiting',
      againBecause: '"amount" has changed since approval was asked for.',
    })
  })

  test('a change and a move at the same time never lead to an executed contract that nobody approved [C-210]', async () => {
    for (let round = 0; round < 8; round++) {
      const id = await made.approved()
      await Promise.all([
        made.asOwner.patch(made.address(id), { fields: { amount: 77_000 } }),
        made.stageTo(id, 'Signing'),
        made.asOwner.put(`${made.address(id)}/parties/${made.other}`, { field: 'buyer' }),
      ])
      expect((await made.stageTo(id, 'Executed')).statusCode).toBe(409)
      const read = await made.asOwner.get(made.address(id))
      expect(read.json<{ status: string }>().status).not.toBe('Executed')
    }
  })

  test('a decision and a change at the same time: the decision is about what was there, or refused [C-210]', async () => {
    for (let round = 0; round < 8; round++) {
      const id = await made.asked()
      await done(made.act(id, 'approve', made.asFinance))
      await Promise.all([
        made.asOwner.patch(made.address(id), { fields: { amount: 77_000 } }),
        made.act(id, 'approve', made.asDirector),
      ])
      expect((await made.stageTo(id, 'Signing')).statusCode).toBe(409)
    }
  })
})
