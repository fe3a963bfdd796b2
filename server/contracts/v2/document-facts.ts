// v2 of what the document of a contract says: proposals with their passages, and accepting them.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { versionCheck } from '../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet, onPost } from '../../http/routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { needed, propertiesOf } from '../../http/v2/merge-patch.ts'
import { badInput } from '../../platform/errors.ts'
import { acceptDocumentFacts, type Acceptance } from '../document-facts/accept-facts.ts'
import { askDocumentReader } from '../document-facts/reader/ask-reader.ts'
import { getDocumentFacts } from '../document-facts/proposals.ts'
import { documentFactsSchema, documentFactsToV2 } from './document-facts.wire.ts'

const config = { access: { right: 'use' } } as const

const acceptanceBody = jsonBody(
  Type.Object(
    {
      version: Type.Integer({ minimum: 1, description: 'The version of the document that was read.' }),
      facts: Type.Array(Type.String({ maxLength: 40 }), {
        minItems: 1,
        maxItems: 50,
        description: 'The ids of the facts, one of each place.',
      }),
    },
    { additionalProperties: false },
  ),
  { version: 1, facts: ['expiryDate-812'] },
)

function acceptanceFrom(body: unknown): Pick<Acceptance, 'version' | 'facts'> {
  const properties = propertiesOf(body, ['version', 'facts'])
  const version = needed('version', properties['version'])
  const facts = needed('facts', properties['facts'])
  if (typeof version !== 'number' || !Number.isInteger(version))
    throw badInput('version', 'must be a whole number.')
  if (!Array.isArray(facts) || facts.length === 0 || facts.length > 50 || !facts.every(isId))
    throw badInput('facts', 'must be 1 to 50 ids of facts.')
  return { version, facts }
}

const isId = (id: unknown): id is string => typeof id === 'string'

/** The routes of what the document says, beside those of the key facts. */
export const addDocumentFactRoutes = (...[server, app]: Parameters<RouteModule>): void => {
  onGet(server, '/v2/contracts/:contractId/documentFacts', {
    config,
    summary: 'Get what the document of a contract says',
    description:
      'Facts that rules read from the current version: each with its passage, how certain it is, and where the contract records it. Nothing is recorded before it is accepted. 503 while too many documents are being read.',
    returns: documentFactsSchema,
    handler: async (request) =>
      documentFactsToV2(await getDocumentFacts(app, actorOf(request), idOf(request.params.contractId))),
  })

  onPost(server, '/v2/contracts/:contractId/documentFacts/acceptances', {
    config: { ...config, ifMatch: true, documentedBodies: acceptanceBody },
    operationId: 'acceptContractDocumentFacts',
    summary: 'Accept what the document of a contract says',
    description:
      'Records the facts where the contract keeps them, all or none, for those who may change it: counterparty, start, expiry, value, notice period; an automatic renewal becomes a key date of the owner, on the last day for notice. 409 if the document has another version by now. If-Match takes the ETag of the contract. Raises the events of these changes.',
    handler: (request) =>
      acceptDocumentFacts(app, actorOf(request), idOf(request.params.contractId), {
        ...acceptanceFrom(request.body),
        checkVersion: versionCheck(request),
      }),
  })
  onPost(server, '/v2/contracts/:contractId/documentFacts/readings', {
    config: { ...config, errors: ['conflict'] },
    operationId: 'askContractDocumentReader',
    summary: 'Have the document of a contract read by the service of the organisation',
    description:
      'Sends the text of the current version to the service that administrators have set, and nothing else. In the background: `reading` of the facts of the document says how far it is. What it reads is proposed beside what the rules read, as Likely at most. For those who may record facts. 409 without a service, without text, and while it reads. History only.',
    handler: (request) => askDocumentReader(app, actorOf(request), idOf(request.params.contractId)),
  })
}
