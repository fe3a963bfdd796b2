// Who the mails of an organisation are from, and whether they show its logo.
import type { Reader } from '../postgres/database.ts'

export interface MailSettings {
  /** Stands before the address of the installation; null for the name that the operator has set. */
  readonly senderName: string | null
  /** Where answers go; null for the address of the installation. */
  readonly replyTo: string | null
  readonly withLogo: boolean
}

/** What holds for the mails of the organisation, with its version: 0 until something is set. */
export async function readMailSettings(
  db: Reader,
  organisationId: number,
): Promise<MailSettings & { readonly version: number }> {
  const row = await db
    .selectFrom('mail_settings')
    .where('organisation_id', '=', organisationId)
    .select(['sender_name', 'reply_to', 'with_logo', 'version'])
    .executeTakeFirst()
  return {
    senderName: row?.sender_name ?? null,
    replyTo: row?.reply_to ?? null,
    withLogo: row?.with_logo ?? false,
    version: row?.version ?? 0,
  }
}

/** The sender as a header has it: the name of the organisation before the address of the installation. */
export function senderOf(
  mailFrom: string,
  { senderName }: Pick<MailSettings, 'senderName'>,
): string | { readonly name: string; readonly address: string } {
  if (senderName === null) return mailFrom
  return { name: senderName, address: /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom }
}
