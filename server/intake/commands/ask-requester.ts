// Questions of the legal department about a request, and the answers of its requester.
import { getMatterToContribute, noteMatterActivity } from '../../matters/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { badInput, conflict, forbidden } from '../../platform/errors.ts'
import { intakeEvent } from '../events.ts'
import { holdRequest } from '../held-request.ts'
import { longestText } from '../request.ts'

/** Asks the requester and returns the question's id; they are notified, and the request waits for them. */
export function askRequester(app: App, actor: Actor, matterId: number, given: string): Promise<number> {
  const question = textFor('question', given)
  return change(app, actor, async (tx, now) => {
    const { matter, requesterId } = await holdRequest(tx, actor, { matterId, now, orManager: true })
    const { id } = await tx
      .insertInto('request_questions')
      .values({
        organisation_id: matter.organisationId,
        matter_id: matter.id,
        question,
        asked_by: actor.userId,
        asked_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await noteMatterActivity(tx, matter, now)
    const asked = intakeEvent('matter.intake.asked', matter, { questionId: id, question, requesterId })
    return { result: id, events: [asked] }
  })
}

interface Answer {
  readonly answer: string
  /** The question; may be left out while only one is open. */
  readonly questionId?: number | undefined
}

/** Answers a question: the requester, or the owner of the matter for them. Who asked is notified. */
export function answerQuestion(app: App, actor: Actor, matterId: number, input: Answer): Promise<void> {
  const answer = textFor('answer', input.answer)
  return change(app, actor, async (tx, now) => {
    const matter = await getMatterToContribute(tx, actor, matterId)
    const { organisationId, id } = matter
    const open = await tx
      .selectFrom('request_questions as q')
      .innerJoin('requests as r', (join) =>
        join.onRef('r.organisation_id', '=', 'q.organisation_id').onRef('r.matter_id', '=', 'q.matter_id'),
      )
      .where('q.organisation_id', '=', organisationId)
      .where('q.matter_id', '=', id)
      .where('q.answered_at', 'is', null)
      .orderBy('q.id')
      .select(['q.id', 'q.asked_by as askedBy', 'q.question', 'r.requester_id as requesterId'])
      .forUpdate('q')
      .execute()
    const requesterId = open[0]?.requesterId ?? matter.createdBy
    if (![requesterId, matter.ownerId].includes(actor.userId)) {
      throw forbidden('Only who made the request, or the owner of the matter, answers questions about it.')
    }
    const question = questionIn(open, input.questionId)
    await tx
      .updateTable('request_questions')
      .set({ answer, answered_by: actor.userId, answered_at: now })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', question.id)
      .execute()
    await noteMatterActivity(tx, matter, now)
    const facts = { questionId: question.id, question: question.question, answer, askedBy: question.askedBy }
    return { result: undefined, events: [intakeEvent('matter.intake.answered', matter, facts)] }
  })
}

interface Open {
  readonly id: number
  readonly askedBy: string
  readonly question: string
}

function questionIn(open: readonly Open[], questionId: number | undefined): Open {
  const found = questionId === undefined ? open[0] : open.find(({ id }) => id === questionId)
  if (!found) throw conflict('There is no such question that waits for an answer.')
  if (questionId === undefined && open.length > 1) {
    throw badInput('questionId', 'is missing: several questions wait for an answer.')
  }
  return found
}

function textFor(name: 'question' | 'answer', given: string): string {
  const text = given.trim()
  if (text === '' || text.length > longestText) {
    throw badInput(name, `must be a text of 1 to ${longestText} characters.`)
  }
  return text
}
