// v2 of matter types for administrators: details, create, update, take out of use; and their forms. The list is in
// types.ts.
import { replaceForm } from '../../fields/commands/replace-form.ts'
import { getForm } from '../../fields/form.ts'
import { formFromV2, formToV2 } from '../../fields/form-outline.ts'
import { formVersionsSchema, formVersionsToV2 } from '../../fields/v2/versions.wire.ts'
import { etagOf, versionCheck } from '../../http/if-match.ts'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPatch, onPost, onPut } from '../../http/routes.ts'
import { formBody, formSchemaV2 } from '../../http/v2/forms.wire.ts'
import { needed } from '../../http/v2/merge-patch.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { notFound } from '../../platform/errors.ts'
import { getCategory, getMatterType } from '../categories.ts'
import { updateMatterCategory } from '../commands/update-matter-category.ts'
import { createMatterCategory } from '../commands/create-matter-category.ts'
import { deleteMatterCategory } from '../commands/delete-matter-category.ts'
import { purgeMatterCategory, restoreMatterCategory } from '../commands/restore-matter-category.ts'
import { matterOlderFormRoutes } from './older-forms.ts'
import {
  createdTypeSchema,
  matterTypeChangesBody,
  matterTypeChangesFromV2,
  matterTypeDetailsColumns,
  matterTypeDetailsSchema,
  matterTypeDetailsToV2,
  matterTypeInputNames,
  newMatterTypeBody,
} from './type-administration.wire.ts'

const administer = { access: { right: 'administer' } } as const
const use = { access: { right: 'use' } } as const

const makeAndRead: RouteModule = (server, app) => {
  onPost(server, '/v2/matterTypes', {
    config: { ...administer, documentedBodies: newMatterTypeBody, inputNames: matterTypeInputNames },
    summary: 'Create a matter type',
    description:
      'At the top of the tree or below another type. A name is unique among siblings: otherwise 409.',
    creates: createdTypeSchema,
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const { name, ...more } = matterTypeChangesFromV2(request.body)
      const type = { organisationId: actor.organisationId, name: needed('name', name), ...more }
      const id = await createMatterCategory(app, actor, type)
      reply.header('location', `/v2/matterTypes/${id}`)
      return { id }
    },
  })

  onGet(server, '/v2/matterTypes/:typeId', {
    config: use,
    summary: 'Get a matter type',
    description: 'With its place in the tree, and its defaults for new matters.',
    returns: matterTypeDetailsSchema,
    handler: async (request) => {
      const id = idOf(request.params.typeId)
      return matterTypeDetailsToV2(await getMatterType(app, actorOf(request), id, matterTypeDetailsColumns))
    },
  })
}

/** The type with its organisation; not_found when the actor cannot use it. */
const typeOf = async (app: App, actor: Actor, text: string) => getCategory(app.db, actor, idOf(text))

const changeAndRetire: RouteModule = (server, app) => {
  onPatch(server, '/v2/matterTypes/:typeId', {
    config: { ...administer, documentedBodies: matterTypeChangesBody, inputNames: matterTypeInputNames },
    summary: 'Change a matter type',
    description: 'A merge patch. With parent it moves with everything below it; matters keep it.',
    handler: async (request) => {
      const actor = actorOf(request)
      const changes = matterTypeChangesFromV2(request.body)
      const type = await typeOf(app, actor, request.params.typeId)
      await updateMatterCategory(app, actor, type, changes)
    },
  })

  onDelete(server, '/v2/matterTypes/:typeId', {
    config: administer,
    summary: 'Take a matter type out of use',
    description: 'And those below it: no new matter can have them, existing ones keep them.',
    handler: async (request) => {
      const actor = actorOf(request)
      await deleteMatterCategory(app, actor, await typeOf(app, actor, request.params.typeId))
    },
  })
}

const restoreAndPurge: RouteModule = (server, app) => {
  const keyOf = ({ organisationId }: Actor, typeId: string) => ({ organisationId, id: idOf(typeId) })

  onPost(server, '/v2/matterTypes/:typeId/restore', {
    config: administer,
    summary: 'Take a matter type into use again',
    description:
      'With its forms and defaults as they were. 409 while the type above it is out of use, or when a sibling has its name.',
    handler: async (request) => {
      const actor = actorOf(request)
      await restoreMatterCategory(app, actor, keyOf(actor, request.params.typeId))
    },
  })

  onPost(server, '/v2/matterTypes/:typeId/purge', {
    config: administer,
    summary: 'Delete a matter type that nothing has',
    description: 'With its forms, for good. 409 while a matter, a request type or a type below has it.',
    handler: async (request) => {
      const actor = actorOf(request)
      await purgeMatterCategory(app, actor, keyOf(actor, request.params.typeId))
    },
  })
}

const forms = new Map([
  ['details', 'MatterDetails'],
  ['create', 'MatterCreate'],
] as const)

/** The key of a form of the type; not_found for an unknown form. */
async function formOf(app: App, actor: Actor, { typeId, form }: { typeId: string; form: string }) {
  const name = forms.get(form.toLowerCase() as 'details')
  if (!name) throw notFound()
  const { organisationId, id: categoryId } = await typeOf(app, actor, typeId)
  return { organisationId, categoryId, form: name }
}

const formRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/matterTypes/:typeId/forms/:form', {
    config: use,
    summary: 'Get a form of a matter type',
    description: 'What matters of the type show (details), or what to fill in when one is created (create).',
    returns: formSchemaV2,
    handler: async (request, reply) => {
      const key = await formOf(app, actorOf(request), request.params)
      const form = await getForm(app.db, key)
      reply.header('etag', etagOf(form.version))
      return formToV2(form)
    },
  })

  onGet(server, '/v2/matterTypes/:typeId/forms/:form/versions', {
    config: { access: { right: 'administer' } },
    summary: 'List the versions of a form of a matter type',
    description:
      'What the form was and who changed it, the latest 50, the current one first. Empty for a form that was never changed.',
    returns: formVersionsSchema,
    handler: async (request) => formVersionsToV2(app, await formOf(app, actorOf(request), request.params)),
  })

  onPut(server, '/v2/matterTypes/:typeId/forms/:form', {
    config: { ...administer, ifMatch: true, etag: true, documentedBodies: formBody },
    summary: 'Replace a form of a matter type',
    description: 'The whole form: what was read can be sent back. Values of removed fields are kept.',
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const key = await formOf(app, actor, request.params)
      const parts = formFromV2(request.body)
      const version = await replaceForm(app, actor, key, { parts, checkVersion: versionCheck(request) })
      reply.header('etag', etagOf(version))
    },
  })
}

export const matterTypeAdministrationRoutes: RouteModule = (server, app) => {
  for (const routes of [makeAndRead, changeAndRetire, restoreAndPurge, formRoutes, matterOlderFormRoutes])
    routes(server, app)
}
