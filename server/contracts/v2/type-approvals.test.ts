// The approval rules of contract types through v2.
import { expect, test } from 'vitest'
import { approvalWorldWithRules, type ApprovalWorld, setRules } from '../../../test/fixtures/approvals.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()
const withRules = () => approvalWorldWithRules(parts)

test('wrong rules are named and change nothing; a rule keeps its id, and If-Match guards the list [C-137]', async () => {
  const made = await withRules()
  const address = `/v2/contractTypes/${made.typeId}/approvalRules`
  const read = await made.asAdministrator.get(address)
  const whole = read.json<{ rules: { id: number; name: string }[] }>()
  const wrong = [
    [{ name: 'Nobody' }, 'rules[0].approvers'],
    [
      {
        name: 'A',
        approvers: [{ id: made.owner.id }],
        when: { field: 'nothing', operator: 'eq', value: '1' },
      },
      'rules[0].when.field',
    ],
    [
      {
        name: 'A',
        approvers: [{ id: made.owner.id }],
        when: { field: 'contractValue', operator: 'ge', value: 'much' },
      },
      'rules[0].when.value',
    ],
    [{ id: 999_999, name: 'A', approvers: [{ id: made.owner.id }] }, 'rules[0].id'],
  ] as const
  for (const [rule, name] of wrong) {
    const refused = await made.asAdministrator.put(address, { rules: [rule] })
    expect(refused.statusCode, refused.body).toBe(400)
    expect(Object.keys(refused.json<{ errors: object }>().errors)).toEqual([name])
  }
  expect((await made.asAdministrator.get(address)).json()).toEqual(whole)
  const stale = await made.asAdministrator.put(address, whole, { headers: { 'if-match': '"1"' } })
  expect(stale.statusCode).toBe(412)
  const renamed = whole.rules.map((rule) => ({ ...rule, name: `${rule.name} team` }))
  const answer = await made.asAdministrator.put(
    address,
    { inOrder: false, rules: renamed },
    { headers: { 'if-match': String(read.headers['etag']) } },
  )
  expect(answer.json<{ rules: { id: number }[] }>().rules.map(({ id }) => id)).toEqual(
    whole.rules.map(({ id }) => id),
  )
  expect(await hasRules(made)).toBe(true)
  await setRules(made, { rules: [] })
  expect(await hasRules(made)).toBe(false)
})

async function hasRules({ asOwner, typeId }: ApprovalWorld): Promise<boolean | undefined> {
  const groups = (await asOwner.get('/contract-apis/v1/contractsTemplates')).json<
    Record<string, { id: number; hasRules: boolean }[]>
  >()
  return Object.values(groups)
    .flat()
    .find(({ id }) => id === typeId)?.hasRules
}

test('rules are tried on values, by the code that asks for approval [T-7]', async () => {
  const made = await withRules()
  const address = `/v2/contractTypes/${made.typeId}/approvalRules`
  const { rules } = (await made.asAdministrator.get(address)).json<{
    rules: { name: string; when: { field: string; operator: string; value: string } | null }[]
  }>()
  const condition = rules.find(({ when }) => when !== null)
  const limit = Number(condition?.when?.value)
  const asked = async (values: object) => {
    const answer = await made.asAdministrator.post(`${address}/try`, { values })
    expect(answer.statusCode, answer.body).toBe(200)
    const tried = answer.json<{ rules: { name: string; asks: boolean; approvers: object[] }[] }>()
    return tried.rules.filter(({ asks }) => asks).map(({ name, approvers }) => [name, approvers.length])
  }
  const everyRule = rules.map(({ name }) => name)
  const others = rules.filter(({ when }) => when === null).map(({ name }) => name)
  expect((await asked({ contractValue: limit })).map(([name]) => name)).toEqual(everyRule)
  expect((await asked({ contractValue: limit - 1 })).map(([name]) => name)).toEqual(others)
  // leaving a field empty is no way around
  expect((await asked({})).map(([name]) => name)).toEqual(everyRule)
  expect((await asked({}))[0]?.[1]).toBeGreaterThan(0)
  const refused = async (values: object) => {
    const answer = await made.asAdministrator.post(`${address}/try`, { values })
    return [answer.statusCode, Object.keys(answer.json<{ errors?: object }>().errors ?? {})]
  }
  expect(await refused({ nothing: 1 })).toEqual([400, ['values.nothing']])
  expect(await refused({ contractValue: 'much' })).toEqual([400, ['values.contractValue']])
  expect((await made.asOwner.post(`${address}/try`, { values: {} })).statusCode).toBe(403)
})
