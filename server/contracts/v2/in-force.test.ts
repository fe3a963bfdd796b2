// What is in force of an agreement: its facts, as its executed amendments changed them.
import { expect, test } from 'vitest'
import { contractWorld, insertContract } from '../../../test/fixtures/contracts.ts'
import { createContractTemplate, createUser } from '../../../test/factories.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

test('the latest executed amendment whose day has come says each fact, with its source [C-333]', async () => {
  const { app } = parts
  const {
    organisationId,
    owner,
    templateId,
    caller: counsel,
  } = await contractWorld(parts, { role: 'InhouseLegal' })
  const amending = await createContractTemplate(app, { organisationId, amends: true })
  const make = async (type: number, parent: number | undefined, facts: object, status = 'Executed') => {
    const id = await insertContract(app, { owner, templateId: type })
    const path = `/v2/contracts/${id}`
    if (parent !== undefined)
      expect((await counsel.put(`${path}/parent`, { id: parent })).statusCode).toBe(204)
    expect((await counsel.patch(`${path}/keyFacts`, facts)).statusCode).toBe(204)
    if (status !== 'Draft') expect((await counsel.patch(path, { status })).statusCode).toBe(204)
    parts.clock.advance({ minutes: 1 })
    return id
  }
  const year = app.clock.now().getUTCFullYear()
  const [last, later, latest] = [`${year + 2}-12-31`, `${year + 4}-12-31`, `${year + 9}-12-31`]
  const start = `${year - 1}-01-01`
  const agreement = await make(templateId, undefined, { effectiveDate: start, expiry: last })
  const first = await make(amending, agreement, { expiry: later })
  // neither a draft nor what begins next year counts, nor what is no amendment
  const draft = await make(amending, agreement, { expiry: latest }, 'Draft')
  const future = await make(amending, agreement, { expiry: latest, effectiveDate: `${year + 1}-06-01` })
  await make(templateId, agreement, { expiry: latest })
  const inForce = async (id: number) => (await counsel.get(`/v2/contracts/${id}/inForce`)).json()
  const found = await inForce(agreement)
  expect(found).toMatchObject({
    chain: [
      { id: agreement, status: 'Executed', effectiveDate: start, inForce: true },
      { id: first, inForce: true },
      { id: future, inForce: false },
      { id: draft, status: 'Draft', executed: null, inForce: false },
    ],
    effectiveDate: { value: start, from: agreement },
    expiry: { value: later, from: first },
    value: null,
    otherParty: null,
  })
  expect(await inForce(draft)).toEqual(found)
  // an amendment that is restricted to others is not known
  const other = await createUser(app, {
    organisationId,
    role: 'InhouseLegal',
    groups: ['ContractAdministrators'],
  })
  expect((await counsel.patch(`/v2/contracts/${first}`, { restricted: true })).statusCode).toBe(204)
  const theirs = (await (await callerFor(parts, other)).get(`/v2/contracts/${agreement}/inForce`)).json()
  expect(theirs).toMatchObject({ expiry: { value: last, from: agreement } })
  expect(JSON.stringify(theirs)).not.toContain(`"id":${first},`)
})
