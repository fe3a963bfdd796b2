// Mail domains of an organisation in the shapes of v2.
import Type from 'typebox'
import { jsonBody } from '../../../http/v2/bodies.ts'
import { needed, neverNull, propertiesOf, textIn } from '../../../http/v2/merge-patch.ts'
import { nullableObject } from '../../../http/v2/references.wire.ts'
import { type ProofProblem, proofProblems } from '../mail-domains/claim-domain.ts'
import type { MailDomain } from '../mail-domains/list-mail-domains.ts'

const When = Type.Object({ dateUtc: Type.String({ format: 'date-time' }) })

const example = {
  domain: 'acme.example',
  state: 'Waiting' as const,
  added: { dateUtc: '2026-03-02T09:00:00.000Z' },
  record: {
    type: 'TXT' as const,
    name: '_chancery.acme.example',
    value: 'chancery-domain=5f0e6b9a3c1d47e2a8b9c0d1e2f3a4b5c6d7e8f9',
  },
  lastCheck: { at: { dateUtc: '2026-03-02T09:05:00.000Z' }, problem: 'NoRecord' as const },
}

export const mailDomainSchema = Type.Object(
  {
    domain: Type.String(),
    state: Type.Unsafe<MailDomain['state']>({
      type: 'string',
      enum: ['Waiting', 'Proved', 'Operator'],
      description:
        '`Waiting` has no effect yet; `Proved` by the TXT record; `Operator` was added by the operator of the installation.',
    }),
    added: When,
    record: nullableObject({
      type: Type.Literal('TXT'),
      name: Type.String(),
      value: Type.String({ description: 'What to publish in the domain while it waits.' }),
    }),
    lastCheck: nullableObject({
      at: When,
      problem: Type.Unsafe<ProofProblem>({
        type: 'string',
        enum: [...proofProblems],
        description:
          '`NoRecord`: there is no TXT record of this name. `OtherRecord`: there is one with another value. `NoAnswer`: no name server answered.',
      }),
    }),
  },
  { title: 'MailDomain', examples: [example] },
)

export const mailDomainsSchema = Type.Object(
  { items: Type.Array(mailDomainSchema) },
  { examples: [{ items: [example] }] },
)

/** A mail domain as v2 shows it. */
export const mailDomainToV2 = ({ domain, state, addedAt, record, lastCheck }: MailDomain) => ({
  domain,
  state,
  added: { dateUtc: addedAt.toISOString() },
  record: record && { type: 'TXT' as const, ...record },
  lastCheck: lastCheck && { at: { dateUtc: lastCheck.at.toISOString() }, problem: lastCheck.problem },
})

export const newDomainBody = jsonBody(
  Type.Object({ domain: Type.String({ maxLength: 253 }) }, { additionalProperties: false }),
  { domain: 'acme.example' },
)

/** The domain of a new one. */
export const domainFromV2 = (body: unknown): string =>
  needed('domain', neverNull('domain', textIn(propertiesOf(body, ['domain']), 'domain')))
