// What the service of an organisation read of a version, as it is stored.
import { createHash } from 'node:crypto'
import type { Reader } from '../../../platform/postgres/database.ts'
import type { ReadFact } from '../reading/read-in-worker.ts'
import { passageAround, type Text } from '../reading/passages.ts'
import type { AnsweredFact } from './read-answer.ts'

export interface VersionKey {
  readonly organisationId: number
  readonly fileId: number
  readonly version: number
}

/** How far the service is with a version. */
export type ReadingState = 'Reading' | 'Read' | 'Failed'

export interface Reading {
  readonly host: string
  readonly state: ReadingState
  /** Why it gave nothing that can be used, for people. */
  readonly reason: string | null
  readonly facts: readonly AnsweredFact[]
  /** How many facts named words that do not stand in the document. */
  readonly leftOut: number
  readonly askedAt: Date
  readonly answeredAt: Date | null
}

/** What the service read of the version; undefined if it was not asked. */
export async function findReading(
  db: Reader,
  { organisationId, fileId, version }: VersionKey,
): Promise<Reading | undefined> {
  const row = await db
    .selectFrom('reader_readings')
    .where('organisation_id', '=', organisationId)
    .where('file_id', '=', fileId)
    .where('version', '=', version)
    .select([
      'host',
      'state',
      'reason',
      'facts',
      'left_out as leftOut',
      'asked_at as askedAt',
      'answered_at as answeredAt',
    ])
    .executeTakeFirst()
  return (
    row && {
      ...row,
      state: row.state as ReadingState,
      facts: (row.facts ?? []) as unknown as readonly AnsweredFact[],
    }
  )
}

/** The facts as the rules give them, each with its passage. The id changes with what the fact says. */
export const factsOfReading = (
  { facts }: Pick<Reading, 'facts'>,
  paragraphs: readonly Text[],
): readonly ReadFact[] =>
  facts.flatMap((fact) => {
    const { value, certainty, paragraph, words } = fact
    const start = paragraphs[paragraph]?.text.indexOf(words) ?? -1
    if (start < 0) return []
    const passage = passageAround(paragraphs, { paragraph, start, end: start + words.length })
    return [{ id: idOf(fact), value, certainty, passage }]
  })

const idOf = (fact: AnsweredFact) =>
  `service-${createHash('sha256').update(JSON.stringify(fact)).digest('hex').slice(0, 24)}`
