// Creates the demo's mail as people's mail clients would: threads with their messages and originals, and drafts.
import { draftsOf } from '../../../emails/access.ts'
import { createDraft } from '../../../emails/commands/create-draft.ts'
import { saveThread } from '../../../emails/commands/save-thread.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { actorFor } from '../actor.ts'
import { harbour } from '../plans/core-records.ts'
import { findDemoFile, getDemoMatter } from '../find-demo-records.ts'
import { drafts, threads } from '../plans/mails.ts'
import { findContract } from './seed-contract.ts'
import type { Made } from './seed-directory.ts'

type DemoThread = (typeof threads)[number]

/** Creates whatever is missing of it; the matters and contracts must exist. */
export async function seedEmails(app: App, made: Made): Promise<void> {
  const organisationId = made.organisation(harbour)
  for (const thread of threads) {
    const actor = await actorFor(app, made.user(thread.by))
    await saveThread(app, actor, {
      client: thread.client,
      identifier: thread.identifier,
      track: thread.track,
      ...(await recordOf(app, actor, organisationId, thread)),
      messages: thread.mails.map(({ id, sent, ...mail }) => ({
        ...mail,
        externalReferenceId: id,
        sentAt: new Date(sent),
        original: [originalOf({ id, sent, ...mail })],
      })),
    })
  }
  for (const { by, matter, recipients, ...draft } of drafts) {
    const actor = await actorFor(app, made.user(by))
    if (await hasDraft(app, actor, draft.sourceId)) continue
    const { id: matterId } = await getDemoMatter(app, actor, organisationId, matter)
    await createDraft(app, actor, { ...draft, matterId, recipientIds: recipients.map(made.user) })
  }
}

async function recordOf(
  app: App,
  actor: Actor,
  organisationId: number,
  { matter, file, contract }: DemoThread,
) {
  if (contract !== undefined) {
    return { contractId: (await findContract(app, actor, contract)) ?? 0 }
  }
  if (matter === undefined) return {}
  const found = await getDemoMatter(app, actor, organisationId, matter)
  const fileId = file === undefined ? undefined : await findDemoFile(app, found, file)
  return { matterId: found.id, ...(fileId === undefined ? {} : { fileId }) }
}

/** The mail as it was sent. */
function originalOf({ id, from, to, subject, sent, text }: DemoThread['mails'][number]): Buffer {
  return Buffer.from(
    [
      `Message-ID: ${id}`,
      `Date: ${new Date(sent).toUTCString().replace('GMT', '+0000')}`,
      `From: ${from}`,
      `To: ${to.join(',\r\n ')}`,
      `Subject: ${subject}`,
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      '',
      ...text.split('\n'),
      '',
    ].join('\r\n'),
  )
}

async function hasDraft(app: App, actor: Actor, sourceId: string): Promise<boolean> {
  const row = await draftsOf(app.db, actor)
    .where('email_drafts.source_id', '=', sourceId)
    .select('email_drafts.id')
    .executeTakeFirst()
  return row !== undefined
}
