// The values of fields as the answers that documents are filled in with.
import type { Reader } from '../platform/postgres/database.ts'
import type { Answer } from '../platform/documents/docx-template.ts'
import { type Atom, atomKindOf, type Field } from '../fields/field.ts'
import { textsOf } from '../fields/values/texts.ts'

/** Several texts are one list, and a section for each of them. Without one nothing is answered. */
export const textAnswer = (texts: readonly string[]): Answer => ({
  text: texts.length === 0 ? null : new Intl.ListFormat('en-GB').format(texts),
  parts: texts.map((text) => new Map([['.', { text, parts: [] }]])),
})

/** The answer No has a text, but shows no section. */
export async function answerOfField(db: Reader, field: Field, atoms: readonly Atom[]): Promise<Answer> {
  const answer = textAnswer(await textsOf(db, field, atoms))
  return atomKindOf(field.type) === 'boolean' && atoms[0] !== true ? { ...answer, parts: [] } : answer
}
