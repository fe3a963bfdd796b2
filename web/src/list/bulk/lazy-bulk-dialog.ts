// What bulk changes need, loaded when it is first needed.
import { lazily } from '../../components/lazily.tsx'

export const BulkDialog = lazily(() => import('./bulk-dialog.tsx'), 'BulkDialog')
export const RunningJob = lazily(() => import('./running-job.tsx'), 'RunningJob')
