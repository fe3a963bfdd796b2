// v2 of the contracts of a type that keep an older form.
import { olderFormRoutes } from '../../records/v2/current-forms.ts'
import { contractKind } from '../contract-kind.ts'
import { formsOfTemplate } from '../fields.ts'
import { getTemplate } from '../templates.ts'

export const contractOlderFormRoutes = olderFormRoutes({
  kind: contractKind,
  formsOf: formsOfTemplate,
  path: '/v2/contractTypes/:typeId/olderForms',
  typeOf: (app, actor, typeId) => getTemplate(app.db, actor, typeId),
})
