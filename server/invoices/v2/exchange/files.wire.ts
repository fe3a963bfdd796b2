// The files that a law firm sends with its answers and its appeal, in the shape of v2.
import Type from 'typebox'
import { auditedByUser, doneBy, nullable } from '../../../http/v2/references.wire.ts'
import type { AnswerFile } from '../../exchange/answer-files.ts'
import type { ShownExchange } from '../../exchange/show-exchange.ts'

export const filesSchema = Type.Array(
  Type.Object({
    id: Type.Integer(),
    of: Type.Unsafe<'Answers' | 'Appeal'>({ type: 'string', enum: ['Answers', 'Appeal'] }),
    line: nullable<number>('integer', { description: 'Null: of the whole answer or appeal.' }),
    name: Type.String(),
    contentType: Type.String(),
    size: Type.Integer({ description: 'In bytes.' }),
    added: Type.Object(auditedByUser),
    isSent: Type.Boolean({ description: 'Until it is, only the firm has it in the list.' }),
    isEarlier: Type.Boolean({ description: 'Of a review before the invoice was posted again.' }),
  }),
  { description: 'What the firm sent with its answers and its appeal.' },
)

/** A file, with who added it. */
export const answerFileToV2 = (file: AnswerFile, people: ShownExchange['people']) => ({
  id: file.id,
  of: file.kind === 'Questions' ? ('Answers' as const) : ('Appeal' as const),
  line: file.number,
  name: file.name,
  contentType: file.contentType,
  size: file.size,
  added: { dateUtc: file.addedAt.toISOString(), ...doneBy(people.get(file.addedBy)) },
  isSent: file.sentAt !== null,
  isEarlier: file.isEarlier,
})
