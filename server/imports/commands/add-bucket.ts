// Adding a bucket whose objects become files of an import.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput, conflict } from '../../platform/errors.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { bucketSecretPurpose, type BucketAccess } from '../bucket.ts'
import { addTurn } from '../work/lease.ts'
import { reopenForFiles } from './add-file.ts'

const mostBuckets = 100

interface NewBucket extends BucketAccess {
  readonly prefix: string
}

/**
 * Adds the bucket, which the background fetches: every object whose key begins with the prefix. Throws bad_request for
 * an endpoint that is not https or leads to a network that the operator has not allowed.
 */
export async function addImportBucket(
  app: App,
  actor: Actor,
  { id, bucket }: { readonly id: number; readonly bucket: NewBucket },
): Promise<void> {
  const endpoint = await checkedEndpoint(app, bucket.endpoint)
  const { organisationId, userId } = actor
  await internalTransaction(app, async (tx, now) => {
    await reopenForFiles(app, tx, actor, id)
    const { count } = await tx
      .selectFrom('import_buckets')
      .where('organisation_id', '=', organisationId)
      .where('import_id', '=', id)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count >= mostBuckets) throw conflict(`An import can have ${mostBuckets} buckets.`)
    await tx
      .insertInto('import_buckets')
      .values({
        organisation_id: organisationId,
        import_id: id,
        endpoint,
        region: bucket.region,
        bucket: bucket.bucket,
        prefix: bucket.prefix,
        access_key_id: bucket.accessKeyId,
        secret_sealed: await app.vault.sealIn(tx, bucket.secretAccessKey, bucketSecretPurpose),
        created_by: userId,
        created_at: now,
      })
      .execute()
    await addTurn(tx, { organisationId, id })
  })
}

/** The origin of the endpoint. */
async function checkedEndpoint({ outbound }: Pick<App, 'outbound'>, text: string): Promise<string> {
  const url = URL.parse(text)
  const isPlain =
    url?.protocol === 'https:' && `${url.username}${url.password}${url.search}${url.hash}` === ''
  if (!isPlain || url.pathname !== '/')
    throw badInput('endpoint', 'must be an https address without a path, such as https://s3.example.com.')
  const refusal = await outbound.refusal(url)
  if (refusal !== undefined) throw badInput('endpoint', `must be another one: ${refusal}.`)
  return url.origin
}
