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
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { formVersionsSchema, formVersionsToV2 } from './versions.wire.ts'

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
    handler: async (request, reply) => {
      const key = keyOf(actorOf(request).organisationId, request.params.form)
      const form = await getForm(app.db, key)
      reply.header('etag', etagOf(form.version))
      return formToV2(form)
    },
  })

  onGet(server, '/v2/forms/:form/versions', {
    config: { access: { right: 'administer' } },
    summary: 'List the versions of a form that all contracts, or all matters, share',
    description:
      'What the form was and who changed it, the latest 50, the current one first. Empty for a form that was never changed.',
    params,
    returns: formVersionsSchema,
    handler: async (request) =>
      formVersionsToV2(app, keyOf(actorOf(request).organisationId, request.params.form)),
  })

  onPut(server, '/v2/forms/:form', {
    config: { access: { right: 'administer' }, ifMatch: true, etag: true, documentedBodies: formBody },
    summary: 'Replace a form that all contracts, or all matters, share',
    description: 'The whole form: what was read can be sent back. Values of removed fields are kept.',
    params,
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const key = keyOf(actor.organisationId, request.params.form)
      const parts = formFromV2(request.body)
      const version = await replaceForm(app, actor, key, { parts, checkVersion: versionCheck(request) })
      reply.header('etag', etagOf(version))
    },
  })
}
