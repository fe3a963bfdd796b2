// The dialog of bulk changes, loaded when it is first opened.
import { lazily } from '../../components/lazily.tsx'

export const BulkDialog = lazily(() => import('./bulk-dialog.tsx'), 'BulkDialog')
