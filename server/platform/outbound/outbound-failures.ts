// Failures of outbound calls, described for the person who gave the address.
import { AddressNotAllowed } from './outbound-socket.ts'
import { bareObject } from '../bare-object.ts'

const words = bareObject<string>({
  ENOTFOUND: 'the name could not be found (DNS)',
  ENODATA: 'the name has no address (DNS)',
  ETIMEOUT: 'the name server did not answer (DNS)',
  ETIMEDOUT: 'the receiver could not be reached in time',
  ESERVFAIL: 'the name server failed (DNS)',
  EAI_AGAIN: 'the name server did not answer (DNS)',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed before an answer came',
  EPIPE: 'the connection was closed before an answer came',
  EHOSTUNREACH: 'the receiver could not be reached',
  ENETUNREACH: 'the receiver could not be reached',
  UND_ERR_SOCKET: 'the connection was closed before an answer came',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer were too long',
  HPE_HEADER_OVERFLOW: 'the headers of the answer were too long',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is not from a trusted authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'the certificate is not from a trusted authority, or its chain is incomplete',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'the certificate is not from a trusted authority, or its chain is incomplete',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name',
})

/** A description of the failure; an unknown code is included, so that it can be looked up. */
export function describeFailure(error: unknown): string {
  if (error instanceof AddressNotAllowed) return error.message
  const code = codeOf(error)
  if (code === undefined) return 'the call failed'
  return words[code] ?? (code.startsWith('HPE_') ? 'the answer was not HTTP' : `the call failed (${code})`)
}

/** Attempts on several addresses fail as an AggregateError: the first one has the reason. */
function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  const { code, cause } = error as NodeJS.ErrnoException
  return code ?? (cause === undefined ? undefined : codeOf(cause))
}
