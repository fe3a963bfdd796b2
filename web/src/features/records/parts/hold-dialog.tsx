// Putting a record under a legal hold.
import { ReasonDialog } from '../../../components/reason-dialog.tsx'
import { type RecordRef, useRecordAction } from '../records.ts'
import { recordTexts as texts } from '../texts.ts'

export function HoldDialog({ target, onClose }: { target: RecordRef; onClose: () => void }) {
  const put = useRecordAction(
    target,
    (why: string) => target.kind.calls.hold(target.id, why),
    () => texts.holdPut,
  )
  return (
    <ReasonDialog
      title={texts.hold}
      label={texts.holdReason}
      hint={texts.holdReasonHint}
      confirmLabel={texts.putOnHold.replace('…', '')}
      busy={put.isPending}
      error={put.error}
      onConfirm={(reason) => put.mutate(reason, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
