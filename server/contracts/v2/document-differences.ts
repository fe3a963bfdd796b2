// v2 of where the record of a contract and its document do not agree, and of settling that either way.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPost } from '../../http/routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { needed, propertiesOf } from '../../http/v2/merge-patch.ts'
import { badInput } from '../../platform/errors.ts'
import { getDocumentDifferences } from '../document-differences/differences.ts'
import { acceptDifferences, correctDocument, type Settling } from '../document-differences/settle.ts'
import { documentDifferencesSchema, documentDifferencesToV2 } from './document-differences.wire.ts'

const config = { access: { right: 'use' } } as const

const settlingBody = jsonBody(
  Type.Object(
    {
      version: Type.Integer({ minimum: 1, description: 'The version of the document that was compared.' }),
      fields: Type.Array(Type.String({ maxLength: 200 }), {
        minItems: 1,
        maxItems: 50,
        description: 'The ids of the fields.',
      }),
    },
    { additionalProperties: false },
  ),
  { version: 2, fields: ['contractValue'] },
)

function settlingFrom(body: unknown): Settling {
  const properties = propertiesOf(body, ['version', 'fields'])
  const version = needed('version', properties['version'])
  const fields = needed('fields', properties['fields'])
  if (typeof version !== 'number' || !Number.isInteger(version))
    throw badInput('version', 'must be a whole number.')
  if (!Array.isArray(fields) || fields.length === 0 || fields.length > 50 || !fields.every(isName))
    throw badInput('fields', 'must be 1 to 50 ids of fields.')
  return { version, fields }
}

const isName = (name: unknown): name is string => typeof name === 'string'

/** The routes of differences, beside those of what the document says. */
export const addDocumentDifferenceRoutes = (...[server, app]: Parameters<RouteModule>): void => {
  onGet(server, '/v2/contracts/:contractId/documentDifferences', {
    config,
    summary: 'Get where the record of a contract and its document do not agree',
    description:
      'Fields whose answers went into the document and whose places say something else in its current version, whichever of the two was changed; and facts that rules are sure of and the record has otherwise. None of an agreement that its amendments have changed. 503 while too many documents are being read.',
    returns: documentDifferencesSchema,
    handler: async (request) =>
      documentDifferencesToV2(
        await getDocumentDifferences(app, actorOf(request), idOf(request.params.contractId)),
      ),
  })

  onPost(server, '/v2/contracts/:contractId/documentDifferences/acceptances', {
    config: { ...config, ifMatch: true, documentedBodies: settlingBody },
    operationId: 'acceptContractDocumentDifferences',
    summary: 'Record what the document of a contract says in place of fields',
    description:
      'All or none, for those who may change the fields. 409 if the document has another version by now; 400 for a field that does not differ, and where the words of the document are no value of it. A fact is accepted at documentFacts. If-Match takes the ETag of the contract. Raises the events of the update.',
    handler: (request) =>
      acceptDifferences(app, actorOf(request), idOf(request.params.contractId), {
        ...settlingFrom(request.body),
        checkVersion: versionCheck(request),
      }),
  })

  onPost(server, '/v2/contracts/:contractId/documentDifferences/corrections', {
    config: { ...config, documentedBodies: settlingBody },
    operationId: 'correctContractDocument',
    summary: 'Write what the record of a contract says into its document',
    description:
      'As a new version with tracked changes, for those who may add one. 409 if the document has another version by now, is no Word document, or has no place for the field any more. Raises the events of an upload.',
    handler: async (request) => {
      await correctDocument(
        app,
        actorOf(request),
        idOf(request.params.contractId),
        settlingFrom(request.body),
      )
    },
  })
}
