// Comparing a contract's clause with the library: the passage of a Word document that is about the same, and which
// position of the clause it is nearest to.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { withNamesReplaced } from '../../platform/documents/docx-names.ts'
import {
  type FoundPassage,
  passageCompared,
  type TextPiece,
} from '../../platform/documents/passages/find-passage.ts'
import { notFound } from '../../platform/errors.ts'
import type { VersionRef } from '../../files/comparisons/comparison.ts'
import { readWordVersion } from '../../files/markup/read-word-version.ts'
import { clausesVisibleTo } from './access.ts'
import { type ClauseContent, type ClausePosition, positionsOf } from './clause.ts'

export interface ComparedPosition extends ClausePosition {
  /** How much of it and of the passage is the same, from 0 to 1. */
  readonly sameness: number
  /** From it to the passage, by words; empty without a passage. */
  readonly pieces: readonly TextPiece[]
}

export interface ClauseComparison {
  /** Null if no passage is like the clause. */
  readonly passage: FoundPassage | null
  /** Which version of the clause is compared. */
  readonly version: number
  readonly positions: readonly ComparedPosition[]
  /** The position that the passage is nearest to, by its place among them; null without a passage. */
  readonly nearest: number | null
}

/**
 * Compares a version of a document with a clause of the actor's own library: the version in use, or the latest of a
 * draft. Throws not_found where the actor does not see one of the two, and like `readWordVersion`.
 */
export async function compareClause(
  app: App,
  actor: Actor,
  clauseId: number,
  ref: VersionRef,
): Promise<ClauseComparison> {
  const clause = await clausesVisibleTo(app.db, actor)
    .innerJoin('clause_versions as v', (join) =>
      join
        .onRef('v.organisation_id', '=', 'clauses.organisation_id')
        .onRef('v.clause_id', '=', 'clauses.id')
        .on((eb) =>
          eb('v.version', '=', eb.fn.coalesce('clauses.approved_version', 'clauses.latest_version')),
        ),
    )
    .where('clauses.id', '=', clauseId)
    .select(['clauses.title', 'clauses.category', 'v.version', 'v.content'])
    .executeTakeFirst()
  if (!clause) throw notFound()
  const { bytes, organisationId } = await readWordVersion(app, actor, ref, 'can be compared with clauses')
  const positions = positionsOf(clause.content as unknown as ClauseContent).map((position) => ({
    ...position,
    text: withNamesReplaced(position.text, (name) => `[${name}]`),
  }))
  const { passage, compared } = await app.documents.run(
    passageCompared,
    {
      document: bytes,
      titles: [clause.title, clause.category],
      texts: positions.map(({ text }) => text),
    },
    { organisationId, input: 'document' },
  )
  const best = Math.max(...compared.map(({ sameness }) => sameness))
  return {
    passage,
    version: clause.version,
    positions: positions.map((position, at) => ({
      ...position,
      sameness: compared[at]?.sameness ?? 0,
      pieces: compared[at]?.pieces ?? [],
    })),
    nearest: passage ? compared.findIndex(({ sameness }) => sameness === best) : null,
  }
}
