// The report that a body names: a saved one by its id, or a ready-made one.
import { idIn, textIn } from '../../http/v2/merge-patch.ts'
import { badInput } from '../../platform/errors.ts'
import { readyReports } from '../report-lists.ts'
import type { Source } from '../source.ts'

/** The report in a body; 400 for both and for neither. */
export function sourceIn(properties: { readonly report: unknown; readonly ready: unknown }): Source {
  const reportId = idIn(properties, 'report')
  const ready = textIn(properties, 'ready')
  if (reportId && !ready) return { reportId }
  if (!ready || reportId) throw badInput('report', 'must be given or ready: one of both.')
  if (!readyReports.some(({ id }) => id === ready))
    throw badInput('ready', `must be one of ${readyReports.map(({ id }) => id).join(', ')}.`)
  return { ready }
}
