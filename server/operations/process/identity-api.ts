// The route modules of organisations, people and signing in; api.ts has all others.
import type { RouteModule } from '../../http/route.ts'
import { featureRoutes } from '../../identity/features/v1/features.ts'
import { featureRoutesV2 } from '../../identity/features/v2/features.ts'
import { userReportRoutes } from '../../identity/users/v2/reports.ts'
import { authorizationRequestRoutes } from '../../identity/oauth/endpoints/authorization-requests.ts'
import { authorizeRoutes } from '../../identity/oauth/endpoints/authorize.ts'
import { jwksRoutes } from '../../identity/oauth/endpoints/jwks.ts'
import { metadataRoutes } from '../../identity/oauth/endpoints/metadata.ts'
import { revocationAndIntrospectionRoutes } from '../../identity/oauth/endpoints/revocation-and-introspection.ts'
import { tokenRoutes } from '../../identity/oauth/endpoints/token.ts'
import { myIntegrationRoutes } from '../../identity/oauth/v2/my-integrations.ts'
import { integrationClientRoutes } from '../../identity/oauth/v2/integration-clients.ts'
import { organisationRoutes } from '../../identity/organisations/v1/organisations.ts'
import { departmentRoutes } from '../../identity/organisations/v2/departments.ts'
import { organisationLinkRoutes } from '../../identity/organisations/v2/links.ts'
import { lawFirmRoutes } from '../../identity/users/v2/law-firms.ts'
import { logoRoutes } from '../../identity/organisations/v2/logo.ts'
import { organisationRoutesV2 } from '../../identity/organisations/v2/organisations.ts'
import { regionRoutes } from '../../identity/organisations/v2/regions.ts'
import { sessionRoutes } from '../../identity/sessions/endpoints/session.ts'
import { scimRoutes } from '../../identity/provisioning/endpoints/scim.ts'
import { provisioningRoutes } from '../../identity/provisioning/v2/provisioning.ts'
import { secondFactorRoutes } from '../../identity/sessions/endpoints/second-factor.ts'
import { signInPolicyRoutes } from '../../identity/sessions/v2/sign-in-policy.ts'
import { mySessionRoutes } from '../../identity/sessions/v2/my-sessions.ts'
import { samlRoutes, ssoRoutes } from '../../identity/sessions/endpoints/sso.ts'
import { mailDomainRoutes } from '../../identity/sessions/v2/mail-domains.ts'
import { signInProviderRoutes } from '../../identity/sessions/v2/sign-in-provider.ts'
import { userRoutes } from '../../identity/users/v1/users.ts'
import { accountRoutes } from '../../identity/users/v2/accounts.ts'
import { erasureRoutes } from '../../identity/users/v2/erasure.ts'
import { pictureRoutes, profileRoutes } from '../../identity/users/v2/profiles.ts'
import { teamRoutesV2 } from '../../identity/users/v2/teams.ts'
import { userRoutesV2 } from '../../identity/users/v2/users.ts'

export const identityApi: readonly RouteModule[] = [
  organisationRoutes,
  organisationRoutesV2,
  organisationLinkRoutes,
  lawFirmRoutes,
  logoRoutes,
  departmentRoutes,
  regionRoutes,
  featureRoutes,
  featureRoutesV2,
  userRoutes,
  userRoutesV2,
  teamRoutesV2,
  accountRoutes,
  erasureRoutes,
  profileRoutes,
  pictureRoutes,
  jwksRoutes,
  tokenRoutes,
  revocationAndIntrospectionRoutes,
  metadataRoutes,
  userReportRoutes,
  integrationClientRoutes,
  myIntegrationRoutes,
  authorizeRoutes,
  authorizationRequestRoutes,
  sessionRoutes,
  secondFactorRoutes,
  scimRoutes,
  provisioningRoutes,
  signInPolicyRoutes,
  signInProviderRoutes,
  mailDomainRoutes,
  mySessionRoutes,
  ssoRoutes,
  samlRoutes,
]
