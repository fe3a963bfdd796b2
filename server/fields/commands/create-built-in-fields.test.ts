import { expect, test } from 'vitest'
import { createOrganisation } from '../../../test/factories.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { systemActor } from '../../platform/events/change.ts'
import { builtInFields } from '../built-in.ts'
import { fieldsOfForms, getForm } from '../form.ts'
import { createBuiltInFields } from './create-built-in-fields.ts'

const tested = useTestApp()

test('an organisation gets each built-in field once, on the forms of all its records', async () => {
  const { app } = tested
  const { id: organisationId } = await createOrganisation(app)
  for (let i = 0; i < 2; i++) await createBuiltInFields(app, systemActor('test'), organisationId)
  const named = async (form: 'ContractCore' | 'MatterCore') =>
    fieldsOfForms([await getForm(app.db, { organisationId, form })]).map(({ field }) => field.apiName)
  const wanted = (form: 'ContractCore' | 'MatterCore') =>
    builtInFields.filter(({ on }) => on.includes(form)).map(({ apiName }) => apiName)
  expect(await named('ContractCore')).toEqual(wanted('ContractCore'))
  expect(await named('MatterCore')).toEqual(wanted('MatterCore'))
})
