// Imports of invoices in the shapes of v2.
import Type from 'typebox'
import { nullable, nullableObject } from '../../http/v2/references.wire.ts'
import type { ImportResult } from '../commands/import-invoices.ts'
import { columnsOfInvoice, type LedesColumn } from '../ledes/table-columns.ts'
import type { CheckReport, ReportedInvoice } from '../imports/check-invoice-file.ts'

const matter = { id: Type.Integer(), name: Type.String(), displayId: Type.String() }

const found = {
  number: Type.String(),
  matter: nullableObject(matter),
  currency: nullable<string>('string'),
  lineCount: Type.Integer(),
  total: nullable<number>('number', { description: 'The sum of the lines with their taxes.' }),
}

/** The response to an import. */
export const importSchema = Type.Object(
  {
    format: Type.String(),
    batchId: Type.Integer(),
    invoices: Type.Array(Type.Object({ id: Type.Integer(), ...found })),
  },
  {
    title: 'InvoiceImport',
    examples: [
      {
        format: 'LEDES1998B',
        batchId: 12,
        invoices: [
          {
            id: 31,
            number: 'MO-2026-1001',
            matter: { id: 17, name: 'Harbour lease dispute', displayId: 'LW0001-0017' },
            currency: 'NZD',
            lineCount: 8,
            total: 5704.5,
          },
        ],
      },
    ],
  },
)

const flag = Type.Object({
  row: Type.Integer(),
  line: nullable<number>('integer', { description: 'The number of the line; null: the whole invoice.' }),
  text: Type.String({ description: 'What the organisation that pays asks for.' }),
  refused: Type.Boolean({ description: 'Whether the invoice cannot be posted as it is.' }),
})

/** The response to a check. */
export const reportSchema = Type.Object(
  {
    format: nullable<string>('string'),
    valid: Type.Boolean({ description: 'Whether the file can be imported unchanged.' }),
    invoices: Type.Array(
      Type.Object({
        ...found,
        flags: Type.Array(flag, {
          description:
            'What the billing guidelines of the organisation that pays say of it; the first 1000 of the file.',
        }),
      }),
    ),
    problems: Type.Array(
      Type.Object({
        row: Type.Integer(),
        column: Type.Integer(),
        field: Type.String({ description: 'The name of the column, or the path of the element.' }),
        message: Type.String(),
        proposed: nullable<string>('string', { description: 'What the cell could say instead.' }),
        wholeInvoice: Type.Boolean({
          description:
            'Whether the cell must say the same in all rows of its invoice: correct it in all of them.',
        }),
      }),
    ),
    aboveRates: nullableObject(
      {
        count: Type.Integer(),
        lines: Type.Array(
          Type.Object({
            row: Type.Integer(),
            invoice: Type.String({ description: 'The number of the invoice.' }),
            timekeeper: Type.String(),
            unitPrice: Type.Number(),
            agreedRate: Type.Number(),
          }),
          { description: 'The first hundred.' },
        ),
      },
      {
        description:
          'The lines above the rate that is agreed with the law firm. They can be posted. Null where the payee is no law firm.',
      },
    ),
  },
  {
    title: 'InvoiceImportReport',
    examples: [
      {
        format: 'LEDES1998B',
        valid: false,
        invoices: [
          { number: 'MO-2026-1006', matter: null, currency: null, lineCount: 5, total: 2261, flags: [] },
        ],
        problems: [
          {
            row: 3,
            column: 1,
            field: 'INVOICE_DATE',
            message: 'INVOICE_DATE must be a day as YYYYMMDD; it is "2026-10-05".',
            proposed: null,
            wholeInvoice: true,
          },
        ],
        aboveRates: {
          count: 1,
          lines: [
            {
              row: 5,
              invoice: 'MO-2026-1006',
              timekeeper: 'Marlowe, Priya',
              unitPrice: 640,
              agreedRate: 600,
            },
          ],
        },
      },
    ],
  },
)

const foundToV2 = ({ number, matter: its, currency, lines, total }: ReportedInvoice) => ({
  number,
  matter: its && { id: its.id, name: its.name, displayId: its.number },
  currency,
  lineCount: lines,
  total: total === null ? null : Number(total),
})

/** The result of an import. */
export const importToV2 = ({ format, batchId, invoices }: ImportResult) => ({
  format,
  batchId,
  invoices: invoices.map((each) => ({ id: each.id, ...foundToV2(each) })),
})

const isRefused = ({ flags }: CheckReport['invoices'][number]) => flags.some(({ refused }) => refused)

// rows with another number are of another invoice
const isOfInvoice = (field: string) =>
  field === 'INVOICE_NUMBER' || columnsOfInvoice.has(field as LedesColumn)

/** The report on a file. */
export const reportToV2 = ({ format, invoices, problems, aboveRates }: CheckReport) => ({
  format,
  valid: problems.length === 0 && invoices.length > 0 && !invoices.some(isRefused),
  invoices: invoices.map((each) => ({
    ...foundToV2(each),
    flags: each.flags.map(({ row, line, text, refused }) => ({ row, line, text, refused })),
  })),
  problems: problems.map(({ row, column, field, message, proposed = null }) => ({
    row,
    column,
    field,
    message,
    proposed,
    wholeInvoice: isOfInvoice(field),
  })),
  aboveRates: aboveRates && {
    count: aboveRates.count,
    lines: aboveRates.lines.map(({ unitPrice, agreedRate, ...line }) => ({
      ...line,
      unitPrice: Number(unitPrice),
      agreedRate: Number(agreedRate),
    })),
  },
})
