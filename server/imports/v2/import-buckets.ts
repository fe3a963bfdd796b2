// v2 of the buckets that files of an import are fetched from.
import Type from 'typebox'
import { idOf } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onPost } from '../../http/routes.ts'
import { addImportBucket } from '../commands/add-bucket.ts'

const text = (description: string, maxLength = 255) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[\\x21-\\x7e]+$', description })

const bucketSchema = Type.Object(
  {
    endpoint: text('The https address of the service, without a path.', 1_000),
    region: Type.Optional(text('By default us-east-1.', 63)),
    bucket: Type.String({ pattern: '^[a-zA-Z0-9][a-zA-Z0-9._-]{1,254}$', description: 'Its name.' }),
    prefix: Type.Optional(
      Type.String({
        maxLength: 1_000,
        description: 'How the keys of the objects begin. Paths are what follows the last slash in it.',
      }),
    ),
    accessKeyId: text('Of an access key that may list and read the bucket.'),
    secretAccessKey: text(
      'Its secret, which is never shown again and kept until the last object has arrived.',
      1_000,
    ),
  },
  {
    additionalProperties: false,
    examples: [
      {
        endpoint: 'https://s3.harbour.example',
        bucket: 'archive',
        prefix: 'contracts/',
        accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
        secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      },
    ],
  },
)

export const importBucketRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/imports/:importId/buckets', {
    config: { access: { right: 'administer' } },
    operationId: 'addImportBucket',
    summary: 'Fetch the files of an import from a bucket',
    description:
      'The background fetches every object of an S3 bucket whose key begins with the prefix, one after the other: rows name them by their paths. At most 100,000 objects and 1 TB. 400 for an endpoint in a network that the operator has not allowed. 409 while the import is checked or carried out, and afterwards.',
    body: bucketSchema,
    handler: (request) => {
      const { region = 'us-east-1', prefix = '', ...bucket } = request.body
      const id = idOf(request.params.importId)
      return addImportBucket(app, actorOf(request), { id, bucket: { ...bucket, region, prefix } })
    },
  })
}
