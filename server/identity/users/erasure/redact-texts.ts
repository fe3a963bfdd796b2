// Where the product itself wrote a person's name or address down, past the columns that refer to people: subjects of
// mails, offers, facts of the history, filters of shared views, contacts of integrations.
import { sql } from 'kysely'
import type { Tx } from '../../../platform/postgres/database.ts'

/** Who is erased, and what is written in place of them. */
export interface Erased {
  readonly userId: string
  readonly email: string
  readonly name: string
  /** The organisations that know the person. */
  readonly organisationIds: readonly number[]
  readonly instead: { readonly email: string; readonly name: string }
}

/** Removes mails to the person, sent ones that name them, and offers to their address; returns how many, by table. */
export async function removeTexts(tx: Tx, erased: Erased): Promise<ReadonlyMap<string, number>> {
  const { email, name, organisationIds } = erased
  const mails = await sql`/* every organisation: others may have written to the person */
    delete from outbox_mails where ${names(sql`recipient`, email)} or (organisation_id = any(${[...organisationIds]}::bigint[])
      and sent_at is not null and (${names(sql`subject`, email)} or ${names(sql`subject`, name)}))`.execute(
    tx,
  )
  // the person who made the offer
  const offers = await tx
    .deleteFrom('organisation_link_offers')
    .where('email_key', '=', email.toLowerCase())
    .executeTakeFirst()
  return new Map([
    ['outbox_mails', Number(mails.numAffectedRows ?? 0)],
    ['organisation_link_offers', Number(offers.numDeletedRows)],
  ])
}

/** Replaces the address, and in filters the name as well. */
export async function replaceTexts(tx: Tx, erased: Erased): Promise<void> {
  const { email, organisationIds, instead } = erased
  const ids = [...organisationIds]
  // a long history takes a while
  await sql`set local statement_timeout = '10min'`.execute(tx)
  const json = JSON.stringify(email).slice(1, -1)
  await sql`/* every organisation: those who offered to work with the person's organisation noted their address */
    update events set facts = ${replaced(sql`facts::text`, json, instead.email)}::jsonb
    where (organisation_id = any(${ids}::bigint[]) or name like 'organisation.link.%') and ${names(sql`facts::text`, json)}`.execute(
    tx,
  )
  await sql`update oauth_clients set contact_email = ${instead.email}
    where organisation_id = any(${ids}::bigint[]) and lower(contact_email) = ${email.toLowerCase()}`.execute(
    tx,
  )
  for (const [from, to] of [
    [email, instead.email],
    [erased.name, instead.name],
  ] as const) {
    const quoted = from.replaceAll("'", "''")
    const other = replaced(sql`filter`, quoted, to)
    const isNamed = sql`organisation_id = any(${ids}::bigint[]) and ${names(sql`filter`, quoted)}`
    await sql`update saved_views set filter = ${other} where ${isNamed}`.execute(tx)
    await sql`update saved_reports set filter = ${other} where ${isNamed}`.execute(tx)
  }
}

/** How many filed mails have the person's address as that of a sender or recipient, by table: the records keep them. */
export async function countCorrespondence(
  tx: Tx,
  { email, organisationIds }: Pick<Erased, 'email' | 'organisationIds'>,
): Promise<ReadonlyMap<string, number>> {
  const ids = [...organisationIds]
  const { rows } = await sql<{ name: string; count: number }>`
    select 'email_messages' as name, count(*)::int as count from email_messages where organisation_id = any(${ids}::bigint[])
      and (${names(sql`sender`, email)} or ${names(sql`array_to_string(recipients, ' ')`, email)})
    union all
    select 'matter_messages', count(*)::int from matter_messages where organisation_id = any(${ids}::bigint[])
      and ${names(sql`sender`, email)}`.execute(tx)
  return new Map(rows.map(({ name, count }) => [name, count]))
}

type Text = ReturnType<typeof sql>

// as a whole: neither joanna@acme.example nor "Global Brands" names anna@acme.example or "Al B"
const whole = (words: string) =>
  String.raw`(?<![\w.+-])${words.replaceAll(/[^\w\s@]/g, String.raw`\$&`)}(?![\w-]|\.\w)`

const names = (text: Text, words: string) => sql`${text} ~* ${whole(words)}`

const replaced = (text: Text, words: string, instead: string) =>
  sql`regexp_replace(${text}, ${whole(words)}, ${instead}, 'gi')`
