// Creates the demo's request types, the requests that wait, and conversations, as its people would.
import { postMessage } from '../../../records/conversations/commands/post-message.ts'
import { answerQuestion, askRequester } from '../../../intake/commands/ask-requester.ts'
import { makeRequest } from '../../../intake/commands/make-request.ts'
import { createRequestType } from '../../../intake/commands/write-request-type.ts'
import { listRequestTypes } from '../../../intake/request-types.ts'
import { listOwnRequests } from '../../../intake/requests.ts'
import { notifyWithoutMail } from '../../../notifications/engine.ts'
import { markRead } from '../../../notifications/commands/mark-read.ts'
import type { App } from '../../../platform/app.ts'
import { actorFor } from '../actor.ts'
import { findNamed, getDemoMatter } from '../find-demo-records.ts'
import { harbour, people } from '../plans/core-records.ts'
import { conversations, requests, requestTypes } from '../plans/intake.ts'
import { findTemplate } from './seed-contract.ts'
import type { Made } from './seed-directory.ts'
import { findCategory } from './seed-matter-categories.ts'

const head = 'admin@harbour.example'

/**
 * Creates whatever is missing of it; the matters and the request types must exist. What the demo did before is read,
 * and none of it is mailed.
 */
export async function seedIntake(app: App, made: Made): Promise<void> {
  await notifyWithoutMail(app)
  for (const { email } of people.filter((person) => !('invited' in person && person.invited))) {
    await markRead(app, await actorFor(app, made.user(email)), { upTo: Number.MAX_SAFE_INTEGER })
  }
  for (const request of requests) await seedRequest(app, made, request)
  await seedConversations(app, made)
  await notifyWithoutMail(app)
}

/** Creates whatever is missing of them; contract types, and the fields of their wizards, must exist. */
export async function seedRequestTypes(app: App, made: Made): Promise<void> {
  const admin = await actorFor(app, made.user(head))
  const known = await listRequestTypes(app, admin)
  const organisationId = made.organisation(harbour)
  for (const { title, help, category, answerWithinDays, ...more } of requestTypes) {
    if (known.some((type) => type.title === title)) continue
    const categoryId = await findCategory(app, organisationId, category)
    const teamId = 'team' in more ? await findNamed(app, 'teams', organisationId, more.team) : undefined
    await createRequestType(app, admin, {
      title,
      help,
      categoryId: categoryId ?? 0,
      answerWithinDays,
      ...(teamId === undefined ? {} : { teamId }),
      ...('contractType' in more
        ? {
            templateId: await findTemplate(app, organisationId, more.contractType),
            selfService: more.selfService,
            bounds: more.bounds,
          }
        : {}),
      ...('manager' in more ? { managerId: made.user(more.manager) } : {}),
    })
  }
}

async function seedRequest(app: App, made: Made, request: (typeof requests)[number]): Promise<void> {
  const actor = await actorFor(app, made.user(request.by))
  const { requests: own } = await listOwnRequests(app, actor, { limit: 200, offset: 0 })
  if (own.some(({ name }) => name === request.name)) return
  const type = (await listRequestTypes(app, actor)).find(({ title }) => title === request.type)
  const { name, description } = request
  const id = await makeRequest(app, actor, { typeId: type?.id ?? 0, name, description })
  const [asker, question] = request.question
  await askRequester(app, await actorFor(app, made.user(asker)), id, question)
  if ('answer' in request) await answerQuestion(app, actor, id, { answer: request.answer })
  for (const [by, text] of request.messages) {
    const author = await actorFor(app, made.user(by))
    await postMessage(app, author, { kind: 'matter', recordId: id, text, mentions: [] })
  }
}

async function seedConversations(app: App, made: Made): Promise<void> {
  for (const { matter, messages } of conversations) {
    for (const [by, text, mentions] of messages) {
      const author = await actorFor(app, made.user(by))
      const { id, organisationId } = await getDemoMatter(app, author, made.organisation(harbour), matter)
      if (await isWritten(app, { organisationId, id }, text)) continue
      const message = { text, mentions: mentions.map(made.user) }
      await postMessage(app, author, { kind: 'matter', recordId: id, ...message })
    }
  }
}

async function isWritten(
  app: App,
  matter: { readonly organisationId: number; readonly id: number },
  text: string,
): Promise<boolean> {
  const row = await app.db
    .selectFrom('matter_messages')
    .where('organisation_id', '=', matter.organisationId)
    .where('matter_id', '=', matter.id)
    .where('body', '=', text)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}
