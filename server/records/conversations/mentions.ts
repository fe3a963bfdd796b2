// Mentions: only people who see the record can be mentioned on it.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInputs } from '../../platform/errors.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import type { Subject } from '../../platform/subject.ts'
import { findSnapshots } from '../../identity/users/authorization-snapshot.ts'

/** Throws 400 naming everybody who does not see the record, by name where they are the actor's colleagues. */
export async function checkMentions(
  app: App,
  db: Reader,
  {
    actor,
    subject,
    mentions,
  }: { readonly actor: Actor; readonly subject: Subject; readonly mentions: readonly string[] },
): Promise<void> {
  if (mentions.length === 0) return
  const people = await findSnapshots(db, mentions)
  const { maySee } = await app.subjects[subject.kind].visibilityOf(db, [subject], people)
  const errors = mentions.flatMap((userId, index): [string, string[]][] => {
    const person = people.find((each) => each.userId === userId)
    if (person && maySee(subject, person)) return []
    const reason =
      person?.organisationId === actor.organisationId
        ? `is ${person.name}, who does not see this ${subject.kind}: add them to it first.`
        : `must be the id of somebody who sees this ${subject.kind}.`
    return [[`mentions[${index}]`, [reason]]]
  })
  if (errors.length > 0) throw badInputs(Object.fromEntries(errors))
}
