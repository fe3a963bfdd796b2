// v2 of the mail domains of an organisation: claimed, proved by a TXT record, removed.
import { notFound } from '../../../platform/errors.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onDelete, onGet, onPost } from '../../../http/routes.ts'
import { claimMailDomain, proveMailDomain, removeMailDomain } from '../mail-domains/claim-domain.ts'
import { listMailDomains } from '../mail-domains/list-mail-domains.ts'
import {
  domainFromV2,
  mailDomainsSchema,
  mailDomainSchema,
  mailDomainToV2,
  newDomainBody,
} from './mail-domains.wire.ts'

const administer = { access: { right: 'administer' } } as const
const verified = { ...administer, act: 'mailDomains' } as const

export const mailDomainRoutes: RouteModule = (server, app) => {
  const one = async (organisationId: number, domain: string) => {
    const all = await listMailDomains(app.db, organisationId)
    const found = all.find((each) => each.domain === domain)
    if (!found) throw notFound()
    return mailDomainToV2(found)
  }

  onGet(server, '/v2/mailDomains', {
    config: administer,
    summary: 'List mail domains',
    description:
      'The domains whose addresses are those of your organisation’s people, and those that wait for their proof. Addresses in them sign in at the identity provider and may be provisioned, and no other organisation may invite them.',
    returns: mailDomainsSchema,
    handler: async (request) => ({
      items: (await listMailDomains(app.db, actorOf(request).organisationId)).map(mailDomainToV2),
    }),
  })

  onPost(server, '/v2/mailDomains', {
    config: { ...verified, documentedBodies: newDomainBody },
    operationId: 'addMailDomain',
    summary: 'Add a mail domain',
    description:
      'It waits until `POST …/check` finds the TXT record that the answer names. 409 for a domain that an organisation has already.',
    creates: mailDomainSchema,
    handler: async (request) => {
      const actor = actorOf(request)
      return one(actor.organisationId, await claimMailDomain(app, actor, domainFromV2(request.body)))
    },
  })

  onPost(server, '/v2/mailDomains/:domain/check', {
    config: verified,
    operationId: 'checkMailDomain',
    summary: 'Check the proof of a mail domain',
    description:
      'Asks the name servers for the TXT record. With it the domain is your organisation’s from now on; without it `lastCheck` says what was found. 404 for a domain that does not wait for a proof.',
    returns: mailDomainSchema,
    handler: async (request) => {
      const actor = actorOf(request)
      const { domain } = request.params
      await proveMailDomain(app, actor, domain)
      return one(actor.organisationId, domain)
    },
  })

  onDelete(server, '/v2/mailDomains/:domain', {
    config: verified,
    summary: 'Remove a mail domain',
    description:
      'Also one that still waits for its proof. Its people no longer sign in at the identity provider. 409 where your organisation refuses passwords.',
    handler: (request) => removeMailDomain(app, actorOf(request), request.params.domain),
  })
}
