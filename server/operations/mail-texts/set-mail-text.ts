// Setting the text of a mail, and the sender of the mails of an organisation.
import { getOrganisationToChange } from '../../identity/organisations/access.ts'
import { organisationEvent } from '../../identity/organisations/events.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { differencesOf } from '../../platform/events/differences.ts'
import { isMailAddress } from '../../platform/mail/mail-address.ts'
import { badInput, conflict } from '../../platform/errors.ts'
import type { MailKind, MailText } from '../../platform/mail/mail-kind.ts'
import { type MailSettings, readMailSettings } from '../../platform/mail/mail-settings.ts'
import type { VersionChecked } from '../../platform/version-checked.ts'
import { checkText, findLatest, sampleOf } from './mail-texts.ts'

/**
 * Sets the text of a mail, null for the standard one, and returns its version; does nothing if that is the text
 * already. Earlier versions are kept. For administrators.
 */
export function setMailText(
  app: App,
  actor: Actor,
  { kind, text }: { readonly kind: MailKind; readonly text: MailText | null },
  { checkVersion }: VersionChecked = {},
): Promise<number> {
  const { organisationId } = actor
  if (text) checkText(kind, text)
  return change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, organisationId)
    const last = await findLatest(tx, organisationId, kind)
    const before = last?.text ?? null
    const version = last?.version ?? 0
    checkVersion?.(version)
    if (before?.subject === text?.subject && before?.body === text?.body)
      return { result: version, events: [] }
    await tx
      .insertInto('mail_texts')
      .values({
        organisation_id: organisationId,
        mail: kind.name,
        version: version + 1,
        subject: text?.subject ?? null,
        body: text?.body ?? null,
        changed_at: now,
        changed_by: actor.userId,
      })
      .execute()
    const [from, to] = [before ?? kind, text ?? kind]
    const changed = {
      ...(from.subject === to.subject ? {} : { mailSubject: { from: from.subject, to: to.subject } }),
      ...(from.body === to.body ? {} : { mailBody: { from: from.body, to: to.body } }),
    }
    const facts = { mail: kind.label, changed }
    return {
      result: version + 1,
      events: [organisationEvent('organisation.mail.text.updated', organisationId, facts)],
    }
  })
}

/** Sets sender name, reply address and logo; an absent property is kept. Returns the version. For administrators. */
export function setMailSettings(
  app: App,
  actor: Actor,
  changes: Partial<MailSettings>,
  { checkVersion }: VersionChecked = {},
): Promise<number> {
  const { organisationId } = actor
  checkSender(changes)
  return change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, organisationId)
    const { version, ...before } = await readMailSettings(tx, organisationId)
    checkVersion?.(version)
    const after = { ...before, ...changes }
    const changed = differencesOf(before, after, ['senderName', 'replyTo', 'withLogo'])
    if (Object.keys(changed).length === 0) return { result: version, events: [] }
    const values = {
      sender_name: after.senderName,
      reply_to: after.replyTo,
      with_logo: after.withLogo,
      version: version + 1,
      updated_at: now,
    }
    await tx
      .insertInto('mail_settings')
      .values({ organisation_id: organisationId, ...values })
      .onConflict((conflicting) => conflicting.column('organisation_id').doUpdateSet(values))
      .execute()
    return {
      result: version + 1,
      events: [organisationEvent('organisation.mail.settings.updated', organisationId, { changed })],
    }
  })
}

/** The name stands before the address of the installation: it must not look like an address, nor begin a header. */
function checkSender({ senderName, replyTo }: Partial<MailSettings>): void {
  if (senderName && (senderName.length > 80 || /[<>@"\\\u0000-\u001f\u007f\u2028\u2029]/.test(senderName)))
    throw badInput(
      'senderName',
      'must be a name of at most 80 characters on one line, without < > @ " and \\.',
    )
  if (replyTo && !isMailAddress(replyTo)) throw badInput('replyTo', 'must be one email address.')
}

const pauseMs = 10_000

/** Sends a text with sample values to the actor, and returns their address. */
export function testMailText(
  app: App,
  actor: Actor,
  { kind, text }: { readonly kind: MailKind; readonly text: MailText },
): Promise<string> {
  const { organisationId, userId } = actor
  checkText(kind, text)
  return change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, organisationId)
    const { email } = await tx
      .selectFrom('users')
      .where('id', '=', userId)
      .select('email')
      .executeTakeFirstOrThrow()
    const recent = await tx
      .selectFrom('outbox_mails')
      .where('organisation_id', '=', organisationId)
      .where('recipient', '=', email)
      .where('subject', 'like', 'Test: %')
      .where('created_at', '>', new Date(now.getTime() - pauseMs))
      .select('id')
      .executeTakeFirst()
    if (recent) throw conflict('A test was sent to you a moment ago. Wait ten seconds.')
    const { subject, ...content } = sampleOf(kind, text)
    await app.mail.send(tx, { organisationId, to: email, subject: `Test: ${subject}`, ...content }, now)
    return { result: email, events: [] }
  })
}
