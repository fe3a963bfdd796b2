// The tabs that the pages of all kinds of records have.
import { lazily } from '../../components/lazily.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import type { RecordOverview } from './record-calls.ts'
import type { RecordTab } from './record-page.tsx'
import type { RecordRef } from './records.ts'
import { recordTexts } from './texts.ts'

const ConversationTab = lazily(
  () => import('./conversation/conversation-tab.tsx'),
  'ConversationTab',
  <PageSkeleton />,
)
const FilesTab = lazily(
  () => import('../files/browser/record-files-tab.tsx'),
  'RecordFilesTab',
  <PageSkeleton />,
)
const HistoryTab = lazily(() => import('./history/history-tab.tsx'), 'HistoryTab', <PageSkeleton />)

const texts = recordTexts.tabs

/** The tabs of this record that every kind has, for the kind to put among its own. */
export function sharedTabs(target: RecordRef, overview: RecordOverview) {
  const { id, kind } = target
  const { can, counts } = overview
  return {
    files: {
      value: 'files',
      label: texts.files,
      count: counts.files,
      draw: () => <FilesTab record={{ type: kind.names.type, id }} rights={can} />,
    },
    messages: {
      value: 'messages',
      label: texts.messages,
      count: counts.messages,
      draw: () => <ConversationTab target={target} overview={overview} />,
    },
    history: { value: 'history', label: texts.history, draw: () => <HistoryTab target={target} /> },
  } as const satisfies Readonly<Record<string, RecordTab>>
}
