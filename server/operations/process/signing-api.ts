// The route modules of signing, of seals, and of documents with the other side.
import { contractQuestions } from '../../contracts/approvals/answer-by-mail.ts'
import { invoiceQuestions } from '../../invoices/approvals/answer-by-mail.ts'
import { approvingRoutes } from '../../records/endpoints/approving.ts'
import { sharingRoutes } from '../../contracts/endpoints/sharing.ts'
import { signingRoutes } from '../../contracts/endpoints/signing.ts'
import { signingServiceEventRoutes } from '../../contracts/endpoints/signing-elsewhere.ts'
import { signingServiceRoutes } from '../../contracts/v2/signing-elsewhere/signing-elsewhere.ts'
import { documentShareRoutes } from '../../contracts/v2/document-shares.ts'
import { mailedVersionRoutes } from '../../contracts/v2/mailed-versions.ts'
import { signingPacketRoutes } from '../../contracts/v2/signing-packets.ts'
import { signatureRequestRoutes } from '../../contracts/v2/signature-requests.ts'
import { binderRoutes } from '../../contracts/v2/binder.ts'
import { inForceRoutes } from '../../contracts/v2/in-force.ts'
import { renewalRoutes } from '../../contracts/v2/renewal.ts'
import { signedCopyRoutes } from '../../contracts/v2/signed-copy.ts'
import type { RouteModule } from '../../http/route.ts'
import { publicSealCheckRoutes } from '../../seals/endpoints/seal-checks.ts'
import { sealCheckRoutes } from '../../seals/v2/seal-checks.ts'
import { sealRoutes } from '../../seals/v2/signing-certificates.ts'

export const signingApi: readonly RouteModule[] = [
  signedCopyRoutes,
  signingPacketRoutes,
  inForceRoutes,
  binderRoutes,
  renewalRoutes,
  signatureRequestRoutes,
  signingRoutes,
  signingServiceRoutes,
  signingServiceEventRoutes,
  documentShareRoutes,
  mailedVersionRoutes,
  sharingRoutes,
  approvingRoutes([contractQuestions, invoiceQuestions]),
  sealRoutes,
  sealCheckRoutes,
  publicSealCheckRoutes,
]
