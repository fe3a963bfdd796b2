// v2 of the service of an organisation's own that reads documents beside the rules.
import Type from 'typebox'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onDelete, onGet, onPut } from '../../http/routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { propertiesOf } from '../../http/v2/merge-patch.ts'
import { nullable } from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import {
  findDocumentReader,
  type NewService,
  removeDocumentReader,
  setDocumentReader,
} from '../document-facts/reader/document-reader.ts'

const administer = { access: { right: 'administer' } } as const

const serviceSchema = Type.Object(
  {
    url: nullable<string>('string', { description: 'null where documents are read by the rules alone.' }),
    hasSecret: Type.Boolean({ description: 'Whether it is called with a bearer token.' }),
    testedAt: nullable<string>('string', { format: 'date-time' }),
  },
  {
    title: 'DocumentReader',
    examples: [
      { url: 'https://reader.example/facts', hasSecret: true, testedAt: '2026-03-02T09:00:00.000Z' },
    ],
  },
)
const newServiceSchema = Type.Object(
  {
    url: Type.String({ maxLength: 500, description: 'An https address that answers as documented.' }),
    secret: Type.Optional(
      nullable<string>('string', {
        maxLength: 500,
        description:
          'Sent as a bearer token, and stored encrypted. Without it the one of the same address stays; null is none.',
      }),
    ),
  },
  { additionalProperties: false, title: 'NewDocumentReader' },
)
const testedSchema = Type.Object(
  { facts: Type.Integer({ description: 'How many facts it read in the sample.' }) },
  { title: 'TestedDocumentReader', examples: [{ facts: 5 }] },
)

function serviceFrom(body: unknown): NewService {
  const { url, secret } = propertiesOf(body, ['url', 'secret'])
  if (typeof url !== 'string') throw badInput('url', url === undefined ? 'is missing.' : 'must be a text.')
  if (secret !== undefined && secret !== null && typeof secret !== 'string')
    throw badInput('secret', 'must be a text, or null.')
  return { url: url.trim(), secret }
}

/** The routes of the service that reads documents. */
export const documentReaderRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/documentReader', {
    config: administer,
    operationId: 'getDocumentReader',
    summary: 'Get the service that reads documents',
    description: 'The address that people of the organisation may let read documents, beside the rules.',
    returns: serviceSchema,
    handler: async (request) => {
      const found = await findDocumentReader(app.db, actorOf(request).organisationId)
      return {
        url: found?.url ?? null,
        hasSecret: found?.hasSecret ?? false,
        testedAt: found?.testedAt.toISOString() ?? null,
      }
    },
  })

  onPut(server, '/v2/documentReader', {
    config: {
      ...administer,
      act: 'documentReader',
      documentedBodies: jsonBody(newServiceSchema, { url: 'https://reader.example/facts', secret: 'k7Qe' }),
    },
    operationId: 'setDocumentReader',
    summary: 'Test a service that reads documents, and use it',
    description:
      'Sends it a sample of a contract. If it does not answer as documented, this is 400 with the reason, and nothing changes. From then on the text of a document leaves the installation when somebody asks for it.',
    returns: testedSchema,
    handler: (request) => setDocumentReader(app, actorOf(request), serviceFrom(request.body)),
  })

  onDelete(server, '/v2/documentReader', {
    config: administer,
    operationId: 'removeDocumentReader',
    summary: 'Have documents read by the rules alone',
    description: 'Removes the service, its secret and what it read; what was accepted stays.',
    handler: (request) => removeDocumentReader(app, actorOf(request)),
  })
}
