// Two SAML identity providers on loopback, of packages that sign XML with different code, and a way to walk through
// them as a browser does.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as samlify from 'samlify'
import samlp from 'samlp'
import { selfSignedRsaCertificate } from '../../server/platform/outbound/self-signed.ts'

export interface SamlPerson {
  /** What the provider calls them. */
  readonly nameId: string
  readonly format?: string
  readonly email?: string
}

export interface SamlBehaviour {
  /** The metadata of the service provider, for which it answers. */
  readonly serviceProvider: string
  readonly encrypts?: boolean
  readonly signsResponse?: boolean
  readonly sha1?: boolean
  /** How many milliseconds later than now it takes the time to be; of samlify only. */
  readonly shiftMs?: number
  /** What it writes into the answer before signing it; of samlify only. */
  readonly rewrite?: (xml: string) => string
}

/** What a browser posts. */
export interface PostedAnswer {
  readonly action: string
  readonly message: string
  readonly relayState: string
}

export interface SamlPeer {
  readonly entityId: string
  readonly ssoUrl: string
  /** PEM. */
  readonly certificate: string
  readonly metadata: string
  /** How it answers, until it is set again. */
  behave(behaviour: SamlBehaviour): void
  /** Puts this person at the keyboard. */
  seat(person: SamlPerson): void
  /** Goes to the address, and returns what the provider lets the browser post. */
  walk(address: string, person: SamlPerson): Promise<PostedAnswer>
  /** What it lets a browser post without having been asked. */
  begin(acsUrl: string, audience: string, person: SamlPerson): Promise<string>
  stop(): Promise<void>
}

const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const emailClaim = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress'

type Answer = (query: URLSearchParams, raw: string) => Promise<string>

interface Setting {
  readonly entityId: string
  readonly ssoUrl: string
  readonly key: string
  readonly certificate: string
  readonly metadata: string
  readonly now: () => { readonly person: SamlPerson; readonly behaviour: SamlBehaviour }
}

async function startPeer(
  path: string,
  make: (setting: Setting) => { answer: Answer; begin: SamlPeer['begin'] },
): Promise<SamlPeer> {
  const { key, cert: certificate } = await selfSignedRsaCertificate('Identity provider')
  let person: SamlPerson = { nameId: 'nobody' }
  let behaviour: SamlBehaviour | undefined
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const entityId = `${origin}${path}`
  const ssoUrl = `${origin}/sso`
  const base64 = certificate.replaceAll(/-----[^-]+-----|\s/g, '')
  const metadata = `<?xml version="1.0"?><!-- published --><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}"><md:IDPSSODescriptor WantAuthnRequestsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${base64}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:SingleSignOnService Binding="${redirect}" Location="${ssoUrl}"/></md:IDPSSODescriptor></md:EntityDescriptor>`
  const now = () => {
    if (!behaviour) throw new Error('The provider does not know for whom it answers')
    return { person, behaviour }
  }
  const { answer, begin } = make({ entityId, ssoUrl, key, certificate, metadata, now })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = (request.url ?? '').split('?').slice(1).join('?')
    const query = new URLSearchParams(raw)
    const message = await answer(query, raw)
    const { acs } = target(now().behaviour.serviceProvider)
    const field = (name: string, value: string) =>
      `<input type="hidden" name="${name}" value="${value.replaceAll('"', '&quot;')}">`
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        `<form method="post" action="${acs}">${field('SAMLResponse', message)}${field('RelayState', query.get('RelayState') ?? '')}<button>Go on</button></form>`,
      )
  }

  return {
    entityId,
    ssoUrl,
    certificate,
    metadata,
    behave: (next) => (behaviour = next),
    seat: (next) => (person = next),
    async walk(address, next) {
      person = next
      const page = await (await fetch(address)).text()
      const value = (pattern: RegExp) => pattern.exec(page)?.[1]
      const message = value(/name="SAMLResponse" value="([^"]*)"/)
      if (message === undefined) throw new Error(`The provider stopped: ${page}`)
      const relayState = value(/name="RelayState" value="([^"]*)"/) ?? ''
      return { action: value(/action="([^"]*)"/) ?? '', message, relayState }
    },
    async begin(acsUrl, audience, next) {
      person = next
      return begin(acsUrl, audience, next)
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The addresses and the certificates of a service provider. */
function target(metadata: string) {
  const value = (pattern: RegExp) => pattern.exec(metadata)?.[1] ?? ''
  const certificate = (use: string) =>
    value(new RegExp(`use="${use}"[\\s\\S]*?<ds:X509Certificate>([\\s\\S]*?)</ds:X509Certificate>`))
  const pem = (base64: string) =>
    `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/\s/g, '').replaceAll(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`
  return {
    entityId: value(/entityID="([^"]*)"/),
    acs: value(/AssertionConsumerService [^>]*Location="([^"]*)"/),
    signing: pem(certificate('signing')),
    encryption: pem(certificate('encryption')),
  }
}

samlify.setSchemaValidator({ validate: async () => 'not validated' })

/** A provider of samlify, which checks the signature of the request. */
export const startSamlifyProvider = (): Promise<SamlPeer> =>
  startPeer('/samlify', ({ metadata, key, now }) => {
    const parties = () => {
      const { behaviour } = now()
      const idp = samlify.IdentityProvider({
        metadata,
        privateKey: key,
        isAssertionEncrypted: behaviour.encrypts ?? false,
        loginResponseTemplate: { context: template, attributes: [] },
        requestSignatureAlgorithm: behaviour.sha1
          ? 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
          : 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      })
      const sp = samlify.ServiceProvider({
        metadata: behaviour.serviceProvider,
        wantMessageSigned: behaviour.signsResponse ?? false,
      })
      return { idp, sp }
    }
    const respond = async (requestId: string | undefined) => {
      const { person } = now()
      const { idp, sp } = parties()
      const info = requestId === undefined ? null : { extract: { request: { id: requestId } } }
      const { context } = await idp.createLoginResponse(sp, info, 'post', person, {
        encryptThenSign: true,
        customTagReplacement: (context) => ({
          id: '_response',
          context: filled(context, sp, idp, requestId),
        }),
      })
      return context
    }
    const filled = (
      context: string,
      sp: { entityMeta: { getEntityID(): string } },
      idp: { entityMeta: { getEntityID(): string } },
      requestId: string | undefined,
    ) => {
      const { person, behaviour } = now()
      const { acs } = target(behaviour.serviceProvider)
      const time = Date.now() + (behaviour.shiftMs ?? 0)
      const values: Record<string, string> = {
        ID: `_r${Math.random().toString(36).slice(2)}`,
        AssertionID: `_a${Math.random().toString(36).slice(2)}`,
        Acs: acs,
        Audience: sp.entityMeta.getEntityID(),
        Issuer: idp.entityMeta.getEntityID(),
        Now: new Date(time).toISOString(),
        Later: new Date(time + 300_000).toISOString(),
        Format: person.format ?? emailFormat,
        NameID: person.nameId.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
        Email: person.email ?? '',
        Request: requestId === undefined ? '' : ` InResponseTo="${requestId}"`,
      }
      const xml = context.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
      return behaviour.rewrite?.(xml) ?? xml
    }
    return {
      async answer(query, raw) {
        const { idp, sp } = parties()
        const octetString = raw.slice(0, raw.indexOf('&Signature='))
        const { extract } = await idp.parseLoginRequest(sp, 'redirect', {
          query: Object.fromEntries(query),
          octetString,
        })
        return respond(extract.request.id)
      },
      begin: () => respond(undefined),
    }
  })

const template =
  '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="{ID}" Version="2.0" IssueInstant="{Now}" Destination="{Acs}"{Request}><saml:Issuer>{Issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status><saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="{AssertionID}" Version="2.0" IssueInstant="{Now}"><saml:Issuer>{Issuer}</saml:Issuer><saml:Subject><saml:NameID Format="{Format}">{NameID}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="{Later}" Recipient="{Acs}"{Request}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="{Now}" NotOnOrAfter="{Later}"><saml:AudienceRestriction><saml:Audience>{Audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="{Now}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement><saml:Attribute Name="mail"><saml:AttributeValue>{Email}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion></samlp:Response>'

/** A provider of samlp, which checks the signature of the request too. */
export const startSamlpProvider = (): Promise<SamlPeer> =>
  startPeer('/samlp', ({ entityId, key, certificate, now }) => {
    const options = () => {
      const { person, behaviour } = now()
      const { acs, encryption } = target(behaviour.serviceProvider)
      return {
        issuer: entityId,
        cert: certificate,
        key,
        recipient: acs,
        destination: acs,
        nameIdentifierFormat: person.format ?? emailFormat,
        signResponse: behaviour.signsResponse ?? false,
        signatureAlgorithm: behaviour.sha1 ? 'rsa-sha1' : 'rsa-sha256',
        digestAlgorithm: behaviour.sha1 ? 'sha1' : 'sha256',
        authnContextClassRef: 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
        ...(behaviour.encrypts ? { encryptionCert: encryption, encryptionPublicKey: encryption } : {}),
        profileMapper: () => ({
          getClaims: () => (person.email === undefined ? {} : { [emailClaim]: person.email }),
          getNameIdentifier: () => ({ nameIdentifier: person.nameId }),
        }),
      }
    }
    return {
      answer: (query, raw) =>
        new Promise<string>((resolve, reject) => {
          const { acs, signing } = target(now().behaviour.serviceProvider)
          samlp.auth({
            ...options(),
            signingCert: signing,
            deflate: true,
            getUserFromRequest: () => now().person,
            getPostURL: (_audience, _dom, _request, done) => done(null, acs),
            responseHandler: (message) => resolve(message.toString('base64')),
          })(
            {
              method: 'GET',
              url: `/sso?${raw}`,
              originalUrl: `/sso?${raw}`,
              query: Object.fromEntries(query),
            },
            { send: (status: unknown) => reject(new Error(`refused: ${String(status)}`)) },
            reject,
          )
        }),
      begin: (_acs, audience) =>
        new Promise<string>((resolve, reject) => {
          samlp.getSamlResponse({ ...options(), audience }, now().person, (error, message) =>
            error ? reject(error) : resolve(Buffer.from(message).toString('base64')),
          )
        }),
    }
  })
