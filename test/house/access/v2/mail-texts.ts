// Access through v2 to what the mails of an organisation say.
import { internalTransaction } from '../../../../server/platform/events/change.ts'
import type { AccessCase } from '../case.ts'
import { mark } from '../world.ts'

const params = { mail: 'invitation' }
const words = ['mail']
const text = () => ({ subject: mark(), body: 'Set your password: {{link}}' })

export const mailTexts: readonly AccessCase[] = [
  { route: 'GET /v2/mailSettings', make: () => ({}), outsider: 'may', colleague: 403 },
  {
    route: 'PATCH /v2/mailSettings',
    make: () => ({ body: { senderName: mark() } }),
    outsider: 'may',
    colleague: 403,
  },
  { route: 'GET /v2/mailTexts', make: () => ({}), outsider: 'may', colleague: 403 },
  { route: 'GET /v2/mailTexts/:mail', make: () => ({ params }), words, outsider: 'may', colleague: 403 },
  {
    route: 'PUT /v2/mailTexts/:mail',
    make: () => ({ params, body: text() }),
    words,
    outsider: 'may',
    colleague: 403,
  },
  { route: 'DELETE /v2/mailTexts/:mail', make: () => ({ params }), words, outsider: 'may', colleague: 403 },
  {
    route: 'GET /v2/mailTexts/:mail/versions',
    make: () => ({ params }),
    words,
    outsider: 'may',
    colleague: 403,
  },
  {
    route: 'POST /v2/mailTexts/:mail/preview',
    make: () => ({ params, body: text() }),
    answers: 200,
    changesNothing: 'it only shows what the mail would look like',
    words,
    outsider: 'may',
    colleague: 403,
  },
  {
    route: 'POST /v2/mailTexts/:mail/tests',
    // ten seconds after the last one
    make: async ({ app }) => {
      await internalTransaction(app, (tx) =>
        tx
          .updateTable('outbox_mails')
          .set({ created_at: new Date(app.clock.now().getTime() - 60_000) })
          .execute(),
      )
      return { params, body: text() }
    },
    answers: 200,
    words,
    outsider: 'may',
    colleague: 403,
  },
]
