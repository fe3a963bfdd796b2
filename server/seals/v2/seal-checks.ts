// v2 of the check of sealed PDFs.
import { acceptRawBodies } from '../../http/bodies/raw-body.ts'
import { readFileInPieces } from '../../http/bodies/small-file.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onPost } from '../../http/routes.ts'
import { checkSeals } from '../check-seals.ts'
import { checkAnswer } from '../endpoints/seal-checks.wire.ts'
import { checkSchema } from './seal-checks.wire.ts'

const largest = 50 * 1024 * 1024
const pdfBody = [{ contentType: 'application/pdf', schema: { type: 'string', format: 'binary' } }]

/** The check of a file, whose body is the file. */
export const sealCheckRoutes: RouteModule = (server, app) => {
  acceptRawBodies(server)
  onPost(server, '/v2/sealChecks', {
    config: { access: { right: 'use' }, documentedBodies: pdfBody },
    operationId: 'checkSeals',
    summary: 'Check the seals of a PDF',
    description:
      'Whether an organisation of this installation sealed the file, and whether it is complete and unchanged since. The body is the PDF, of at most 50 MiB; nothing is stored.',
    returns: checkSchema,
    handler: async (request) => {
      const { pieces } = await readFileInPieces(request, largest)
      return checkAnswer(await checkSeals(app, pieces, actorOf(request).organisationId))
    },
  })
}
