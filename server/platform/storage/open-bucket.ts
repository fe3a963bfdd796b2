// The connection to an S3 bucket, for file contents and for backups.
import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3'

/** Where the credentials come from. */
export const credentialSettings = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const

interface Bucket {
  readonly bucket: string
  readonly region: string
  /** Endpoint of the service if different from the region's default. */
  readonly endpoint: string | undefined
  /** The settings that an operator has to look at if it cannot be used. */
  readonly settings: readonly string[]
}

/**
 * Connects to the bucket; throws an error for the operator if it does not exist, does not answer, or refuses the
 * credentials.
 */
export async function openBucket({ bucket, region, endpoint, settings }: Bucket): Promise<S3Client> {
  const client = new S3Client({
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    // not all S3-compatible services support the newer checksums
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  await client.send(new HeadBucketCommand({ Bucket: bucket })).catch((error: unknown) => {
    client.destroy()
    const place = endpoint ? `at ${endpoint}` : `in ${region}`
    throw new Error(
      `The bucket ${bucket} ${place} cannot be used: ${reasonOf(error)}. Check ${settings.join(', ')}.`,
      { cause: error },
    )
  })
  return client
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { $metadata, code } = error as { $metadata?: { httpStatusCode?: number }; code?: string }
  const status = $metadata?.httpStatusCode
  if (status === 404 || error.name === 'NotFound') return 'it does not exist'
  if (status === 403) return 'the credentials have no access to it'
  // when several addresses failed, the error itself says nothing
  const inner = error instanceof AggregateError ? (error.errors[0] as Error | undefined)?.message : undefined
  return inner || error.message || code || error.name
}
