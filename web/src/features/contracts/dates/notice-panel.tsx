// The notice period of a contract: how long before its end notice must be given.
import { Popover } from '../../../components/floating/popover.ts'
import { useState } from 'react'
import { lazily } from '../../../components/lazily.tsx'
import { useFormat } from '../../../components/format-context.ts'
import editing from '../../../forms/editable-field.module.css'
import type { ContractOverview } from '../../records/record-calls.ts'
import { keyDateTexts as texts, periodText } from './texts.ts'

const NoticeForm = lazily(() => import('./notice-form.tsx'), 'NoticeForm')

/** A line like those of fields. */
export function NoticeLine(props: { contractId: number; overview: ContractOverview; stacked?: boolean }) {
  const { contractId, overview, stacked = false } = props
  const format = useFormat()
  const [opened, setOpened] = useState(false)
  const data = overview.noticePeriod ?? null
  const period = data ? periodText(data) : texts.noticeNone
  const until = data?.noticeDate ? texts.noticeUntil(format.date(data.noticeDate)) : undefined
  const shown = until === undefined ? period : `${period} · ${until}`
  return (
    <div className={editing.row} data-stacked={stacked}>
      <div className={editing.label}>{texts.notice}</div>
      {overview.can.rights.includes('noticePeriod') ? (
        <Popover
          opened={opened}
          onChange={setOpened}
          width={300}
          position="bottom-start"
          trapFocus
          shadow="md"
        >
          <Popover.Target>
            <button
              type="button"
              className={editing.value}
              data-empty={data === null}
              aria-label={`${texts.notice}: ${shown}. ${texts.noticeEdit}`}
              onClick={() => setOpened(!opened)}
            >
              {shown}
            </button>
          </Popover.Target>
          <Popover.Dropdown>
            <NoticeForm contractId={contractId} notice={data} onClose={() => setOpened(false)} />
          </Popover.Dropdown>
        </Popover>
      ) : (
        <span className={editing.fixed}>{shown}</span>
      )}
    </div>
  )
}
