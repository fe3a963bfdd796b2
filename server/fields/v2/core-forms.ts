// v2 of the forms that all contracts, and all matters, of an organisation share.
import { kindNames, kinds } from '../../records/kinds.ts'
import Type from 'typebox'
import { actorOf, type RouteModule } from '../../http/route.ts'
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
  server.get(
    '/v2/forms/:form',
    {
      config: { access: { right: 'use' } },
      schema: {
        summary: 'Get a form that all contracts, or all matters, share',
        description: 'Its parts in order: fields, and groups of parts. Empty if it was never set.',
        params,
        response: { 200: formSchemaV2 },
      },
    },
    async (request) => {
      const { organisationId } = actorOf(request)
      return formToV2(await getForm(app.db, keyOf(organisationId, request.params.form)))
    },
  )

  server.put(
    '/v2/forms/:form',
    {
      config: { access: { right: 'administer' }, documentedBodies: formBody },
      schema: {
        summary: 'Replace a form that all contracts, or all matters, share',
        description: 'The whole form: what was read can be sent back. Values of removed fields are kept.',
        params,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const key = keyOf(actor.organisationId, request.params.form)
      await replaceForm(app, actor, key, { parts: formFromV2(request.body) })
      return reply.code(204).send(null)
    },
  )
}
