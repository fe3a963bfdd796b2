// The button that sends a test mail to the person who presses it.
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { showToast } from '../../components/toast-store.ts'
import { useTestMail } from './first-steps.ts'
import { texts } from './texts.ts'

export function TestMail({ label, size }: { label: string; size: 'xs' | 'sm' }) {
  const send = useTestMail()
  return (
    <>
      <ActionButton
        size={size}
        variant="default"
        busy={send.isPending}
        onClick={() => send.mutate(undefined, { onSuccess: ({ to }) => showToast({ text: texts.sent(to) }) })}
      >
        {label}
      </ActionButton>
      <ErrorAlert error={send.error} />
    </>
  )
}
