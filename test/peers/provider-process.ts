// An OpenID Connect and a SAML identity provider in a process of their own: what they take of the processor is not
// measured with what the server takes.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { RealProvider } from './identity-provider.ts'
import type { Asked } from './provider-child.ts'
import type { SamlPeer } from './saml-identity-providers.ts'

interface Answer {
  readonly number: number
  readonly result?: unknown
  readonly problem?: string
}

type Question = Asked extends infer Each ? (Each extends Asked ? Omit<Each, 'number'> : never) : never

export interface ProviderProcess {
  readonly openId: Pick<RealProvider, 'issuer' | 'walk'>
  readonly saml: Pick<SamlPeer, 'entityId' | 'ssoUrl' | 'certificate' | 'metadata' | 'behave' | 'walk'>
  stop(): void
}

/** Starts both; `callback` is where the one of OpenID Connect sends people back. */
export async function startProviderProcess(callback: string): Promise<ProviderProcess> {
  const child = fork(fileURLToPath(new URL('provider-child.ts', import.meta.url)), {
    execArgv: [],
    // the providers warn of being made for a test
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  child.on('message', ({ number, result, problem }: Answer) => {
    const waits = waiting.get(number)
    waiting.delete(number)
    if (problem === undefined) waits?.resolve(result)
    else waits?.reject(new Error(problem))
  })
  child.on('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('The providers have stopped'))
  })
  let last = 0
  function ask<Result>(question: Question): Promise<Result> {
    const waits = Promise.withResolvers<unknown>()
    waiting.set(++last, waits)
    child.send({ ...question, number: last })
    return waits.promise as Promise<Result>
  }
  type Started = Pick<RealProvider, 'issuer'> & {
    readonly saml: Pick<SamlPeer, 'entityId' | 'ssoUrl' | 'certificate' | 'metadata'>
  }
  const { issuer, saml } = await ask<Started>({ what: 'start', callback })
  return {
    openId: {
      issuer,
      walk: (address, person) =>
        person === 'cancels'
          ? Promise.reject(new Error('Nobody cancels here'))
          : ask({ what: 'walkOpenId', address, person }),
    },
    saml: {
      ...saml,
      // it is answered before what is asked next
      behave: (behaviour) => void ask({ what: 'behave', behaviour }),
      walk: (address, person) => ask({ what: 'walkSaml', address, person }),
    },
    stop: () => child.kill(),
  }
}
