// The placeholders of a wizard document, as its author reads them: what each refers to, and what those that refer to
// nothing may have meant.
import type { Reader } from '../platform/postgres/database.ts'
import { keyOfName } from '../platform/documents/docx-names.ts'
import { mistakesFrom, wordsIn } from '../platform/lists/similar-words.ts'
import { fieldNamesOf, groupsOf, ownNames } from '../fields/document-names.ts'
import {
  fieldsOfForms,
  type Form,
  type FormField,
  type FormKey,
  getForm,
  keyOfGroup,
} from '../fields/form.ts'

/** A field, by what a form or the library calls it, with the name that documents use. */
export interface NamedField {
  readonly id: string
  readonly label: string
  readonly mergeName: string
  /** What a document may write for it: what the form calls it, or the merge name where that may be another one. */
  readonly write: string
}

export interface Placeholder {
  readonly name: string
  /** What it refers to; null for nothing. */
  readonly is: 'Field' | 'Section' | 'Contract' | null
  /** The field that it refers to. */
  readonly field: NamedField | null
  /** Of one that refers to nothing: the field that was probably meant, and whether it is on the form. */
  readonly guess: Candidate | null
  /** Of one that may be several fields of the form: these. */
  readonly possible: readonly NamedField[]
}

/** Words in square brackets, which people fill in by hand. */
export interface Blank {
  readonly text: string
  readonly guess: Candidate | null
}

export interface ReadPlaceholders {
  readonly placeholders: readonly Placeholder[]
  /** Fields of the form that the document does not use. */
  readonly unused: readonly NamedField[]
  /** What every document may write besides: of the contract, and the titles of sections. */
  readonly others: readonly string[]
  readonly blanks: readonly Blank[]
}

/** What the names, and the words in square brackets, of a document refer to on the wizard form of the template. */
export async function readPlaceholders(
  db: Reader,
  key: FormKey,
  { names, blanks = [] }: { readonly names: readonly string[]; readonly blanks?: readonly string[] },
): Promise<ReadPlaceholders> {
  const form = await getForm(db, key)
  const onForm = fieldsOfForms([form]).filter(({ field }) => field.type !== 'SectionHeader')
  const { keysOf, ambiguous } = fieldNamesOf([form])
  const named = (part: FormField) => namedField(part, keysOf)
  const known = namesOf(form, named)
  const isUnknown = (name: string) => !known.has(keyOfName(name))
  const candidates = onForm.map((part) => ({ ...named(part), onForm: true }))
  const wantsGuess = blanks.length > 0 || names.some(isUnknown)
  const all = [...candidates, ...(wantsGuess ? await otherFields(db, key, candidates) : [])]
  const used = new Set(names.map(keyOfName))
  return {
    placeholders: names.map((name) => {
      const possible = (ambiguous.get(keyOfName(name)) ?? []).map(named)
      const nothing = { name, is: null, field: null, guess: null, possible }
      if (possible.length > 0) return nothing
      if (isUnknown(name)) return { ...nothing, guess: guessFor(name, all) }
      const target = known.get(keyOfName(name))
      return target && 'mergeName' in target
        ? { ...nothing, is: 'Field', field: target }
        : { ...nothing, is: target?.is ?? null }
    }),
    unused: onForm.filter(({ field }) => !keysOf.get(field.id)?.some((each) => used.has(each))).map(named),
    others: [...ownNames, ...groupsOf(form.parts).map(({ title }) => title)],
    blanks: blanks.map((text) => ({ text, guess: guessFor(text, all) })),
  }
}

const namedField = (
  { field: { id, apiName, mergeName }, label }: FormField,
  keysOf: ReadonlyMap<number, readonly string[]>,
): NamedField => {
  const write = keysOf.get(id)?.includes(keyOfName(label)) && !/[{}=#/^]/.test(label) ? label : mergeName
  return { id: apiName, label, mergeName, write }
}

type Target = NamedField | { readonly is: 'Section' | 'Contract' }

/** What each name refers to; a field comes before a section of its name, as when a document is filled in. */
function namesOf(form: Form, named: (part: FormField) => NamedField): ReadonlyMap<string, Target> {
  const own = ownNames.map((name): [string, Target] => [keyOfName(name), { is: 'Contract' }])
  const groups = groupsOf(form.parts).flatMap((group) =>
    [group.title, keyOfGroup(group)].map((name): [string, Target] => [keyOfName(name), { is: 'Section' }]),
  )
  const { keysOf } = fieldNamesOf([form])
  const fields = fieldsOfForms([form]).flatMap((part) =>
    (keysOf.get(part.field.id) ?? []).map((key): [string, Target] => [key, named(part)]),
  )
  return new Map([...groups, ...own, ...fields])
}

/** Fields of the organisation that are not on the form: one of them may have been meant. */
async function otherFields(db: Reader, { organisationId }: FormKey, onForm: readonly NamedField[]) {
  const rows = await db
    .selectFrom('fields')
    .where('organisation_id', '=', organisationId)
    .where('deleted_at', 'is', null)
    .where('type', '<>', 'SectionHeader')
    .orderBy('id')
    .limit(mostCompared)
    .select(['api_name', 'title', 'merge_name'])
    .execute()
  const known = new Set(onForm.map(({ id }) => id))
  return rows
    .filter(({ api_name: id }) => !known.has(id))
    .map(({ api_name: id, title: label, merge_name: mergeName }) => ({
      id,
      label,
      mergeName,
      write: label,
      onForm: false,
    }))
}

const mostCompared = 2_000

/** A field that may have been meant. */
export type Candidate = NamedField & { readonly onForm: boolean }

/** `otherPartyName` as words: other, party, name. */
const spoken = (name: string): string =>
  name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .toLowerCase()
    .trim()

/** The candidate that has most of the words, with few typing mistakes; null when less than half of them are there. */
function guessFor(name: string, candidates: readonly Candidate[]): Candidate | null {
  const words = wordsIn(spoken(name))
  if (words.length === 0) return null
  const each = words.map((word) => mistakesFrom([word]))
  const scored = candidates.map((candidate) => {
    const text = `${spoken(candidate.mergeName)} ${spoken(candidate.label)}`
    const found = each.flatMap((mistakes) => mistakes(text) ?? [])
    const extra = Math.max(0, new Set(wordsIn(text)).size - found.length)
    const mistaken = found.reduce((sum, one) => sum + one, 0)
    return { candidate, found: found.length, rank: found.length * 10 - mistaken * 2 - extra }
  })
  const best = scored
    .filter(({ found }) => found * 2 >= words.length && found > 0)
    .toSorted((one, other) => other.rank - one.rank)[0]
  return best?.candidate ?? null
}
