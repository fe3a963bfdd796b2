// What routes share that take a whole CSV, or none of it, and report on it by row and column.
import Type from 'typebox'
import type { FastifyRequest } from 'fastify'
import { capitalised } from '../../platform/capitalised.ts'
import { readSmallFile } from '../bodies/small-file.ts'
import { nullable } from './references.wire.ts'

const binary = { type: 'string', format: 'binary' }

/** The bodies that such a route takes: the file itself, or a form with it. */
export const csvBodies = [
  { contentType: 'text/csv', schema: binary },
  { contentType: 'multipart/form-data', schema: { type: 'object', properties: { file: binary } } },
]

/** Whether the file is only checked. */
export const checkOnlySchema = Type.Optional(
  Type.Boolean({ default: false, description: 'Report what the file contains, and write nothing.' }),
)

/** Whether a report found nothing wrong. */
export const validSchema = Type.Boolean({ description: 'Whether the file can be imported unchanged.' })

/** What a report found wrong. */
export const rowProblemsSchema = Type.Array(
  Type.Object({
    row: Type.Integer({ description: 'The headings are row 1.' }),
    column: nullable<string>('string'),
    message: Type.String(),
  }),
)

const longestFileName = 255

/** Files whose rows are kept once and can be corrected. */
interface Correctable {
  /** What the rows are: `rates`. */
  readonly rows: string
  /** How a row can differ from what is kept: `with another value`. */
  readonly differently: string
}

/** The query of an import that can correct what is kept. */
export const correctingQuery = ({ rows, differently }: Correctable) =>
  Type.Object(
    {
      fileName: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: longestFileName,
          description: `The name of the file, where the request does not have it; kept with the ${rows}.`,
        }),
      ),
      checkOnly: checkOnlySchema,
      correct: Type.Optional(
        Type.Boolean({ default: false, description: `Correct ${rows} that are kept ${differently}.` }),
      ),
    },
    { additionalProperties: false },
  )

/** The report of such an import; `example` is one that found a problem. */
export const correctingReport = (
  { rows, differently }: Correctable,
  { title, example }: { readonly title: string; readonly example: object },
) =>
  Type.Object(
    {
      valid: validSchema,
      added: Type.Integer({ description: `${capitalised(rows)} that are new.` }),
      corrected: Type.Integer({ description: `${capitalised(rows)} that are kept ${differently}.` }),
      unchanged: Type.Integer({ description: 'Rows that are kept already.' }),
      problems: rowProblemsSchema,
    },
    { title, examples: [example] },
  )

interface CorrectingQuery {
  readonly fileName?: string
  readonly checkOnly?: boolean
  readonly correct?: boolean
}

/** The file of a request with that query, and what is asked. 400 where there is none, 413 for one that is too large. */
export async function readCorrectingImport(
  request: FastifyRequest<{ Querystring: CorrectingQuery }>,
  { rows, most }: Pick<Correctable, 'rows'> & { readonly most: number },
) {
  const { checkOnly = false, correct = false, fileName } = request.query
  const file = await readSmallFile(request, most)
  const name = (fileName ?? file.fileName ?? '').trim().slice(0, longestFileName)
  return { bytes: file.bytes, fileName: name === '' ? `${rows}.csv` : name, checkOnly, correct }
}
