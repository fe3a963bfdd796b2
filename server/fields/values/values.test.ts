import { expect, test } from 'vitest'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import { createContractTemplate, createOrganisation, createUser } from '../../../test/factories.ts'
import { insertFieldOn } from '../../../test/fixtures/fields.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { actorFor } from '../../../test/fixtures/actors.ts'
import { getContractFor } from '../../contracts/access.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { fieldsOfForms, type FormKey, getForm } from '../form.ts'
import { insertValues, readValues, replaceValues } from './values.ts'

const tested = useTestApp()

test('values are replaced field by field, and belong to one record [D-34]', async () => {
  const { app } = tested
  const { id: organisationId } = await createOrganisation(app)
  const templateId = await createContractTemplate(app, { organisationId })
  const owner = await createUser(app, { organisationId })
  const key: FormKey = { organisationId, form: 'ContractDetails', templateId }
  await insertFieldOn(app, key, { title: 'Notes', type: 'LongText' })
  await insertFieldOn(app, key, { title: 'Amount', type: 'Decimal' })
  const options = ['A', 'B', 'C'].map((label) => ({ label }))
  await insertFieldOn(app, key, { title: 'Marks', type: 'CheckboxList', options })
  const [notes, amount, marks] = fieldsOfForms([await getForm(app.db, key)]).map(({ field }) => field)
  if (!notes || !amount || !marks) throw new Error('a field is missing')
  const [a, b, c] = marks.options.map(({ id }) => id)
  const [one, other] = [
    await insertContract(app, { owner, templateId }),
    await insertContract(app, { owner, templateId }),
  ]
  const subject = (id: number) => ({ kind: 'contract', id, organisationId }) as const
  const first = new Map([
    [notes, ['x\ny']],
    [amount, ['1234567890.12']],
    [marks, [Number(a), Number(b), Number(c)]],
  ])
  await internalTransaction(app, async (tx) => {
    await insertValues(tx, subject(one), first)
    await insertValues(tx, subject(other), first)
  })
  const actor = await actorFor(app, owner)
  await internalTransaction(app, async (tx) => {
    const granted = { ...(await getContractFor(tx, actor, one, 'fields')), kind: 'contract' as const }
    await replaceValues(
      tx,
      granted,
      new Map([
        [marks, [Number(c)]],
        [notes, []],
      ]),
    )
  })
  const before = new Map([...first].map(([{ id }, atoms]) => [id, atoms]))
  expect(await readValues(app.db, subject(other))).toEqual(before)
  expect(await readValues(app.db, subject(one))).toEqual(
    new Map([
      [amount.id, ['1234567890.12']],
      [marks.id, [c]],
    ]),
  )
})
