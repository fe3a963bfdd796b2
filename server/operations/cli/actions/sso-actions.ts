// The actions of `chancery sso`. Separate from the command definition, so that --help loads none of it.
import { checkProvider } from '../../../identity/sessions/sso/openid.ts'
import {
  addMailDomain,
  allowPasswords,
  listSignIns,
  removeIdentityProvider,
  setIdentityProvider,
  type SignInOfOrganisation,
} from '../../../identity/sessions/sso/providers.ts'
import { clearAdministratorNetworks } from '../../../identity/sessions/second-factor/sign-in-policy.ts'
import { askForPassword } from '../ask.ts'
import { withApp } from '../installation.ts'
import { findOrganisation, operator } from './user-actions.ts'

/** The options of `sso set`, as given on the command line. */
export interface ProviderOptions {
  readonly organisation: string
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  /** Whether to fetch the provider's metadata first. */
  readonly check: boolean
}

/** The ways in which the users of each organisation sign in. */
export const list = (): Promise<readonly SignInOfOrganisation[]> => withApp(listSignIns)

/** Sets the provider; returns the redirect address it must allow. */
export const set = (options: ProviderOptions): Promise<{ readonly callback: string }> =>
  withApp(async (app) => {
    const { id: organisationId } = await findOrganisation(app, options.organisation)
    const clientSecret = await askForPassword('Client secret')
    const { name, issuer, clientId, check } = options
    if (check) await checkProvider({ issuer, clientId, clientSecret })
    await setIdentityProvider(app, operator, { organisationId, name, issuer, clientId, clientSecret })
    return { callback: `${app.config.webUrl}/session/sso/callback` }
  })

/** Removes the provider. */
export const remove = (organisation: string): Promise<void> =>
  withApp(async (app) => {
    await removeIdentityProvider(app, operator, (await findOrganisation(app, organisation)).id)
  })

/** Assigns the domain to the organisation. */
export const addDomain = (domain: string, organisation: string): Promise<void> =>
  withApp(async (app) => {
    const { id: organisationId } = await findOrganisation(app, organisation)
    await addMailDomain(app, operator, { organisationId, domain })
  })

/** Allows or forbids signing in with a password. */
export const setPasswords = (organisation: string, allowed: boolean): Promise<void> =>
  withApp(async (app) => {
    const { id: organisationId } = await findOrganisation(app, organisation)
    await allowPasswords(app, operator, { organisationId, allowed })
  })

/** Lets administrators act from everywhere again; returns whether there was a limit. */
export const clearNetworks = (organisation: string): Promise<boolean> =>
  withApp(async (app) => {
    const { id: organisationId } = await findOrganisation(app, organisation)
    return clearAdministratorNetworks(app, operator, organisationId)
  })
