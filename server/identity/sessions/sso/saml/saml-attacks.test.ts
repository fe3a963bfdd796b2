// Answers that a SAML provider has signed rightly, but not for this sign-in: nobody is signed in.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../../../../../test/peers/browser.ts'
import { prepareSaml } from '../../../../../test/fixtures/saml.ts'
import { home, isHonestAccepted, refused, type Saml } from '../../../../../test/fixtures/saml-forgery.ts'
import { type SamlPeer, startSamlifyProvider } from '../../../../../test/peers/saml-identity-providers.ts'
import { useTestApp } from '../../../../../test/test-app.ts'
import { internalTransaction } from '../../../../platform/events/change.ts'

const parts = useTestApp()
let peer: SamlPeer
let stranger: SamlPeer
beforeAll(async () => {
  peer = await startSamlifyProvider()
  stranger = await startSamlifyProvider()
})
afterAll(async () => {
  await peer.stop()
  await stranger.stop()
})

const rightlySigned: Record<string, Partial<Parameters<SamlPeer['behave']>[0]>> = {
  'another audience': {
    rewrite: (xml) => xml.replace(/<saml:Audience>[^<]*/, '<saml:Audience>https://other.example'),
  },
  'no audience': {
    rewrite: (xml) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, ''),
  },
  'another recipient': {
    rewrite: (xml) => xml.replace(/ Recipient="[^"]*"/, ' Recipient="https://other.example"'),
  },
  'another issuer': {
    rewrite: (xml) => xml.replaceAll(/<saml:Issuer>[^<]*/g, '<saml:Issuer>https://other.example'),
  },
  'another issuer of the assertion alone': {
    rewrite: (xml) => xml.replace(/(<saml:Assertion.*?<saml:Issuer>)[^<]*/, '$1https://other.example'),
  },
  'the answer to another request': {
    rewrite: (xml) => xml.replace(/(Recipient="[^"]*") InResponseTo="[^"]*"/, '$1 InResponseTo="_other"'),
  },
  'an assertion that answers nothing': {
    rewrite: (xml) => xml.replace(/(Recipient="[^"]*") InResponseTo="[^"]*"/, '$1'),
  },
  'an assertion that says for how long by nothing': {
    rewrite: (xml) => xml.replace(/(SubjectConfirmationData) NotOnOrAfter="[^"]*"/, '$1'),
  },
  'another way of confirmation': { rewrite: (xml) => xml.replace('cm:bearer', 'cm:sender-vouches') },
  'nobody who signed in': {
    rewrite: (xml) => xml.replace(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, ''),
  },
  'nobody named': { rewrite: (xml) => xml.replace(/<saml:NameID .*<\/saml:NameID>/, '') },
  'an expired assertion': { shiftMs: -10 * 60_000 },
  'an assertion of the future': { shiftMs: 10 * 60_000 },
  'signatures with SHA-1': { sha1: true },
  'a name for this time only': {
    rewrite: (xml) =>
      xml.replace(
        /<saml:NameID Format="[^"]*"/,
        '<saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:transient"',
      ),
  },
  'two email addresses': {
    rewrite: (xml) =>
      xml.replace(
        '</saml:AttributeValue>',
        '</saml:AttributeValue><saml:AttributeValue>other@x.example</saml:AttributeValue>',
      ),
  },
  'a failure': { rewrite: (xml) => xml.replace('status:Success', 'status:Responder') },
}
describe('rightly signed, but not for this', () => {
  for (const [what, behaviour] of Object.entries(rightlySigned)) {
    test(`${what} is refused [A-171]`, async () => {
      const saml = await prepareSaml(parts, peer)
      saml.behave(behaviour)
      expect((await saml.signIn('/')).headers['location']).toBe(refused(parts, 'not_valid'))
      expect((await saml.browser.session()).user).toBeNull()
      await isHonestAccepted(parts, saml)
    })
  }

  test('a response that is signed while its assertion is not is refused', async () => {
    const saml = await prepareSaml(parts, peer)
    const serviceProvider = (await saml.metadata()).replace(
      'WantAssertionsSigned="true"',
      'WantAssertionsSigned="false"',
    )
    peer.behave({ serviceProvider, signsResponse: true })
    expect((await saml.signIn('/')).headers['location']).toBe(refused(parts, 'not_valid'))
    await isHonestAccepted(parts, saml)
  })

  test('another provider cannot answer in the name of this one, even encrypted for us', async () => {
    const saml = await prepareSaml(parts, peer)
    const serviceProvider = await saml.metadata()
    const rewrite = (xml: string) => xml.replaceAll(/<saml:Issuer>[^<]*/g, `<saml:Issuer>${peer.entityId}`)
    for (const encrypts of [false, true]) {
      stranger.behave({ serviceProvider, encrypts, rewrite })
      const address = (await saml.depart(saml.browser)).replace(peer.ssoUrl, stranger.ssoUrl)
      const answer = await stranger.walk(address, saml.person)
      expect((await saml.bring(saml.browser, answer)).headers['location']).toBe(refused(parts, 'not_valid'))
    }
    await isHonestAccepted(parts, saml)
  })

  test('SHA-1 is accepted where an administrator has said so', async () => {
    const saml = await prepareSaml(parts, peer, { allowSha1: true })
    saml.behave({ sha1: true })
    expect((await saml.signIn('/')).headers['location']).toBe(home(parts))
  })
})

describe('whose answer it is', () => {
  test('the answer of somebody else does not sign a browser in (login CSRF) [A-172]', async () => {
    const saml = await prepareSaml(parts, peer)
    const attacker = openBrowser(parts.server)
    const theirs = await peer.walk(await saml.depart(attacker), saml.person)
    const mine = new URL(await saml.depart(saml.browser)).searchParams.get('RelayState') ?? ''
    // with their attempt, in this browser
    expect((await saml.bring(saml.browser, theirs)).headers['location']).toBe(refused(parts, 'expired'))
    // with the attempt of this browser
    const second = await peer.walk(await saml.depart(attacker), saml.person)
    const swapped = await saml.bring(saml.browser, { ...second, relayState: mine })
    expect(swapped.headers['location']).toBe(refused(parts, 'not_valid'))
    expect((await saml.browser.session()).user).toBeNull()
    // what was brought is still there for the browser that began
    const own = `/session/saml/finish?state=${encodeURIComponent(theirs.relayState)}`
    expect((await attacker.call('GET', own)).headers['location']).toBe(home(parts))
  })

  test('an answer is good once, within ten minutes', async () => {
    const saml = await prepareSaml(parts, peer)
    const answer = await peer.walk(await saml.depart(saml.browser), saml.person)
    expect((await saml.bring(saml.browser, answer)).headers['location']).toBe(home(parts))
    await saml.browser.call('DELETE', '/session')
    expect((await saml.bring(saml.browser, answer)).headers['location']).toBe(refused(parts, 'expired'))
    const late = await peer.walk(await saml.depart(saml.browser), saml.person)
    parts.clock.advance({ minutes: 10 })
    expect((await saml.bring(saml.browser, late)).headers['location']).toBe(refused(parts, 'expired'))
  })

  test('a sign-in that the provider begins is refused, unless that is switched on [A-173]', async () => {
    const saml = await prepareSaml(parts, peer)
    const begin = async () => ({
      action: saml.saml.acsUrl,
      message: await peer.begin(saml.saml.acsUrl, saml.saml.entityId, saml.person),
      relayState: 'https://evil.example/',
    })
    expect((await saml.bring(saml.browser, await begin())).headers['location']).toBe(
      refused(parts, 'expired'),
    )
    await saml.put({ protocol: 'Saml', name: 'Acme', metadata: peer.metadata, idpInitiated: true })
    await saml.testIt()
    expect((await saml.administrator.call('POST', '/v2/signInProvider/enable')).statusCode).toBe(204)
    const answer = await begin()
    // and wherever RelayState leads, they stay here
    expect((await saml.bring(openBrowser(parts.server), answer)).headers['location']).toBe(home(parts))
    const answers = await Promise.all(
      [await begin()].flatMap((one) =>
        [one, one, one].map((each) => saml.bring(openBrowser(parts.server), each)),
      ),
    )
    expect(answers.map(({ headers }) => headers['location']).sort()).toEqual(
      [home(parts), refused(parts, 'not_valid'), refused(parts, 'not_valid')].sort(),
    )
    // replayed later, and put under somebody who is at work
    expect((await saml.bring(saml.browser, answer)).headers['location']).toBe(refused(parts, 'not_valid'))
    const busy = openBrowser(parts.server)
    await busy.signIn(saml.admin.email)
    expect((await saml.bring(busy, await begin())).headers['location']).toBe(refused(parts, 'signed_in'))
    expect((await busy.session()).user).toMatchObject({ email: saml.admin.email })
  })

  test('two organisations that share a provider keep to their own people [A-174]', async () => {
    const one = await prepareSaml(parts, peer)
    const two = await prepareSaml(parts, peer)
    // the same name at the provider is somebody else there
    const shared = {
      nameId: 'shared-subject',
      format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    }
    const signIn = (saml: Saml, email: string, browser = openBrowser(parts.server)) => {
      saml.behave()
      return saml.signIn('/', { browser, person: { ...shared, email } })
    }
    expect((await signIn(one, two.email)).headers['location']).toBe(refused(parts, 'wrong_domain'))
    for (const saml of [two, one]) {
      const browser = openBrowser(parts.server)
      expect((await signIn(saml, saml.email, browser)).headers['location']).toBe(home(parts))
      expect((await browser.session()).user).toMatchObject({ email: saml.email })
    }
    // the answer for one of them is worth nothing at the other
    one.behave()
    const answer = await peer.walk(await one.depart(one.browser), one.person)
    const moved = { ...answer, action: two.saml.acsUrl }
    expect((await two.bring(one.browser, moved)).headers['location']).toBe(refused(parts, 'expired'))
    expect((await one.browser.session()).user).toBeNull()
  })

  test('disabled people are refused, before and after they were bound', async () => {
    const saml = await prepareSaml(parts, peer)
    const set = (status: string) =>
      internalTransaction(parts.app, (tx) =>
        tx.updateTable('users').set({ status }).where('id', '=', saml.user.id).execute(),
      )
    await set('Disabled')
    expect((await saml.signIn('/')).headers['location']).toBe(refused(parts, 'disabled'))
    await set('Active')
    expect((await saml.signIn('/')).headers['location']).toBe(home(parts))
    await saml.browser.call('DELETE', '/session')
    await set('Disabled')
    expect((await saml.signIn('/')).headers['location']).toBe(refused(parts, 'disabled'))
  })

  test('people without an account are refused, and nobody is made one', async () => {
    const saml = await prepareSaml(parts, peer)
    const person = { nameId: `nobody@${saml.domain}`, email: `nobody@${saml.domain}` }
    expect((await saml.signIn('/', { person })).headers['location']).toBe(refused(parts, 'unknown_user'))
  })

  for (const returnTo of ['//evil.example', 'https://evil.example', '/\\evil.example']) {
    test(`${returnTo} is no page to return to`, async () => {
      const saml = await prepareSaml(parts, peer)
      expect((await saml.signIn(returnTo)).headers['location']).toBe(home(parts))
    })
  }
})
