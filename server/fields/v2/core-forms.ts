// v2 of the forms that all contracts, and all matters, of an organisation share.
import { kindNames, kinds } from '../../records/kinds.ts'
import Type from 'typebox'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPut } from '../../http/routes.ts'
import { formBody, formSchemaV2 } from '../../http/v2/forms.wire.ts'
import { notFound } from '../../platform/errors.ts'
import { replaceForm } from '../commands/replace-form.ts'
import { getForm } from '../form.ts'
import { formsOfRecords } from '../forms-of-records.ts'
import { formFromV2, formToV2 } from '../form-outline.ts'

const params = Type.Object({ form: Type.String({ description: 'contracts or matters' }) })

function keyOf(organisationId: number, text: string) {
  const kind = kindNames.find((each) => kinds[each].many === text.toLowerCase())
  if (!kind) throw notFound()
  return { organisationId, form: formsOfRecords[kind].core }
}

export const coreFormRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/forms/:form', {
    config: { access: { right: 'use' } },
    summary: 'Get a form that all contracts, or all matters, share',
    description: 'Its parts in order: fields, and groups of parts. Empty if it was never set.',
    params,
    returns: formSchemaV2,
    handler: async (request) => {
      const { organisationId } = actorOf(request)
      return formToV2(await getForm(app.db, keyOf(organisationId, request.params.form)))
    },
  })

  onPut(server, '/v2/forms/:form', {
    config: { access: { right: 'administer' }, documentedBodies: formBody },
    summary: 'Replace a form that all contracts, or all matters, share',
    description: 'The whole form: what was read can be sent back. Values of removed fields are kept.',
    params,
    handler: async (request) => {
      const actor = actorOf(request)
      const key = keyOf(actor.organisationId, request.params.form)
      await replaceForm(app, actor, key, { parts: formFromV2(request.body) })
    },
  })
}
