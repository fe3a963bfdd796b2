// The check of sealed PDFs for people without an account, with a limit on how many one address checks.
import Type from 'typebox'
import { acceptRawBodies } from '../../http/bodies/raw-body.ts'
import { readFileInPieces } from '../../http/bodies/small-file.ts'
import type { RouteModule } from '../../http/route.ts'
import { onPost } from '../../http/routes.ts'
import { checkSeals } from '../check-seals.ts'
import { countCheck } from '../count-check.ts'
import { createPace } from '../paced-checks.ts'
import { checkAnswer } from './seal-checks.wire.ts'

const largest = 20 * 1024 * 1024

export const publicSealCheckRoutes: RouteModule = (server, app) => {
  // read by the handler, once it has counted the check
  acceptRawBodies(server)
  const takeIn = createPace()
  onPost(server, '/seal-checks', {
    config: { access: 'public', rate: 'visits' },
    hide: true,
    returns: Type.Unknown(),
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      await countCheck(app, request.ip)
      await takeIn(Math.min(largest, Number(request.headers['content-length'] ?? largest)))
      const { pieces } = await readFileInPieces(request, largest)
      return checkAnswer(await checkSeals(app, pieces))
    },
  })
}
