// Answers of a SAML provider that were altered on their way, each made from a real one: nobody is signed in.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareSaml } from '../../../../../test/fixtures/saml.ts'
import { isHonestAccepted, type Saml, tryAnswer } from '../../../../../test/fixtures/saml-forgery.ts'
import { type SamlPeer, startSamlifyProvider } from '../../../../../test/peers/saml-identity-providers.ts'
import { useTestApp } from '../../../../../test/test-app.ts'

const parts = useTestApp()
let peer: SamlPeer
beforeAll(async () => {
  peer = await startSamlifyProvider()
})
afterAll(() => peer.stop())

const part = (xml: string, name: string) => {
  const found = new RegExp(`<(\\w+:)?${name}[ >][\\s\\S]*</(\\w+:)?${name}>`).exec(xml)?.[0]
  if (found === undefined) throw new Error(`There is no ${name}`)
  return found
}
const assertionIn = (xml: string) => part(xml, 'Assertion')
const signatureIn = (xml: string) => {
  const found = /<ds:Signature[\s\S]*?<\/ds:Signature>/.exec(xml)?.[0]
  if (found === undefined) throw new Error('There is no signature')
  return found
}
/** The assertion as an attacker would like it: of the administrator, with another id, not signed. */
const evilOf = (saml: Saml, assertion: string) =>
  assertion
    .replace(signatureIn(assertion), '')
    .replaceAll(saml.email, saml.admin.email)
    .replace(/ ID="[^"]*"/, ' ID="_evil"')

// the variants of "On Breaking SAML: Be Whoever You Want to Be" (Somorovsky and others, 2012)
const wrappings: Record<string, { response?: true; wrap: (saml: Saml, xml: string) => string }> = {
  'XSW1: a response around the signed one, which is in the signature': {
    response: true,
    wrap: (saml, xml) => {
      const signature = responseSignature(xml)
      const whole = xml.replace(signature, '')
      const evil = evilResponse(saml, xml)
      return evil.replace(
        '<samlp:Status>',
        () =>
          `${signature.replace('</ds:Signature>', `<ds:Object>${whole}</ds:Object></ds:Signature>`)}<samlp:Status>`,
      )
    },
  },
  'XSW2: a response after the signed one, with a detached signature': {
    response: true,
    wrap: (saml, xml) => {
      const signature = responseSignature(xml)
      const evil = evilResponse(saml, xml)
      return evil.replace('<samlp:Status>', () => `${signature}${xml.replace(signature, '')}<samlp:Status>`)
    },
  },
  'XSW3: an assertion before the signed one': {
    wrap: (saml, xml) => xml.replace(assertionIn(xml), (one) => evilOf(saml, one) + one),
  },
  'XSW4: an assertion around the signed one': {
    wrap: (saml, xml) =>
      xml.replace(assertionIn(xml), (one) =>
        evilOf(saml, one).replace('</saml:Assertion>', () => `${one}</saml:Assertion>`),
      ),
  },
  'XSW5: the signature on another assertion, the signed one at the end': {
    wrap: (saml, xml) => {
      const one = assertionIn(xml)
      const signature = signatureIn(one)
      const evil = evilOf(saml, one).replace('<saml:Subject>', () => `${signature}<saml:Subject>`)
      return xml.replace(one, () => evil + one.replace(signature, ''))
    },
  },
  'XSW6: the signed assertion within the signature of another one': {
    wrap: (saml, xml) => {
      const one = assertionIn(xml)
      const signature = signatureIn(one)
      const around = signature.replace(
        '</ds:Signature>',
        () => `<ds:Object>${one.replace(signature, '')}</ds:Object></ds:Signature>`,
      )
      return xml.replace(one, () =>
        evilOf(saml, one).replace('<saml:Subject>', () => `${around}<saml:Subject>`),
      )
    },
  },
  'XSW7: an assertion in extensions': {
    wrap: (saml, xml) =>
      xml.replace(
        assertionIn(xml),
        (one) => `<samlp:Extensions>${evilOf(saml, one)}</samlp:Extensions>${one}`,
      ),
  },
  'XSW8: the signed assertion in an object of its own signature': {
    wrap: (saml, xml) => {
      const one = assertionIn(xml)
      const signature = signatureIn(one)
      const evil = one
        .replaceAll(saml.email, saml.admin.email)
        .replace(
          '</ds:Signature>',
          () => `<ds:Object>${one.replace(signature, '')}</ds:Object></ds:Signature>`,
        )
      return xml.replace(one, () => evil)
    },
  },
}
const responseSignature = (xml: string) => signatureIn(xml.slice(0, xml.indexOf('<saml:Assertion')))
function evilResponse(saml: Saml, xml: string): string {
  const one = assertionIn(xml)
  return xml
    .replace(responseSignature(xml), '')
    .replace(one, () => evilOf(saml, one))
    .replace(/ ID="[^"]*"/, ' ID="_evilresponse"')
}

describe('signature wrapping', () => {
  for (const [what, { response, wrap }] of Object.entries(wrappings)) {
    test(`${what} [A-171]`, async () => {
      const saml = await prepareSaml(parts, peer)
      if (response) saml.behave({ signsResponse: true })
      await tryAnswer(parts, peer, saml, (xml) => wrap(saml, xml))
    })
  }
})

const lies: Record<string, (saml: Saml, xml: string) => string> = {
  'an assertion without its signature': (_, xml) => xml.replace(signatureIn(xml), ''),
  'an assertion that was changed': (saml, xml) => xml.replaceAll(saml.email, saml.admin.email),
  'a comment in the name of the person': (saml, xml) =>
    xml.replace(`>${saml.email}<`, `>${saml.email.slice(0, 3)}<!-- -->${saml.email.slice(3)}<`),
  'a document type': (_, xml) => `<!DOCTYPE r [<!ENTITY x "y">]>${xml}`,
  'an external entity': (saml, xml) =>
    `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${xml.replace(`>${saml.email}<`, '>&x;<')}`,
  'entities that grow without end': (saml, xml) =>
    `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>${xml.replace(`>${saml.email}<`, '>&c;<')}`,
  'a signature with a keyed hash': (_, xml) =>
    xml.replace(
      'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
    ),
  'a transformation that selects what is signed': (_, xml) =>
    xml.replace(
      '<ds:Transforms>',
      '<ds:Transforms><ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"/>',
    ),
  'two assertions with the same id': (_, xml) => xml.replace(assertionIn(xml), (one) => one + one),
  'very deep XML': (_, xml) =>
    xml.replace('<samlp:Status>', `${'<a>'.repeat(100)}${'</a>'.repeat(100)}<samlp:Status>`),
  'very many elements': (_, xml) => xml.replace('<samlp:Status>', `${'<a/>'.repeat(3_000)}<samlp:Status>`),
  'what is no XML': () => 'SAMLResponse',
  'another destination': (_, xml) =>
    xml.replace(/ Destination="[^"]*"/, ' Destination="https://other.example/acs"'),
  'another answered request outside the signature': (_, xml) =>
    xml.replace(/ InResponseTo="[^"]*"/, ' InResponseTo="_another"'),
}
describe('altered answers', () => {
  for (const [what, lie] of Object.entries(lies)) {
    test(`${what} [A-171]`, async () => {
      const saml = await prepareSaml(parts, peer)
      await tryAnswer(parts, peer, saml, (xml) => lie(saml, xml))
    })
  }

  test('a signed response whose assertion was changed', async () => {
    const saml = await prepareSaml(parts, peer)
    saml.behave({ signsResponse: true })
    await tryAnswer(parts, peer, saml, (xml) => xml.replaceAll(saml.email, saml.admin.email))
  })

  test('an answer that is larger than any is not read', async () => {
    const saml = await prepareSaml(parts, peer)
    const answer = await peer.walk(await saml.depart(saml.browser), saml.person)
    const huge = { ...answer, message: answer.message + 'A'.repeat(70_000) }
    expect((await saml.bring(saml.browser, huge)).statusCode).toBe(413)
    await isHonestAccepted(parts, saml)
  })
})
