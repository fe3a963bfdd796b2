// Clauses in the documents of templates: which a document names, and their texts when it is filled in.
import { sql } from 'kysely'
import { getForm } from '../../fields/form.ts'
import type { ClausePlace } from '../../platform/documents/clause-anchors.ts'
import { keyOfName } from '../../platform/documents/docx-names.ts'
import type { ClauseToFill, FilledClause } from '../../platform/documents/fill-clauses.ts'
import { badInputs, conflict, type Reason, sentence } from '../../platform/errors.ts'
import type { MayChange } from '../../platform/granted.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { unknownNames } from '../../fields/document-names.ts'
import type { HeldClause } from './access.ts'
import { type ClauseContent, namesIn, paragraphsOf } from './clause.ts'
import { type UsableClause, usableClauses } from './list-clauses.ts'

interface TemplateKey {
  readonly organisationId: number
  readonly templateId: number
}

/** A clause that went into a draft, or goes into it. */
export interface DraftedClause {
  readonly clauseId: number
  readonly version: number
  /** Null for the standard text. */
  readonly alternative: string | null
}

/** The clauses of a document, as it is filled in. */
export interface ClausesToFill {
  readonly clauses: readonly ClauseToFill[]
  /** Which clauses those are that went in. */
  readonly drafted: (filled: readonly FilledClause[]) => readonly DraftedClause[]
}

const toFill = ({ key, content }: UsableClause): ClauseToFill => ({
  key: keyOfName(key),
  standard: paragraphsOf(content.text),
  alternatives: content.alternatives.map(({ name, text }) => ({ name, paragraphs: paragraphsOf(text) })),
})

/** The clauses that the document of the template names, as far as they are in use. */
export async function clausesOfTemplate(
  db: Reader,
  { organisationId, templateId }: TemplateKey,
): Promise<ClausesToFill> {
  const named = await db
    .selectFrom('contract_template_clauses as u')
    .innerJoin('clauses as c', (join) =>
      join.onRef('c.organisation_id', '=', 'u.organisation_id').onRef('c.id', '=', 'u.clause_id'),
    )
    .where('u.organisation_id', '=', organisationId)
    .where('u.template_id', '=', templateId)
    .select('c.key')
    .execute()
  const keys = [...new Set(named.map(({ key }) => keyOfName(key)))]
  const usable = await usableClauses(db, { organisationId }, keys)
  const byKey = new Map(usable.map((clause) => [keyOfName(clause.key), clause]))
  return {
    clauses: usable.map(toFill),
    drafted: (filled) =>
      filled.flatMap(({ key, alternative }) => {
        const clause = byKey.get(key)
        return clause ? [{ clauseId: clause.id, version: clause.version, alternative }] : []
      }),
  }
}

/** What the places of a document refer to. */
export interface ResolvedPlaces {
  readonly rows: readonly {
    readonly clauseId: number
    readonly alternative: string | null
    readonly chosenBy: string | null
  }[]
  /** The placeholders of the texts that may go in. */
  readonly names: readonly string[]
}

/** Throws bad_request for `document` naming each place that leads nowhere: no clause in use, no such alternative. */
export async function resolvePlaces(
  db: Reader,
  organisationId: number,
  places: readonly ClausePlace[],
): Promise<ResolvedPlaces> {
  const keys = [...new Set(places.map(({ key }) => keyOfName(key)))]
  const usable = await usableClauses(db, { organisationId }, keys)
  const byKey = new Map(usable.map((clause) => [keyOfName(clause.key), clause]))
  const wrong: Reason[] = []
  const rows: ResolvedPlaces['rows'][number][] = []
  for (const { key, alternative, by } of places) {
    const clause = byKey.get(keyOfName(key))
    const named = alternative === null ? undefined : alternativeIn(clause?.content, alternative)
    if (!clause) wrong.push(sentence(`{{clause:${key}}} leads nowhere: no clause with this key is approved.`))
    else if (alternative !== null && named === undefined)
      wrong.push(
        sentence(`{{clause:${key}/${alternative}}} leads nowhere: the clause has no such alternative.`),
      )
    else rows.push({ clauseId: clause.id, alternative: named ?? null, chosenBy: by })
  }
  if (wrong.length > 0) throw badInputs({ document: wrong })
  return { rows, names: [...new Set(usable.flatMap(({ content }) => namesIn(content)))] }
}

const alternativeIn = (content: ClauseContent | undefined, name: string): string | undefined =>
  content?.alternatives.find((each) => keyOfName(each.name) === keyOfName(name))?.name

/** Writes which clauses the document of the template names, in place of those of the former one. */
export async function writeTemplateClauses(
  tx: Tx,
  { organisationId, templateId }: TemplateKey,
  { rows }: Pick<ResolvedPlaces, 'rows'>,
): Promise<void> {
  await tx
    .deleteFrom('contract_template_clauses')
    .where('organisation_id', '=', organisationId)
    .where('template_id', '=', templateId)
    .execute()
  if (rows.length === 0) return
  await tx
    .insertInto('contract_template_clauses')
    .values(
      rows.map(({ clauseId, alternative, chosenBy }, place) => ({
        organisation_id: organisationId,
        template_id: templateId,
        place,
        clause_id: clauseId,
        alternative,
        chosen_by: chosenBy,
      })),
    )
    .execute()
}

/**
 * Throws conflict where a template would be broken by these texts of a clause: one that names an alternative that is
 * not there, or whose form has no field for a placeholder. Templates note the placeholders of the texts.
 */
export async function checkTemplatesFit(
  tx: Tx,
  { organisationId, id }: HeldClause & MayChange,
  content: ClauseContent,
): Promise<void> {
  const rows = await tx
    .selectFrom('contract_template_clauses as u')
    .innerJoin('contract_templates as t', (join) =>
      join.onRef('t.organisation_id', '=', 'u.organisation_id').onRef('t.id', '=', 'u.template_id'),
    )
    .where('u.organisation_id', '=', organisationId)
    .where('u.clause_id', '=', id)
    .select(['t.id', 't.name', 't.wizard_names', 'u.alternative'])
    .orderBy('t.id')
    .execute()
  const names = namesIn(content)
  for (const [templateId, places] of Map.groupBy(rows, (row) => row.id)) {
    const name = places[0]?.name ?? ''
    const gone = places.find(
      ({ alternative }) => alternative !== null && alternativeIn(content, alternative) === undefined,
    )
    if (gone)
      throw conflict(
        `The contract type ${name} uses the alternative ${gone.alternative}, which this version does not have.`,
      )
    const form = await getForm(tx, { organisationId, templateId, form: 'ContractWizard' })
    const [unknown] = unknownNames(names, form)
    if (unknown !== undefined)
      throw conflict(`The contract type ${name} uses the clause, and {${unknown}} is not on its wizard form.`)
    const known = new Map(
      [...(places[0]?.wizard_names ?? []), ...names].map((each) => [keyOfName(each), each]),
    )
    await tx
      .updateTable('contract_templates')
      .set({ wizard_names: sql`${[...known.values()]}::text[]` })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', templateId)
      .execute()
  }
}

/** Writes which clauses went into a new contract. */
export async function insertDraftedClauses(
  tx: Tx,
  { organisationId, id }: { readonly organisationId: number; readonly id: number },
  drafted: readonly DraftedClause[],
): Promise<void> {
  if (drafted.length === 0) return
  await tx
    .insertInto('contract_clauses')
    .values(
      drafted.map(({ clauseId, version, alternative }, place) => ({
        organisation_id: organisationId,
        contract_id: id,
        place,
        clause_id: clauseId,
        version,
        alternative,
      })),
    )
    .execute()
}
