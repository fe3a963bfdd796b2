// Access to what passes between payer and law firm during a review.
import { answerQuestions, appeal } from '../../../../server/invoices/exchange/answer-payer.ts'
import { askQuestions, sendDecisions } from '../../../../server/invoices/exchange/ask-firm.ts'
import { attachAnswerFile } from '../../../../server/invoices/exchange/attach-file.ts'
import { createInvoice } from '../../../../server/invoices/commands/create-invoice.ts'
import { reviewLines } from '../../../../server/invoices/commands/review-invoice.ts'
import { createUser } from '../../../factories.ts'
import { actorFor } from '../../../fixtures/actors.ts'
import { moveInvoiceTo } from '../../../fixtures/invoices.ts'
import { insertMatter } from '../../../fixtures/matters.ts'
import type { AccessCase } from '../case.ts'
import { mark, type World } from '../world.ts'
import { lawFirm } from './organisations.ts'

const path = '/v2/invoices/:invoiceId/exchange'
const checkVersion = () => undefined

/** A posted invoice of a law firm, on whose matter one of its lawyers is. */
async function ofFirm(world: World) {
  const { app, people } = world
  const firm = await lawFirm(world)
  const lawyer = await createUser(app, { organisationId: firm.id, role: 'MatterManager' })
  const owner = await actorFor(app, people.owner)
  const matterId = await insertMatter(app, { owner: people.owner, members: [people.viewer, lawyer] })
  const invoiceId = await createInvoice(app, owner, matterId, {
    number: mark(),
    invoiceDate: '2026-05-06',
    serviceProviderId: firm.id,
    lines: [{ kind: 'Fee', description: 'Advice', unitPrice: '500.00' }],
  })
  await moveInvoiceTo(app, owner, invoiceId, 'Posted')
  return { params: { invoiceId }, owner, lawyer: await actorFor(app, lawyer), invoiceId }
}

async function reduced(world: World) {
  const made = await ofFirm(world)
  const decision = { decision: 'Reduced', approvedAmount: '400', reason: 'Hours' } as const
  const asked = [{ number: 1, decision }]
  await reviewLines(world.app, made.owner, made.invoiceId, { asked, checkVersion })
  return made
}

async function sent(world: World) {
  const made = await reduced(world)
  await sendDecisions(world.app, made.owner, made.invoiceId, { due: null, note: null, checkVersion })
  return made
}

async function asked(world: World) {
  const made = await ofFirm(world)
  const text = mark()
  const questions = [{ number: 1, text }]
  await askQuestions(world.app, made.owner, made.invoiceId, { questions, due: null, checkVersion })
  return { params: made.params, mark: text }
}

/** A question of which the firm has sent a file with its answer. */
async function withFile(world: World) {
  const made = await ofFirm(world)
  const { app } = world
  const questions = [{ number: 1, text: mark() }]
  await askQuestions(app, made.owner, made.invoiceId, { questions, due: null, checkVersion })
  const text = mark()
  const fileId = await attachAnswerFile(app, made.lawyer, made.invoiceId, {
    bytes: Buffer.from(text),
    fileName: 'Receipt.txt',
    number: 1,
  })
  const answers = [{ number: 1, text: mark() }]
  await answerQuestions(app, made.lawyer, made.invoiceId, { answers, checkVersion })
  return { params: { ...made.params, fileId }, mark: text }
}

const forFirms = (
  step: string,
  body: object,
  make: (world: World) => Promise<{ params: object }>,
): AccessCase => ({
  route: `POST ${path}/${step}`,
  make: async (world) => ({ params: (await make(world)).params as { invoiceId: number }, body }),
  answers: 403,
  changesNothing: 'it is for the law firm',
})

/** Of questions, answers, decisions and appeals. */
export const invoiceExchangeCases: readonly AccessCase[] = [
  { route: `GET ${path}`, make: asked },
  {
    route: `POST ${path}/questions`,
    make: async (world) => ({
      params: (await ofFirm(world)).params,
      body: { lines: [{ number: 1, question: 'Who was there?' }] },
    }),
  },
  {
    route: `POST ${path}/decisions`,
    make: async (world) => ({ params: (await reduced(world)).params, body: {} }),
  },
  {
    route: `POST ${path}/appeals/decisions`,
    make: async (world) => {
      const { params, lawyer, invoiceId } = await sent(world)
      const appeals = [{ number: 1, text: 'Two hearings.' }]
      await appeal(world.app, lawyer, invoiceId, { appeals, whole: null, checkVersion })
      return { params, body: { lines: [{ number: 1, outcome: 'Restored' }] } }
    },
  },
  { route: `GET ${path}/files/:fileId`, make: withFile },
  {
    route: `POST ${path}/files`,
    make: async (world) => ({
      params: (await asked(world)).params,
      query: 'fileName=Receipt.txt',
      body: mark(),
      headers: { 'content-type': 'application/octet-stream' },
    }),
    answers: 403,
    changesNothing: 'it is for the law firm',
  },
  {
    route: `DELETE ${path}/files/:fileId`,
    make: async (world) => ({ params: (await withFile(world)).params }),
    answers: 403,
    changesNothing: 'it is for the law firm',
    unrelatedIds: 'it is refused to the organisation that pays before the file is looked up',
  },
  forFirms('answers', { lines: [{ number: 1, answer: 'Ruth Calder.' }] }, asked),
  forFirms('accept', {}, sent),
  forFirms('appeals', { lines: [{ number: 1, reason: 'Two hearings.' }] }, sent),
]
