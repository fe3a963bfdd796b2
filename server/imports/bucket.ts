// Buckets that files of an import are fetched from.
import type { S3Client } from '@aws-sdk/client-s3'
import type { App } from '../platform/app.ts'
import { withoutPlace } from '../platform/place-in-queue.ts'

/** Where the objects are, and with which access key they are read. */
export interface BucketAccess {
  /** An https address. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** The purpose for which the secret of an access key is sealed. */
export const bucketSecretPurpose = 'import_buckets secret'

interface SignedRequest {
  readonly method: string
  readonly protocol: string
  readonly hostname: string
  readonly port?: number
  readonly path: string
  readonly query?: Readonly<Record<string, string | readonly string[] | null>>
  readonly headers: Readonly<Record<string, string>>
}

// between two parts of an answer
const silenceMs = 30_000

/** A client whose connections follow the rules for addresses that users give: https, public or allowed networks. */
export async function openGivenBucket(
  { outbound }: Pick<App, 'outbound'>,
  { endpoint, region, accessKeyId, secretAccessKey }: BucketAccess,
): Promise<S3Client> {
  const [{ S3Client: Client }, { request }, dispatcher] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('undici'),
    outbound.agent(),
  ])
  return new Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      async handle(signed: SignedRequest) {
        const { statusCode, headers, body } = await withoutPlace(() =>
          request(addressOf(signed), {
            dispatcher,
            method: signed.method as 'GET',
            headers: { ...signed.headers },
            headersTimeout: silenceMs,
            bodyTimeout: silenceMs,
          }),
        )
        return { response: { statusCode, headers: headers as Record<string, string>, body } }
      },
    },
  })
}

function addressOf({ protocol, hostname, port, path, query = {} }: SignedRequest): string {
  const words = Object.entries(query).flatMap(([name, value]) =>
    [value ?? ''].flat().map((each) => `${encoded(name)}=${encoded(each)}`),
  )
  const host = port === undefined ? hostname : `${hostname}:${port}`
  return `${protocol}//${host}${path}${words.length === 0 ? '' : `?${words.join('&')}`}`
}

// as the signature was computed: RFC 3986
const encoded = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
