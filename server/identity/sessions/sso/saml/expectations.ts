// What the answer of a SAML provider has to fit, and the refusals that say how it does not.
import { SsoRefusal } from '../refusal.ts'
import type { SamlSettings } from './saml-settings.ts'

/** How far the provider's clock may differ from ours. */
export const skewMs = 60_000

/** What an answer is checked against. */
export interface Expectations {
  readonly issuer: string
  readonly settings: SamlSettings
  readonly entityId: string
  readonly acsUrl: string
  /** The id of the request that is answered; undefined if the provider began. */
  readonly requestId: string | undefined
  /** Private keys of ours as PEM. */
  readonly keys: readonly string[]
}

/** The advice for an answer that is not as expected. */
export const notValid = (advice: string, cause?: unknown): SsoRefusal =>
  new SsoRefusal('not_valid', cause ?? new Error(advice), advice)

/** The advice for an answer of another provider. */
export const wrongIssuer = (stated: string, issuer: string) =>
  notValid(`The answer is from ${shown(stated.trim())} (Issuer). The entity id entered here is ${issuer}.`)

/** The advice for an answer to another question. */
export const wrongRequest = (requestId: string | undefined) =>
  notValid(
    requestId === undefined
      ? 'The answer belongs to a request (InResponseTo), but the sign-in began at the provider.'
      : 'The answer does not belong to this sign-in (InResponseTo). Start it again.',
  )

/** Text from the answer, short enough to show. */
export const shown = (text: string | undefined): string =>
  text === undefined || text === '' ? 'nobody' : text.length > 200 ? `${text.slice(0, 200)}…` : text
