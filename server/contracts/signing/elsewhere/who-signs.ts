// Which service a request is of.
import type { App } from '../../../platform/app.ts'
import { notFound } from '../../../platform/errors.ts'
import type { SignatureRequest } from '../here/request.ts'
import { signingHere } from '../here/signing-here.ts'
import { signingOverHttp } from './over-http.ts'
import { findService } from './token-access.ts'
import type { SigningService } from './signing-interface.ts'

/** The service of a request: the built-in one, or one elsewhere. */
export async function serviceOf(
  app: App,
  { organisationId, serviceId }: Pick<SignatureRequest, 'organisationId' | 'serviceId'>,
): Promise<SigningService> {
  if (serviceId === null) return signingHere(app)
  const access = await findService(app.db, organisationId, serviceId)
  if (!access) throw notFound()
  return signingOverHttp(app, access)
}
