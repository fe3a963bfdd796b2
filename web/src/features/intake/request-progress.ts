// Where a request stands, as text and in the tone of its badge.
import type { Format } from '../../lib/format.ts'
import type { State } from '../../lib/states.ts'
import type { ListedRequest } from './intake.ts'
import { badgeTexts as badges, progressTexts as texts } from './texts.ts'

const isDeclined = ({ steps }: ListedRequest) => steps.some(({ step }) => step === 'Declined')

const isWithdrawn = ({ steps }: ListedRequest) => steps.some(({ step }) => step === 'Withdrawn')

const endOf = (
  request: ListedRequest,
  words: { readonly Declined: string; readonly Done: string; readonly Withdrawn: string },
): string => (isWithdrawn(request) ? words.Withdrawn : isDeclined(request) ? words.Declined : words.Done)

/** Whether somebody has said that they work on it. */
export const isTakenOn = ({ steps }: ListedRequest): boolean =>
  steps.some(({ step, done }) => step === 'Accepted' && done)

/** The badge of a request, as the person who made it reads it, or somebody of the legal department. */
export function stateOfRequest(request: ListedRequest, isOwn: boolean): State {
  switch (request.next) {
    case 'Answer':
      return { label: isOwn ? badges.answerOwn : badges.answer, tone: 'waiting' }
    case 'Assign':
      return { label: isOwn ? badges.sent : badges.isNew, tone: 'draft' }
    case 'Accept':
      return { label: badges.assigned, tone: 'talking' }
    case 'Work':
      return { label: badges.work, tone: 'talking' }
    case 'Approve':
      return { label: badges.approve, tone: 'waiting' }
    case 'Revise':
      return { label: badges.revise, tone: 'wrong' }
    case 'Sign':
      return { label: badges.ready, tone: 'signing' }
    case 'None':
      if (isWithdrawn(request)) return { label: badges.withdrawn, tone: 'draft' }
      return isDeclined(request)
        ? { label: badges.declined, tone: 'wrong' }
        : { label: badges.done, tone: 'good' }
  }
}

/** What goes on with it, in a sentence for the person who asked. */
export function progressOf(request: ListedRequest): string {
  const name = request.with.person?.name ?? texts.someone
  switch (request.next) {
    case 'Answer':
      return texts.Answer
    case 'Assign':
      return texts.Assign
    case 'Accept':
      return texts.Accept(name)
    case 'Work':
      return texts.Work(name)
    case 'Approve':
      return texts.Approve
    case 'Revise':
      return texts.Revise
    case 'Sign':
      return request.contract?.status === 'Signing' ? texts.Signing : texts.Sign
    case 'None':
      return endOf(request, texts)
  }
}

/** The same for the legal department; `me` is the id of the reader. */
export function progressForLegal(request: ListedRequest, me: string): string {
  const { person } = request.with
  const name = person?.name ?? texts.someone
  const words = texts.legal
  switch (request.next) {
    case 'Answer':
      return words.Answer(request.requester.name)
    case 'Assign':
      return words.Assign
    case 'Accept':
      return words.Accept(name)
    case 'Work':
      return person?.id === me ? words.WorkOwn : words.Work(name)
    case 'Approve':
      return texts.Approve
    case 'Revise':
      return words.Revise(request.requester.name)
    case 'Sign':
      return words.Sign(request.requester.name)
    case 'None':
      return endOf(request, words)
  }
}

/** The promise that still counts; undefined once somebody works on it, or without one. */
export function promiseOf(request: ListedRequest, isOwn: boolean, format: Format): string | undefined {
  const { due, dueUtc, next } = request
  if (!due || next === 'None' || isTakenOn(request)) return undefined
  const until = dueUtc === null ? format.date(due) : format.dateTime(dueUtc)
  if (!isOwn) return texts.promised(until)
  const isLate = dueUtc === null ? due < format.today() : format.isOver(dueUtc)
  return isLate ? texts.late(until) : texts.due(until)
}
