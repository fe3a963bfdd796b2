// What a signed assertion states, and the checks that it is for us, for this sign-in, and for now.
import { childrenOf, type XmlElement } from '../../../../platform/documents/xml-tree.ts'
import type { Identity } from '../identity.ts'
import { assertionNamespace } from './namespaces.ts'
import { type Expectations, notValid, shown, skewMs, wrongIssuer, wrongRequest } from './expectations.ts'

/** What a provider states of a user. */
export interface SamlStatement {
  readonly identity: Identity
  /** The id of the assertion, which is good once. */
  readonly assertionId: string
  /** When it would be refused for its age. */
  readonly until: Date
}

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const transientFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const longestLifeMs = 24 * 60 * 60_000
const longestSubject = 1_000
const mostAttributes = 100

/** The usual names of the attribute with the email address, in lower case. */
const emailAttributes = [
  'email',
  'mail',
  'emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'urn:oid:1.2.840.113549.1.9.1',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
]

const the = (parent: XmlElement | undefined, name: string) => childrenOf(parent, assertionNamespace, name)[0]

/** Reads an assertion whose signature is right. Throws SsoRefusal, with advice for the administrator. */
export function checkStatement(assertion: XmlElement, expected: Expectations): SamlStatement {
  const { issuer, entityId } = expected
  const assertionId = assertion.attributes.get('ID') ?? ''
  if (assertion.attributes.get('Version') !== '2.0' || assertionId === '' || assertionId.length > 500) {
    throw notValid('The assertion is none of SAML 2.0.')
  }
  const stated = the(assertion, 'Issuer')?.text.trim() ?? ''
  if (stated !== issuer) throw wrongIssuer(stated, issuer)
  // real time: the provider does not follow the clock of a sandbox
  const now = Date.now()
  const issued = timeOf(assertion, 'IssueInstant') ?? 0
  if (issued > now + skewMs || issued < now - longestLifeMs) throw outOfTime('IssueInstant')
  const until = confirmedUntil(assertion, expected, now)
  checkConditions(the(assertion, 'Conditions'), entityId, now)
  const authn = the(assertion, 'AuthnStatement')
  if (!authn) throw notValid('The assertion does not say that the person signed in (AuthnStatement).')
  const over = timeOf(authn, 'SessionNotOnOrAfter')
  if (over !== undefined && now - skewMs >= over) throw outOfTime('SessionNotOnOrAfter')
  return {
    identity: identityIn(assertion, expected),
    assertionId,
    until: new Date(Math.min(until, issued + longestLifeMs) + skewMs),
  }
}

/** Until when the bearer of the assertion is its subject, by one of its confirmations. */
function confirmedUntil(assertion: XmlElement, { acsUrl, requestId }: Expectations, now: number): number {
  const confirmations = childrenOf(the(assertion, 'Subject'), assertionNamespace, 'SubjectConfirmation')
  let problem = notValid('The assertion does not say who may present it (SubjectConfirmation, bearer).')
  for (const confirmation of confirmations) {
    const data = the(confirmation, 'SubjectConfirmationData')
    if (confirmation.attributes.get('Method') !== bearer || !data) continue
    const until = timeOf(data, 'NotOnOrAfter')
    const recipient = data.attributes.get('Recipient')
    if (recipient !== acsUrl) {
      problem = notValid(
        `The assertion is for ${shown(recipient)} (Recipient). The provider has to send it to ${acsUrl}.`,
      )
    } else if (data.attributes.get('InResponseTo') !== requestId) {
      problem = wrongRequest(requestId)
    } else if (until === undefined || !isNow(data, now)) {
      problem = outOfTime('SubjectConfirmationData')
    } else {
      return until
    }
  }
  throw problem
}

function checkConditions(conditions: XmlElement | undefined, entityId: string, now: number): void {
  if (conditions && !isNow(conditions, now)) throw outOfTime('Conditions')
  const restrictions = childrenOf(conditions, assertionNamespace, 'AudienceRestriction')
  const admits = (restriction: XmlElement) =>
    childrenOf(restriction, assertionNamespace, 'Audience').some(({ text }) => text.trim() === entityId)
  if (restrictions.length === 0 || !restrictions.every(admits)) {
    throw notValid(`The answer is for another service (Audience). It must be ${entityId}.`)
  }
}

const outOfTime = (where: string) =>
  notValid(`The answer is too old, or from the future (${where}). Compare the clocks of both servers.`)

function isNow(element: XmlElement, now: number): boolean {
  const from = timeOf(element, 'NotBefore')
  const until = timeOf(element, 'NotOnOrAfter')
  return (from === undefined || now + skewMs >= from) && (until === undefined || now - skewMs < until)
}

function timeOf({ attributes }: XmlElement, name: string): number | undefined {
  const text = attributes.get(name)
  if (text === undefined) return undefined
  const time = Date.parse(text)
  // a time without a zone would be read as that of this machine
  if (Number.isNaN(time) || !/^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(text)) throw outOfTime(name)
  return time
}

function identityIn(assertion: XmlElement, { issuer, settings }: Expectations): Identity {
  const nameId = the(the(assertion, 'Subject'), 'NameID')
  const format = nameId?.attributes.get('Format') ?? ''
  const subject = nameId?.text.trim() ?? ''
  if (subject === '' || subject.length > longestSubject || (nameId?.children.length ?? 0) > 0) {
    throw notValid('The assertion does not name the person (NameID).')
  }
  if (format === transientFormat) {
    throw notValid(
      'The provider calls the person differently each time (NameID of the format transient). Choose persistent or emailAddress there.',
    )
  }
  const attributes = attributesOf(assertion)
  const emails = emailsIn(attributes, settings.emailAttribute)
  if (emails.length > 1) {
    throw notValid(
      `The provider sends several email addresses (${shown(emails.join(', '))}). Let it send one, or name the attribute here.`,
    )
  }
  const email =
    emails[0] ?? (format === emailFormat && settings.emailAttribute === null ? subject : undefined)
  // an organisation's own provider vouches for the addresses in its domains, and for no others (see person.ts)
  return { issuer, subject, email, emailVerified: email !== undefined, attributes }
}

function attributesOf(assertion: XmlElement): Readonly<Record<string, readonly string[]>> {
  const all = childrenOf(assertion, assertionNamespace, 'AttributeStatement')
    .flatMap((statement) => childrenOf(statement, assertionNamespace, 'Attribute'))
    .slice(0, mostAttributes)
  const values = new Map<string, string[]>()
  for (const attribute of all) {
    const name = attribute.attributes.get('Name') ?? ''
    const texts = childrenOf(attribute, assertionNamespace, 'AttributeValue').map(({ text }) => text.trim())
    values.set(name, [...(values.get(name) ?? []), ...texts])
  }
  return Object.fromEntries(values)
}

/** The different addresses in the attribute, or in those with a usual name. */
function emailsIn(attributes: Readonly<Record<string, readonly string[]>>, wanted: string | null): string[] {
  const isOne = (name: string) =>
    wanted === null ? emailAttributes.includes(name.toLowerCase()) : name === wanted
  const found = Object.entries(attributes).flatMap(([name, values]) => (isOne(name) ? values : []))
  return [...new Map(found.filter(Boolean).map((each) => [each.toLowerCase(), each])).values()]
}
