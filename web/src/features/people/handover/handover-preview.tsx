// What a handover would do, before it happens: who gets what, what stays, and what of that is with nobody else.
import { Stack } from '@mantine/core'
import { useEffect } from 'react'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { Notice } from '../../../components/notice.tsx'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import table from '../../../components/plain-table.module.css'
import { type HandoverPreview as Preview, type NewHandover, usePreviewHandover } from '../people.ts'
import classes from '../people.module.css'
import { holdingLabels } from '../texts.ts'
import { SoleRecords } from './left-without-anyone.tsx'
import { texts } from './texts.ts'

export function HandoverPreview(props: {
  userId: string
  /** Undefined while nothing is asked. */
  body: NewHandover | undefined
  count: number
  who: string
  busy: boolean
  error: unknown
  onConfirm: () => void
  onClose: () => void
}) {
  const { userId, body, count, who, busy, error, onConfirm, onClose } = props
  const { mutate, data, isPending, error: refused } = usePreviewHandover(userId)
  const format = useFormat()
  useEffect(() => {
    if (body) mutate(body)
  }, [body, mutate])
  return (
    <ConfirmDialog
      opened={body !== undefined}
      title={texts.previewTitle(count, who)}
      confirmLabel={texts.handOver(count)}
      busy={busy}
      error={error}
      danger={false}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {isPending ? <PageSkeleton lines={4} /> : null}
      <ErrorAlert error={refused} />
      {data && !isPending ? <Shown preview={data} who={who} /> : null}
      <p className={classes.none}>
        {body?.lastDay ? texts.untilDay(format.date(body.lastDay)) : texts.forGood}
      </p>
    </ConfirmDialog>
  )
}

function Shown({ preview, who }: { preview: Preview; who: string }) {
  const { given, stays, left, soleRecords, complete } = preview
  const gets = new Map(given.map(({ kind, count }) => [kind, count]))
  const stay = new Map(stays.map((one) => [one.kind, one]))
  const kinds = Object.keys(holdingLabels).filter(
    (kind): kind is keyof typeof holdingLabels => gets.has(kind as never) || stay.has(kind as never),
  )
  const sole = stays.reduce((sum, one) => sum + one.sole, 0)
  const cell = (count: number | undefined) => (count ? count : texts.none)
  return (
    <Stack gap="md" mb="md">
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{texts.what}</th>
            <th scope="col">{texts.gets(who)}</th>
            <th scope="col">{texts.stays}</th>
            <th scope="col">{texts.sole}</th>
          </tr>
        </thead>
        <tbody>
          {kinds.map((kind) => (
            <tr key={kind}>
              <th scope="row">{holdingLabels[kind]}</th>
              <td data-label={texts.gets(who)}>{cell(gets.get(kind))}</td>
              <td data-label={texts.stays}>{cell(stay.get(kind)?.count)}</td>
              <td data-label={texts.sole}>{cell(stay.get(kind)?.sole)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.plain}>{sole === 0 ? texts.allCovered : texts.soleLead(sole)}</p>
      {complete ? null : <p className={classes.plain}>{texts.more}</p>}
      {left.length === 0 ? null : (
        <Notice kind="caution" title={texts.staysWhy}>
          {left.map(({ kind, id, reason }) => (
            <div key={`${kind} ${id}`}>
              {holdingLabels[kind]}: {reason}
            </div>
          ))}
        </Notice>
      )}
      <SoleRecords records={soleRecords} hint={texts.soleRecordsAfter} />
    </Stack>
  )
}
