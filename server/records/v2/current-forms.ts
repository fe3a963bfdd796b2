// v2 of the versions of forms that records keep: what changes with the current ones, and bringing records to them.
import Type from 'typebox'
import { idsIn } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPost } from '../../http/routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { propertiesOf } from '../../http/v2/merge-patch.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput } from '../../platform/errors.ts'
import {
  type FormsOfType,
  bringToCurrentForms,
  bringAllToCurrentForms,
} from '../commands/bring-to-current-forms.ts'
import { listOlderForms, type OlderForms } from '../older-forms.ts'
import type { RecordBase, RecordKind } from '../record-kind.ts'

const administer = { access: { right: 'administer' } } as const

const fieldSchema = Type.Object({
  field: Type.String({ description: 'The id of the field.' }),
  name: Type.String(),
  records: Type.Integer({ description: 'How many records it is about.' }),
  conditional: Type.Boolean({
    description:
      'Whether the form asks for it with some answers only, so that it is not missing in all of them.',
  }),
})

const olderFormsSchema = Type.Object(
  {
    records: Type.Integer({ description: 'How many records show an older version of their form.' }),
    missing: Type.Array(fieldSchema, {
      description: 'What the current form requires and they have no value of.',
    }),
    hidden: Type.Array(fieldSchema, {
      description: 'What they have a value of and the current form does not show. The values are kept.',
    }),
  },
  {
    title: 'OlderForms',
    examples: [
      {
        records: 12,
        missing: [{ field: 'court', name: 'Court', records: 7, conditional: false }],
        hidden: [],
      },
    ],
  },
)

const fieldToV2 = ({ field, records, conditional }: OlderForms['missing'][number]) => ({
  field: field.apiName,
  name: field.title,
  records,
  conditional,
})

/** The route that brings one record to the current forms of its type. */
export const currentFormRoute =
  <DB, TB extends keyof DB & string, R extends RecordBase>(
    kind: RecordKind<DB, TB, R>,
    formsOf: FormsOfType,
  ): RouteModule =>
  (server, app) => {
    const { one, many } = kind.names
    const path = `/v2/${many}/:${one}Id/currentForm`
    const ids = idsIn(path)
    onPost(server, path, {
      config: administer,
      operationId: `bring${one.charAt(0).toUpperCase()}${one.slice(1)}ToCurrentForm`,
      summary: `Bring a ${one} to the current form of its type`,
      description: `A ${one} keeps the version of the form that it was made with: GET /v2/${many}/{${one}Id}/overview says whether there is a newer one. This is final: it shows and checks the current one from then on. No value is written or deleted; those of fields that the current form does not have are kept and not shown.`,
      handler: (request) =>
        bringToCurrentForms(kind, app, actorOf(request), { id: ids.idOf(request), formsOf }),
    })
  }

/** What the routes of the types of one kind of record need. */
interface TypeRoutes<DB, TB extends keyof DB & string, R extends RecordBase> {
  readonly kind: RecordKind<DB, TB, R>
  readonly formsOf: FormsOfType
  readonly path: string
  /** Throws not_found for a type that is not the actor's to use. */
  readonly typeOf: (app: App, actor: Actor, typeId: number) => Promise<unknown>
}

/** The routes of a type that say what its current forms change for older records, and bring them to these. */
export const olderFormRoutes =
  <DB, TB extends keyof DB & string, R extends RecordBase>({
    kind,
    formsOf,
    path,
    typeOf,
  }: TypeRoutes<DB, TB, R>): RouteModule =>
  (server, app) => {
    const { one, many } = kind.names
    const ids = idsIn(path)
    const type = async (actor: Actor, typeId: number) => {
      const { organisationId } = actor
      await typeOf(app, actor, typeId)
      return { kind: kind.kind, organisationId, typeId, ...formsOf(organisationId, typeId) }
    }

    onGet(server, path, {
      config: administer,
      summary: `Say what the current form changes for ${many} that keep an older one`,
      description: `How many ${many} of the type keep an older version of their form, what the current one requires that they lack, and which of their values it would not show.`,
      returns: olderFormsSchema,
      handler: async (request) => {
        const found = await listOlderForms(app.db, await type(actorOf(request), ids.idOf(request)))
        return {
          records: found.records,
          missing: found.missing.map(fieldToV2),
          hidden: found.hidden.map(fieldToV2),
        }
      },
    })

    onPost(server, path, {
      config: {
        ...administer,
        documentedBodies: jsonBody(
          Type.Object(
            { records: Type.Integer({ minimum: 0, description: 'How many GET has counted.' }) },
            { additionalProperties: false },
          ),
          { records: 12 },
        ),
      },
      operationId: `bringAll${many.charAt(0).toUpperCase()}${many.slice(1)}ToCurrentForm`,
      summary: `Bring all ${many} of a type to its current form`,
      description: `Every ${one} of the type that keeps an older version of its form, also those in the bin and those that you do not see. This is final. No value is written or deleted. 409 when there are not as many as given.`,
      handler: async (request) => {
        const { records } = propertiesOf(request.body, ['records'])
        if (typeof records !== 'number' || !Number.isInteger(records) || records < 0)
          throw badInput('records', 'must be the number of records that GET has counted.')
        const actor = actorOf(request)
        await bringAllToCurrentForms(app, actor, await type(actor, ids.idOf(request)), records)
      },
    })
  }
