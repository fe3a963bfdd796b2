// v2 of the forms of contract types: what contracts show, and what to fill in when one is uploaded or created by the
// wizard.
import Type from 'typebox'
import { replaceForm } from '../../fields/commands/replace-form.ts'
import { getForm } from '../../fields/form.ts'
import { formFromV2, formToV2 } from '../../fields/form-outline.ts'
import { formVersionsSchema, formVersionsToV2 } from '../../fields/v2/versions.wire.ts'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPut } from '../../http/routes.ts'
import { formBody, formSchemaV2 } from '../../http/v2/forms.wire.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { notFound } from '../../platform/errors.ts'
import { formForMatter } from '../commands/matter-answers.ts'
import { checkDocumentFits } from '../commands/set-template-document.ts'
import { getTemplate } from '../templates.ts'
import { contractInputNames } from './contracts.wire.ts'
import { contractOlderFormRoutes } from './older-forms.ts'

const forms = new Map([
  ['details', 'ContractDetails'],
  ['upload', 'ContractUpload'],
  ['wizard', 'ContractWizard'],
] as const)

/** The key of a form of the type; not_found for an unknown form. */
async function keyOf(app: App, actor: Actor, given: { readonly typeId: string; readonly form: string }) {
  const form = forms.get(given.form.toLowerCase() as 'details')
  if (!form) throw notFound()
  const { organisationId } = actor
  const templateId = idOf(given.typeId)
  await getTemplate(app.db, actor, templateId)
  return { organisationId, templateId, form }
}

export const contractTypeFormRoutes: RouteModule = (server, app) => {
  contractOlderFormRoutes(server, app)
  onGet(server, '/v2/contractTypes/:typeId/forms/:form', {
    config: { access: { right: 'use' }, inputNames: contractInputNames },
    summary: 'Get a form of a contract type',
    description:
      'What contracts of the type show (details), or what to fill in when one is created from a document (upload) or by the wizard (wizard).',
    querystring: Type.Object({
      matter: Type.Optional(
        Type.String({
          pattern: '^[1-9][0-9]{0,9}$',
          description:
            'The id of a matter that the contract is for: what was answered there is the default of the fields that mean the same.',
        }),
      ),
    }),
    returns: formSchemaV2,
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const key = await keyOf(app, actor, request.params)
      const form = await getForm(app.db, key)
      reply.header('etag', etagOf(form.version))
      const { matter } = request.query
      return formToV2(matter === undefined ? form : await formForMatter(app, actor, form, Number(matter)))
    },
  })

  onGet(server, '/v2/contractTypes/:typeId/forms/:form/versions', {
    config: { access: { right: 'administer' } },
    summary: 'List the versions of a form of a contract type',
    description:
      'What the form was and who changed it, the latest 50, the current one first. Empty for a form that was never changed.',
    returns: formVersionsSchema,
    handler: async (request) => formVersionsToV2(app, await keyOf(app, actorOf(request), request.params)),
  })

  onPut(server, '/v2/contractTypes/:typeId/forms/:form', {
    config: { access: { right: 'administer' }, ifMatch: true, etag: true, documentedBodies: formBody },
    summary: 'Replace a form of a contract type',
    description:
      'The whole form: what was read can be sent back. Values of removed fields are kept. Fields that the document of the wizard refers to cannot be removed from its form: 409.',
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const key = await keyOf(app, actor, request.params)
      const parts = formFromV2(request.body)
      const isWizard = key.form === 'ContractWizard'
      const version = await replaceForm(app, actor, key, {
        parts,
        checkVersion: versionCheck(request),
        ...(isWizard ? { check: (tx, form) => checkDocumentFits(tx, key, form) } : {}),
      })
      reply.header('etag', etagOf(version))
    },
  })
}
