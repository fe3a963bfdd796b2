// Calls to a signing service elsewhere: authorised, with limited time and size, and their failures as sentences.
import Type, { type Static, type TSchema } from 'typebox'
import Value from 'typebox/value'
import type { App } from '../../../platform/app.ts'
import {
  boundedCall,
  type BoundedAnswer,
  type BoundedCall,
  describeFailedCall,
} from '../../../platform/outbound/bounded-call.ts'
import { type ServiceAccess, serviceTokenPurpose } from './token-access.ts'
import { ServiceFailure } from './signing-interface.ts'

const longestWaitMs = 20_000
const largestAnswer = 256 * 1024
const longestDetail = 500

export type ServiceCall = Pick<BoundedCall, 'method' | 'body'> & {
  /** Below the address of the service, from its slash on. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly largestAnswer?: number
}

/** Calls the service. Throws ServiceFailure when there is no answer, or one with another status than 2xx. */
export async function callService(
  app: Pick<App, 'outbound' | 'vault' | 'config'>,
  service: Pick<ServiceAccess, 'name' | 'url' | 'tokenSealed'>,
  { path, method, body, headers = {}, largestAnswer: largest = largestAnswer }: ServiceCall,
): Promise<BoundedAnswer> {
  const { name, url, tokenSealed } = service
  if (tokenSealed === null)
    throw new ServiceFailure(`The token of ${name} is missing. An administrator has to give it again.`)
  if (app.config.offline) throw new ServiceFailure(`${name} is not called: this is a rehearsal.`)
  const token = await app.vault.open(tokenSealed, serviceTokenPurpose)
  const answer = await boundedCall(app.outbound, {
    url: `${url}${path}`,
    method,
    headers: { authorization: `Bearer ${token}`, 'user-agent': 'Chancery', ...headers },
    ...(body === undefined ? {} : { body }),
    longestWaitMs,
    largestAnswer: largest,
  }).catch((error: unknown) => {
    throw new ServiceFailure(`${name} could not be asked: ${describeFailedCall(error, { longestWaitMs })}.`, {
      cause: error,
    })
  })
  if (answer.status >= 200 && answer.status < 300) return answer
  throw refusalOf(name, answer)
}

const detailSchema = Type.Object({ detail: Type.String() })

/** Its own words, where it has some. */
function refusalOf(name: string, { status, bytes }: BoundedAnswer): ServiceFailure {
  if (status === 401 || status === 403)
    return new ServiceFailure(`${name} refused the token. An administrator has to give another one.`, {
      status,
    })
  const said = jsonIn(bytes, detailSchema)?.detail
  const detail = said === undefined ? '' : `: ${oneLine(said).replace(/\.$/, '')}`
  return new ServiceFailure(`${name} answered with status ${status}${detail}.`, {
    status,
  })
}

/** What somebody else wrote, as one line that is not too long. */
export const oneLine = (text: string): string =>
  text
    .replaceAll(/[\s\u0000-\u001f\u007f]+/g, ' ')
    .trim()
    .slice(0, longestDetail)
    .toWellFormed()

/** The JSON of an answer; undefined if it is not of this shape. */
export function jsonIn<Schema extends TSchema>(bytes: Buffer, schema: Schema): Static<Schema> | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return Value.Check(schema, value) ? value : undefined
  } catch {
    return undefined
  }
}
