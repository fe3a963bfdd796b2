// The check of sealed PDFs for people without an account, with a limit on how many one address checks.
import Type from 'typebox'
import { acceptRawBodies } from '../../http/bodies/raw-body.ts'
import { readFileInPieces } from '../../http/bodies/small-file.ts'
import type { RouteModule } from '../../http/route.ts'
import { onPost } from '../../http/routes.ts'
import { withoutPlace } from '../../platform/place-in-queue.ts'
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
      // by what has come, not by what is announced: who sends nothing takes nothing from others
      const { pieces } = await withoutPlace(() => readFileInPieces(request, largest, takeIn))
      return checkAnswer(await checkSeals(app, pieces))
    },
  })
}
