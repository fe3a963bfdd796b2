// The states of exports to finance.
import { state, type States } from '../../../lib/states.ts'
import type { FinanceExport } from './export-calls.ts'
import { exportTexts } from './texts.ts'

const { statuses } = exportTexts

export const exportStates: States<FinanceExport['status']> = {
  Open: state(statuses.Open, 'waiting'),
  Acknowledged: state(statuses.Acknowledged, 'good'),
  Withdrawn: state(statuses.Withdrawn, 'draft'),
}
