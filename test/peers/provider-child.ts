// The other side of provider-process.ts: the identity providers of a process of their own.
import { type Person, startProvider } from './identity-provider.ts'
import { type SamlBehaviour, type SamlPerson, startSamlifyProvider } from './saml-identity-providers.ts'

/** What this process is asked; each is answered with the same number. */
export type Asked = { readonly number: number } & (
  | { readonly what: 'start'; readonly callback: string }
  | { readonly what: 'walkOpenId'; readonly address: string; readonly person: Person }
  | { readonly what: 'walkSaml'; readonly address: string; readonly person: SamlPerson }
  | { readonly what: 'behave'; readonly behaviour: SamlBehaviour }
)

let started: Awaited<ReturnType<typeof start>> | undefined

async function start(callback: string) {
  const [openId, saml] = await Promise.all([startProvider(callback), startSamlifyProvider()])
  return { openId, saml }
}

async function answerTo(asked: Asked): Promise<unknown> {
  if (asked.what === 'start') {
    started = await start(asked.callback)
    const { entityId, ssoUrl, certificate, metadata } = started.saml
    return { issuer: started.openId.issuer, saml: { entityId, ssoUrl, certificate, metadata } }
  }
  if (!started) throw new Error('The providers are not started')
  switch (asked.what) {
    case 'walkOpenId':
      return started.openId.walk(asked.address, asked.person)
    case 'walkSaml':
      return started.saml.walk(asked.address, asked.person)
    case 'behave':
      return started.saml.behave(asked.behaviour)
  }
}

process.on('message', (asked: Asked) => {
  answerTo(asked).then(
    (result) => process.send?.({ number: asked.number, result }),
    (error: unknown) => process.send?.({ number: asked.number, problem: String(error) }),
  )
})
