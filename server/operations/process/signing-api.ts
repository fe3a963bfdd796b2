// The route modules of signing and of seals.
import { signingRoutes } from '../../contracts/endpoints/signing.ts'
import { signatureRequestRoutes } from '../../contracts/v2/signature-requests.ts'
import { inForceRoutes } from '../../contracts/v2/in-force.ts'
import { signedCopyRoutes } from '../../contracts/v2/signed-copy.ts'
import type { RouteModule } from '../../http/route.ts'
import { publicSealCheckRoutes } from '../../seals/endpoints/seal-checks.ts'
import { sealRoutes } from '../../seals/v2/signing-certificates.ts'

export const signingApi: readonly RouteModule[] = [
  signedCopyRoutes,
  inForceRoutes,
  signatureRequestRoutes,
  signingRoutes,
  sealRoutes,
  publicSealCheckRoutes,
]
