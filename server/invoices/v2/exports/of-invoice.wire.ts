// The export to finance that an invoice is in, as v2 shows it of the invoice.
import Type from 'typebox'
import { filtered, type Properties, sorted, thing } from '../../../http/v2/odata-properties.ts'
import { nullable, nullableObject, oneOf, textOf } from '../../../http/v2/references.wire.ts'
import type { ListedRow } from '../../../platform/lists/list-rows.ts'
import { type ExportStatus, exportStatuses } from '../../exports/finance-export.ts'

export const exportOfInvoiceSchema = nullableObject(
  {
    id: Type.Integer(),
    number: Type.Integer(),
    status: oneOf(exportStatuses),
    reference: nullable<string>('string', { description: 'Of the finance system.' }),
  },
  {
    description: 'The export to finance that it is in; null for everybody but the organisation that pays.',
    readOnly: true,
  },
)

export const exportOfInvoiceProperties: Properties = {
  FinanceExport: thing('exportId'),
  'FinanceExport/Id': filtered('exportId'),
  'FinanceExport/Number': sorted('exportNumber'),
  'FinanceExport/Status': filtered('exportStatus'),
  'FinanceExport/Reference': filtered('exportReference'),
}

/** The export of an invoice of a list. */
export const exportOfInvoiceToV2 = (row: ListedRow) =>
  row['exportId'] === null
    ? null
    : {
        id: Number(row['exportId']),
        number: Number(row['exportNumber']),
        status: textOf(row, 'exportStatus') as ExportStatus,
        reference: (row['exportReference'] ?? null) as string | null,
      }
