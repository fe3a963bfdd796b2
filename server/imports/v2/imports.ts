// v2 of imports: a table is sent, mapped, checked, carried out, followed and taken back.
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { acceptRawBodies } from '../../http/bodies/raw-body.ts'
import { readSmallFile } from '../../http/bodies/small-file.ts'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule, type Server } from '../../http/route.ts'
import { onDelete, onGet, onPost, onPut } from '../../http/routes.ts'
import { pageOf, pageQuery } from '../../http/v2/paging.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput } from '../../platform/errors.ts'
import { createImport } from '../commands/create-import.ts'
import {
  applyKeptMapping,
  deleteImport,
  kindOf,
  setMapping,
  startCheck,
  startRun,
  startUndo,
  stopImport,
} from '../commands/change-import.ts'
import { filesOf, getImport, listImports } from '../import.ts'
import type { ImportKind } from '../import-kind.ts'
import { mostTableBytes } from '../reading/table-file.ts'
import { type WarningChoice, warningChoices } from '../work/row.ts'
import { importSchema, importsSchema, importToV2, listedToV2 } from './imports.wire.ts'
import { kindSchema, kindToV2, mappingFromV2, mappingSchema } from './mapping.wire.ts'

const config = { access: { right: 'administer' } } as const
const closed = { additionalProperties: false }
const binary = { type: 'string', format: 'binary' }
const tableBodies = ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'].map(
  (contentType) => ({ contentType, schema: binary }),
)

/** Creating has a scope of its own, because it reads its body itself. */
const creation =
  (kinds: readonly ImportKind[]): RouteModule =>
  (server, app) => {
    acceptRawBodies(server)
    onPost(server, '/v2/imports', {
      config: {
        ...config,
        documentedBodies: [
          ...tableBodies,
          { contentType: 'multipart/form-data', schema: { type: 'object', properties: { file: binary } } },
        ],
      },
      summary: 'Begin an import',
      description:
        'The body is the table: CSV, or an XLSX workbook whose first sheet is read, of at most 32 MiB and 50,000 rows; the first row has headings. Nothing is made yet: the answer says what each column was taken for, and in which way its days and numbers are written. What a row can be is listed by GET /v2/importKinds.',
      querystring: Type.Object(
        {
          kind: Type.String({ maxLength: 100, description: 'What its rows are to become.' }),
          fileName: Type.Optional(Type.String({ maxLength: 255 })),
        },
        { additionalProperties: false },
      ),
      creates: importSchema,
      handler: async (request, reply) => {
        const actor = actorOf(request)
        const kind = kinds.find(({ name }) => name === request.query.kind)
        if (!kind) throw badInput('kind', `must be one of ${kinds.map(({ name }) => name).join(', ')}.`)
        const { bytes, fileName } = await readSmallFile(request, mostTableBytes)
        const id = await createImport(app, actor, {
          kind,
          bytes,
          fileName: fileName ?? request.query.fileName,
        })
        reply.header('location', `/v2/imports/${id}`)
        return shown(app, actor, id, kinds)
      },
    })
  }

async function shown(app: App, actor: Actor, id: number, kinds: readonly ImportKind[]) {
  const one = await getImport(app.db, actor, id)
  const [files, properties] = await Promise.all([
    filesOf(app.db, one),
    kindOf(one, kinds).properties(app.db, actor),
  ])
  return importToV2(one, files, properties)
}

/** A handler that does something with the import and answers how it is then. */
const acting =
  (app: App, kinds: readonly ImportKind[], act: (actor: Actor, id: number) => Promise<void>) =>
  async (request: FastifyRequest<{ Params: { readonly importId: string } }>) => {
    const actor = actorOf(request)
    const id = idOf(request.params.importId)
    await act(actor, id)
    return shown(app, actor, id, kinds)
  }

const readRoutes = (server: Server, app: App, kinds: readonly ImportKind[]): void => {
  onGet(server, '/v2/importKinds', {
    config,
    summary: 'List what can be imported',
    description: 'With the properties that rows can have in your organisation, its custom fields among them.',
    returns: Type.Object({ items: Type.Array(kindSchema) }, { examples: [{ items: [] }] }),
    handler: async (request) => {
      const actor = actorOf(request)
      const items = await Promise.all(
        kinds.map(async (kind) => kindToV2(kind, await kind.properties(app.db, actor))),
      )
      return { items }
    },
  })

  onGet(server, '/v2/imports', {
    config,
    summary: 'List the imports of your organisation',
    description: 'Newest first. They are kept for 30 days after something has happened to them last.',
    querystring: Type.Object(pageQuery),
    returns: importsSchema,
    handler: async (request) => ({
      items: (await listImports(app.db, actorOf(request), pageOf(request.query))).map(listedToV2),
    }),
  })

  onGet(server, '/v2/imports/:importId', {
    config,
    summary: 'Get an import',
    description: 'How far it has come, and what each of its columns is.',
    returns: importSchema,
    handler: (request) => shown(app, actorOf(request), idOf(request.params.importId), kinds),
  })
}

const changeRoutes = (server: Server, app: App, kinds: readonly ImportKind[]): void => {
  onPut(server, '/v2/imports/:importId/mapping', {
    config,
    summary: 'Say what the columns of an import are',
    description:
      'Columns that are not named are left out. The whole mapping is replaced, and the import must be checked again. 409 while it is checked or carried out, and afterwards.',
    body: mappingSchema,
    returns: importSchema,
    handler: async (request) => {
      const actor = actorOf(request)
      const id = idOf(request.params.importId)
      await setMapping(app, actor, { id, mapping: mappingFromV2(request.body), kinds })
      return shown(app, actor, id, kinds)
    },
  })

  onPost(server, '/v2/imports/:importId/mapping', {
    config,
    operationId: 'applyImportMapping',
    summary: 'Use a mapping that is kept',
    description:
      'For the headings that it knows; what it does not know is guessed, as for a new import. The import must be checked again. 409 for a mapping of another kind, and while it is checked or carried out, and afterwards.',
    body: Type.Object(
      { kept: Type.Object({ id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) }, closed) },
      { ...closed, examples: [{ kept: { id: 3 } }] },
    ),
    returns: importSchema,
    handler: async (request) => {
      const actor = actorOf(request)
      const id = idOf(request.params.importId)
      await applyKeptMapping(app, actor, { id, mappingId: request.body.kept.id, kinds })
      return shown(app, actor, id, kinds)
    },
  })

  onPost(server, '/v2/imports/:importId/check', {
    config,
    operationId: 'checkImport',
    summary: 'Check an import',
    description:
      'Every row is made and taken back, in the background: that finds every problem, and nothing is kept. 409 while archives are unpacked, and once the import has begun. 400 when no column is a property that every row must have.',
    returns: importSchema,
    handler: acting(app, kinds, (actor, id) => startCheck(app, actor, id, kinds)),
  })

  onPost(server, '/v2/imports/:importId/stop', {
    config,
    operationId: 'stopImport',
    summary: 'Stop an import',
    description:
      'Ends what the background does with it: a check is over, a run can be taken up again. Rows that were made stay.',
    returns: importSchema,
    handler: acting(app, kinds, (actor, id) => stopImport(app, actor, id)),
  })

  onPost(server, '/v2/imports/:importId/undo', {
    config,
    operationId: 'undoImport',
    summary: 'Undo an import',
    description:
      'Removes for good what it made, in the background, unless somebody has done something with it since: that is kept, and the result says so. Once for an import. 409 before it is carried out.',
    returns: importSchema,
    handler: acting(app, kinds, (actor, id) => startUndo(app, actor, id)),
  })

  onPost(server, '/v2/imports/:importId/run', {
    config,
    operationId: 'runImport',
    summary: 'Carry out an import',
    description:
      'Makes every row, in the background, or goes on after it was stopped. Nobody is notified of what is made: the history says that it was imported. 409 before a check, and for rows with problems unless skipWrong is true.',
    body: Type.Object(
      {
        skipWrong: Type.Optional(
          Type.Boolean({ default: false, description: 'Leave rows with problems out.' }),
        ),
        warnings: Type.Optional(
          Type.Unsafe<WarningChoice>({
            type: 'string',
            enum: [...warningChoices],
            description:
              'What becomes of rows with warnings. KeepValues, the default: they are made, and values without a place on the forms of their type are kept, to be shown once the field is on one of them. DropValues: they are made without these values. SkipRows: they are left out.',
          }),
        ),
      },
      { additionalProperties: false, examples: [{ skipWrong: true }] },
    ),
    returns: importSchema,
    handler: async (request) => {
      const actor = actorOf(request)
      const id = idOf(request.params.importId)
      await startRun(app, actor, {
        id,
        skipWrong: request.body.skipWrong ?? false,
        warnings: request.body.warnings,
      })
      return shown(app, actor, id, kinds)
    },
  })

  onDelete(server, '/v2/imports/:importId', {
    config,
    summary: 'Remove an import',
    description:
      'With its table and files. What it made stays, and cannot be undone any more. 409 while it is at work.',
    handler: (request) => deleteImport(app, actorOf(request), idOf(request.params.importId)),
  })
}

/** The routes of imports, with the kinds that rows can become. */
export const importRoutes = (kinds: readonly ImportKind[]): readonly RouteModule[] => [
  creation(kinds),
  (server, app) => {
    readRoutes(server, app, kinds)
    changeRoutes(server, app, kinds)
  },
]
